package celles

import (
	"cmp"
	"errors"
	"fmt"

	"referee/engine/celles/scenario"
)

// Check reports the first invariant that a state breaks. Only during a combat, a
// retreat or a phase may a hex be overstacked.
func (g *rules) Check(s *State) error {
	if int(s.Turn) > len(g.d.Turns) || s.Turn < 0 {
		return fmt.Errorf("celles: there is no turn %d", s.Turn)
	}
	for i := range g.d.Units {
		if err := g.checkUnit(s, unitIx(i)); err != nil {
			return err
		}
	}
	return cmp.Or(g.checkChits(s), g.checkTables(s), g.checkMoving(s), g.checkStacks(s))
}

func (g *rules) checkUnit(s *State, u unitIx) error {
	d, x := &g.d.Units[u], &s.Units[u]
	if x.Where != onMap {
		if x.Hex != noHex || x.Used || x.Disrupted || x.Supply != inSupply {
			return fmt.Errorf("celles: %s is not on the map and has markers", d.ID)
		}
		return nil
	}
	if x.Hex < 0 || int(x.Hex) >= len(g.d.Hexes) {
		return fmt.Errorf("celles: %s is off the map", d.ID)
	}
	h := &g.d.Hexes[x.Hex]
	switch sd := g.side(u); {
	case x.Steps < 1 || x.Steps > d.Steps:
		return fmt.Errorf("celles: %s has %d steps of %d", d.ID, x.Steps, d.Steps)
	case s.held(x.Hex, sd.Enemy()):
		return fmt.Errorf("celles: both sides are in %s", h.ID)
	case h.Rear == sd.Enemy():
		return fmt.Errorf("celles: %s is in the enemy rear area, %s", d.ID, h.ID)
	case x.Placing:
		return fmt.Errorf("celles: %s is already placed", d.ID)
	}
	return nil
}

func (g *rules) checkChits(s *State) error {
	if s.Turn == 0 {
		return nil
	}
	for sd := range s.Cup {
		full := g.fullCup(s, side(sd))
		for f, n := range s.Cup[sd].Action {
			if n < 0 || n > full.Action[f] {
				return fmt.Errorf("celles: %s cup holds %d chits of %s", side(sd), n, g.d.Formations[f].ID)
			}
		}
		for t, n := range s.Cup[sd].Tactical {
			if a := s.Avail[sd][t]; n < 0 || a < 0 || n+a > full.Tactical[t] {
				return fmt.Errorf("celles: %s has %d+%d chits %s", side(sd), n, a, scenario.TacticalIDs[t])
			}
		}
		if s.Left[sd] < 0 || s.Left[sd] > s.Actions[sd] {
			return fmt.Errorf("celles: %s has %d of %d actions left", side(sd), s.Left[sd], s.Actions[sd])
		}
	}
	return nil
}

// checkTables compares the derived tables with what they are derived from.
func (g *rules) checkTables(s *State) error {
	var want State
	want.Units = s.Units
	g.derive(&want, german)
	g.derive(&want, allied)
	if want.zoc != s.zoc || want.near != s.near || want.occupied != s.occupied {
		return errors.New("celles: the tables of ZOC and stacks do not agree with the units")
	}
	return nil
}

func (g *rules) checkMoving(s *State) error {
	switch {
	case s.Moving == noUnit && (s.Into != noHex || s.Spent != 0):
		return errors.New("celles: no unit moves, yet MP are spent")
	case s.Moving != noUnit && (s.Phase != phaseAction || g.side(s.Moving) != s.Side):
		return fmt.Errorf("celles: %s moves out of turn", g.unitID(s.Moving))
	case s.Combat.Stage != noCombat && s.Combat.Active != s.Moving:
		return fmt.Errorf("celles: %s attacks and does not move", g.unitID(s.Combat.Active))
	case s.Truck != noUnit && (s.Units[s.Truck].Where != onMap || g.d.Units[s.Truck].Form != g.d.Truck.Form):
		return fmt.Errorf("celles: %s cannot have the truck", g.unitID(s.Truck))
	case s.VP < 0:
		return fmt.Errorf("celles: %d victory points", s.VP)
	}
	return nil
}

// checkStacks checks 10 unless something is under way.
func (g *rules) checkStacks(s *State) error {
	if s.Mend != mendNone || s.Combat.Stage != noCombat || s.Moving != noUnit || s.Step >= stepExtra {
		return nil
	}
	var steps [scenario.MaxHexes]int8
	for u := range s.all(onMap).All() {
		x := &s.Units[u]
		if steps[x.Hex] += x.Steps; steps[x.Hex] > stackLimit {
			return fmt.Errorf("celles: more than %d steps stack in %s", stackLimit, g.hexID(x.Hex))
		}
	}
	return nil
}
