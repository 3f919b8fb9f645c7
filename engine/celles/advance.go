package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 11.2 Advance after combat.

// advances lists the vacated hexes that u may enter.
func (g *rules) advances(s *State, u unitIx) []hexIx {
	x, c := &s.Units[u], &s.Combat
	if x.Where != onMap || g.d.Units[u].Move == 0 || c.Advanced.has(u) || c.Result.Attacker.Retreat {
		return nil
	}
	var out []hexIx
	for _, d := range hex.Dirs {
		to := g.d.Hexes[x.Hex].Next[d]
		if to == noHex || g.d.Hexes[x.Hex].Side[d].Meuse || !g.vacated(s, to) || g.stepsIn(s, to)+x.Steps > stackLimit {
			continue
		}
		if g.closed(s, g.side(u), x.Hex, d) == free {
			out = append(out, to)
		}
	}
	return out
}

// vacated reports whether h was a defender's hex and no defender is left in it.
func (g *rules) vacated(s *State, h hexIx) bool {
	for _, v := range s.Combat.Hexes {
		if v == h {
			return !s.held(h, s.Side.Enemy())
		}
	}
	return false
}

func (g *rules) anyAdvance(s *State) bool {
	found := false
	s.Combat.Att.each(func(u unitIx) bool {
		found = len(g.advances(s, u)) > 0
		return !found
	})
	return found
}

// advance asks for a unit and a vacated hex, or no more of them.
func (w *walk) advance() (engine.Node, error) {
	s := w.s()
	var opts []engine.Option
	s.Combat.Att.each(func(u unitIx) bool {
		if len(w.rules.advances(s, u)) > 0 {
			opts = append(opts, engine.Option{ID: w.rules.unitID(u), Kind: "unit"})
		}
		return true
	})
	opts = append(opts, engine.Option{ID: "done", Kind: "done"})
	id, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.unknown("11.2", id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	if id == "done" {
		w.rules.endCombat(w.r)
		return w.done()
	}
	u := w.rules.d.UnitByID[id]
	opts = nil
	for _, h := range w.rules.advances(s, u) {
		opts = append(opts, engine.Option{ID: w.rules.hexID(h), Kind: "hex"})
	}
	to, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.whyNotAdvance(u, id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.Advanced{Unit: id, From: w.rules.hexID(s.Units[u].Hex), To: to})
	return w.done()
}

func (w *walk) whyNotAdvance(u unitIx, id string) *engine.Illegal {
	s := w.s()
	h, ok := w.rules.d.HexByID[id]
	if !ok {
		return w.refuse("11.2", "illegal.hex", engine.Text("word", id))
	}
	args := []engine.Arg{w.rules.unitArg("unit", u), w.rules.hexArg("hex", h)}
	switch d, adjacent := scenario.Grid.Direction(w.rules.d.Hexes[s.Units[u].Hex].At, w.rules.d.Hexes[h].At); {
	case !adjacent:
		return w.refuse("11.2", "illegal.advance.far", args...)
	case !w.rules.vacated(s, h):
		return w.refuse("11.2", "illegal.advance.not-vacated", args...)
	case w.rules.d.Hexes[s.Units[u].Hex].Side[d].Meuse:
		return w.refuse("11.2", "illegal.advance.meuse", args...)
	case w.rules.stepsIn(s, h)+s.Units[u].Steps > stackLimit:
		return w.refuse("10", "illegal.advance.stack", args...)
	default:
		return w.hindered("11.2", "advance", w.rules.closed(s, w.rules.side(u), s.Units[u].Hex, d), args...)
	}
}
