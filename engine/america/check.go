package america

import (
	"cmp"
	"errors"
	"fmt"
)

// Check reports the first invariant that a state breaks.
func (g *rules) Check(s *State) error {
	if s.Turn < 0 || int(s.Turn) > len(g.d.Turns) {
		return fmt.Errorf("%s: there is no turn %d", game, s.Turn)
	}
	for i := range g.d.Units {
		if err := g.checkUnit(s, unitIx(i)); err != nil {
			return err
		}
	}
	return cmp.Or(g.checkTurn(s), g.checkImpulse(s), g.checkDerived(s))
}

func (g *rules) checkUnit(s *State, u unitIx) error {
	d, x := &g.d.Units[u], &s.Units[u]
	switch x.Where {
	case onMap:
	case bridge:
		if x.Hex < 0 || int(x.Hex) >= len(g.d.Hexes) || x.Over < 0 || x.Over > 5 || g.next[x.Hex][x.Over] == noHex {
			return fmt.Errorf("%s: the bridge of %s is at no hexside", game, d.ID)
		}
		return nil
	default:
		if x.Hex != noHex || x.Target != noHex || x.Held || x.Fought {
			return fmt.Errorf("%s: %s is not on the map and bears markers", game, d.ID)
		}
		return nil
	}
	switch {
	case x.Hex < 0 || int(x.Hex) >= len(g.d.Hexes):
		return fmt.Errorf("%s: %s stands off the map", game, d.ID)
	case x.Steps < 1 || x.Steps > d.Steps:
		return fmt.Errorf("%s: %s has %d steps of %d", game, d.ID, x.Steps, d.Steps)
	case s.held(x.Hex, g.sides[u].Enemy()):
		return fmt.Errorf("%s: both sides stand in %s", game, g.hexID(x.Hex))
	case x.May && (s.Phase != phaseImpulse || g.sides[u] != s.Side):
		return fmt.Errorf("%s: %s acts out of turn", game, d.ID)
	case x.Spent < 0:
		return fmt.Errorf("%s: %s has spent %d halves of an MP", game, d.ID, x.Spent)
	}
	return nil
}

// checkTurn checks what is counted in a turn.
func (g *rules) checkTurn(s *State) error {
	switch {
	case s.Points < 0:
		return fmt.Errorf("%s: %d supply points", game, s.Points)
	case s.Air < 0:
		return fmt.Errorf("%s: %d air points", game, s.Air)
	case s.Picks[0] < 0 || s.Picks[1] < 0 || s.Requested < 0:
		return fmt.Errorf("%s: more formations are picked than may be", game)
	case s.Rebuilt > 0 && (s.Side == noSide || s.Rebuilt > rebuilds[s.Side]):
		return fmt.Errorf("%s: %d units are rebuilt", game, s.Rebuilt)
	case s.Phase != phaseImpulse && s.Phase != phaseOver && g.cup(s) != 0:
		return fmt.Errorf("%s: chits are in the cup out of turn", game)
	}
	for q := range s.HQs[:len(g.d.HQs)] {
		if x := &s.HQs[q]; x.Paid && !x.Combat {
			return fmt.Errorf("%s: %s is paid for and not in combat supply", game, g.hqID(hqIx(q)))
		}
	}
	return nil
}

// checkImpulse checks what is there only in an impulse.
func (g *rules) checkImpulse(s *State) error {
	acting := s.Phase == phaseImpulse && s.Step != stepDraw
	switch {
	case s.Phase != phaseImpulse && (s.Listed != 0 || s.Mend):
		return fmt.Errorf("%s: an impulse continues out of turn", game)
	case acting && s.HQ == noHQ:
		return fmt.Errorf("%s: an impulse without a headquarters", game)
	case acting && g.d.HQs[s.HQ].Nation.Side() != s.Side:
		return fmt.Errorf("%s: %s does not act for the %s side", game, g.hqID(s.HQ), s.Side)
	case !acting && s.Phase == phaseImpulse && s.Step == stepDraw && s.HQ != noHQ:
		return fmt.Errorf("%s: %s acts before the draw", game, g.hqID(s.HQ))
	}
	return nil
}

// checkDerived compares what is derived with what it is derived from: who stands where always, and between impulses
// ZOC, control (2) and stacking (6), since that takes its time.
func (g *rules) checkDerived(s *State) error {
	var here [2]hexSet
	for i := range g.d.Units {
		if x := &s.Units[i]; x.Where == onMap {
			here[g.sides[i]].Add(x.Hex)
		}
	}
	if here != s.occupied {
		return errors.New(game + ": the table of stacks does not agree with the units")
	}
	if s.Phase != phaseImpulse || s.Step != stepDraw {
		return nil
	}
	want := *s
	g.derive(&want)
	if want.zones != s.zones || want.zoc != s.zoc || want.first != s.first || want.after != s.after {
		return errors.New(game + ": the tables of ZOC and stacks do not agree with the units")
	}
	for i := range g.d.Hexes {
		h := hexIx(i)
		if want.claim(h); want.Control != s.Control {
			return fmt.Errorf("%s: %s is controlled by the wrong side", game, g.hexID(h))
		}
	}
	return nil
}
