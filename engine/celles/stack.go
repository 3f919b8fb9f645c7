package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
)

// 10 Stacking.

// stackLimit is the number of steps that may stack in a hex.
const stackLimit = 2

// overstacked returns the hex in which stacking must be corrected now, and its owner,
// or noHex.
func (g *rules) overstacked(s *State) (hexIx, side) {
	switch s.Mend {
	case mendMove:
		if x := &s.Units[s.Moving]; x.Where == onMap {
			return g.over(s, x.Hex)
		}
	case mendRebuild:
		return g.over(s, s.MendHex)
	case mendCombat:
		return g.overAny(s, s.Combat.Att|s.Combat.Def)
	case mendPhase:
		return g.overAny(s, g.alive(s, s.Side))
	case mendNone:
		c := &s.Combat
		switch {
		case c.Stage == stageDefRet && c.Retreat == 0 && c.Result.Defender.Retreat:
			return g.overAny(s, c.Def)
		case c.Stage == stageAttRet && c.Retreat == 0 && c.Result.Attacker.Retreat:
			return g.overAny(s, c.Att)
		}
	}
	return noHex, noSide
}

// stacked lists the units in h that count against the limit. At the end of a move,
// whoever's it is, reinforcements of this phase do not count in their arrival hexes:
// until the phase ends, all others must fit without them (14).
func (g *rules) stacked(s *State, h hexIx, at mend) unitSet {
	return g.unitsIn(s, h).Filter(func(u unitIx) bool { return at != mendMove || !s.Units[u].Arrived })
}

// excess is the number of steps in h over the limit, or 0.
func (g *rules) excess(s *State, h hexIx, at mend) int8 {
	return max(0, g.steps(s, g.stacked(s, h, at))-stackLimit)
}

// over returns h and its owner if it has too many steps.
func (g *rules) over(s *State, h hexIx) (hexIx, side) {
	if g.excess(s, h, s.Mend) == 0 {
		return noHex, noSide
	}
	if s.held(h, german) {
		return h, german
	}
	return h, allied
}

// overAny returns the first overstacked hex of the units of a set.
func (g *rules) overAny(s *State, set unitSet) (at hexIx, owner side) {
	for u := range s.here(set).All() {
		if at, owner = g.over(s, s.Units[u].Hex); at != noHex {
			return at, owner
		}
	}
	return noHex, noSide
}

// stack asks the owner which step to remove.
func (w *walk) stack() {
	s := w.S()
	h, _ := w.rules.overstacked(s)
	if u, ok := w.chooseUnit("10", w.rules.stacked(s, h, s.Mend)); ok {
		w.Emit(w.rules.stepLost(s, u, event.CauseStacking))
	}
}

// Players are warned of losses to stacking before they answer: each of these is nil if
// nothing is lost.

// overstackWarning warns of hexes with too many steps, and says how many are lost.
func (g *rules) overstackWarning(key string, over int8, hexes ...hexIx) *engine.Msg {
	if over <= 0 {
		return nil
	}
	return engine.Warn(key, engine.Num("n", int(over)), g.hexes("hexes", hexes))
}

// warnEnd warns when a player ends the phase: arrivals count from then on (14).
func (g *rules) warnEnd(s *State) *engine.Msg {
	var over int8
	var hexes []hexIx
	for u := range g.alive(s, s.Side).All() {
		h := s.Units[u].Hex
		if n := g.excess(s, h, mendPhase); n > 0 && !slices.Contains(hexes, h) {
			over, hexes = over+n, append(hexes, h)
		}
	}
	return g.overstackWarning("warn.stack", over, hexes...)
}

// warnStop warns when a player ends the active unit's move; that of the last one ends
// the phase.
func (g *rules) warnStop(s *State) *engine.Msg {
	if g.toMove(s).Without(s.Moving) == 0 {
		return g.warnEnd(s)
	}
	return g.warnHere(s, "warn.stack")
}

// warnHere warns of the hex where the active unit may have to stay.
func (g *rules) warnHere(s *State, key string) *engine.Msg {
	at := mendMove
	if g.toMove(s).Without(s.Moving) == 0 {
		at = mendPhase // the phase ends, too
	}
	h := s.Units[s.Moving].Hex
	return g.overstackWarning(key, g.excess(s, h, at), h)
}

// warnAttack warns of the hex of an attacker: arrivals too must fit at the moment of
// combat.
func (g *rules) warnAttack(s *State, u unitIx) *engine.Msg {
	h := s.Units[u].Hex
	return g.overstackWarning("warn.stack", g.excess(s, h, mendCombat), h)
}

// warnJoiner does the same for a unit in another hex that may join.
func (g *rules) warnJoiner(s *State, active, u unitIx) *engine.Msg {
	if s.Units[u].Hex == s.Units[active].Hex {
		return nil
	}
	return g.warnAttack(s, u)
}

// warnRebuild warns of a hex without room for a replacement.
func (g *rules) warnRebuild(s *State, h hexIx) *engine.Msg {
	return g.overstackWarning("warn.stack", g.stepsIn(s, h)+1-stackLimit, h)
}

// warnRetreat warns where u may end its retreat or continue it. Units that still have
// to retreat do not count.
func (g *rules) warnRetreat(s *State, u unitIx) *engine.Msg {
	h := s.Units[u].Hex
	stays := g.unitsIn(s, h) &^ s.Combat.Retreat.Without(u)
	return g.overstackWarning("warn.stack", g.steps(s, stays)-stackLimit, h)
}
