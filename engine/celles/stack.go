package celles

import "referee/engine"

// 10 Stacking.

// stackLimit is the number of steps that may stack in a hex.
const stackLimit = 2

// overstacked returns the hex in which stacking must be put right now, and its
// owner, or noHex.
func (g *rules) overstacked(s *State) (hexIx, side) {
	switch s.Mend {
	case mendMove:
		if x := &s.Units[s.Moving]; x.Where == onMap && !g.arriving(s, x.Hex) {
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

// arriving reports whether h is an arrival hex that several share for this
// phase: one that came on in it still stands there (14).
func (g *rules) arriving(s *State, h hexIx) bool {
	found := false
	g.unitsIn(s, h).each(func(u unitIx) bool {
		found = found || s.Units[u].Arrived
		return !found
	})
	return found
}

// over returns h and its owner if too many steps stand in it.
func (g *rules) over(s *State, h hexIx) (hexIx, side) {
	if g.stepsIn(s, h) <= stackLimit {
		return noHex, noSide
	}
	if s.held(h, german) {
		return h, german
	}
	return h, allied
}

// overAny returns the first overstacked hex of the units of a set.
func (g *rules) overAny(s *State, set unitSet) (at hexIx, owner side) {
	at, owner = noHex, noSide
	set.each(func(u unitIx) bool {
		if x := &s.Units[u]; x.Where == onMap {
			at, owner = g.over(s, x.Hex)
		}
		return at == noHex
	})
	return at, owner
}

// stack: the owner removes a step of his choice.
func (w *walk) stack() (engine.Node, error) {
	s := w.s()
	h, _ := w.overstacked(s)
	opts := w.unitOptions(w.unitsIn(s, h))
	id, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.unknown("10", id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(w.stepLost(w.d.unit[id], causeStacking))
	return w.done()
}

func (w *walk) unitOptions(set unitSet) []engine.Option {
	opts := make([]engine.Option, 0, set.len()+1)
	set.each(func(u unitIx) bool {
		opts = append(opts, engine.Option{ID: w.unitID(u), Kind: "unit"})
		return true
	})
	return opts
}
