package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// 11.2 Advance after combat.

// advances lists the vacated hexes that u may enter.
func (g *rules) advances(s *State, u unitIx) []hexIx {
	x, c := &s.Units[u], &s.Combat
	if x.Where != onMap || g.d.Units[u].Move == 0 || c.Advanced.Has(u) || c.Result.Attacker.Retreat {
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
	return slices.Contains(s.Combat.Hexes[:], h) && !s.held(h, s.Side.Enemy())
}

// advancers lists the attackers that may advance.
func (g *rules) advancers(s *State) unitSet {
	return s.Combat.Att.Filter(func(u unitIx) bool { return len(g.advances(s, u)) > 0 })
}

// advance asks for a unit and a vacated hex, or no more of them.
func (w *walk) advance() {
	s := w.S()
	opts := append(w.unitOptions(w.rules.advancers(s)), answer.Words("done")...)
	id, ok := w.Choose(opts, w.unknown("11.2", w.notAdvancer))
	switch {
	case !ok:
		return
	case id == "done":
		w.rules.endCombat(w.Ruling)
		return
	}
	u := w.rules.d.UnitIDs.Of(id)
	opts = w.hexOptions(w.rules.advances(s, u))
	if w.Explains() {
		w.Ask("prompt.advance.hex", w.rules.unitArg("unit", u))
	}
	if to, ok := w.Choose(opts, func(id string) *engine.Illegal { return w.whyNotAdvance(u, id) }); ok {
		w.Emit(event.Advanced{Unit: id, From: w.rules.hexID(s.Units[u].Hex), To: to})
	}
}

// notAdvancer says why a unit does not advance: see [walk.unknown].
func (w *walk) notAdvancer(u unitIx) string {
	g, s := w.rules, w.S()
	c := &s.Combat
	switch {
	case g.side(u).Seat() != w.Prompt.Seat:
		return "enemy"
	case !c.Att.Has(u) || s.Units[u].Where != onMap:
		return "outside"
	case g.d.Units[u].Move == 0:
		return "advance.immobile"
	case c.Advanced.Has(u):
		return "advance.again"
	case slices.ContainsFunc(g.d.Hexes[s.Units[u].Hex].Next[:], func(to hexIx) bool { return to != noHex && g.vacated(s, to) }):
		return "advance.room"
	}
	return "advance.nothing-near"
}

func (w *walk) whyNotAdvance(u unitIx, id string) *engine.Illegal {
	s := w.S()
	h, ok := w.rules.d.HexIDs.Find(id)
	if !ok {
		return w.notHex("11.2", id)
	}
	args := []engine.Arg{w.rules.unitArg("unit", u), w.rules.hexArg("hex", h)}
	switch d, adjacent := w.rules.direction(s.Units[u].Hex, h); {
	case !adjacent:
		return w.Refuse("11.2", "illegal.advance.far", args...)
	case !w.rules.vacated(s, h):
		return w.Refuse("11.2", "illegal.advance.not-vacated", args...)
	case w.rules.d.Hexes[s.Units[u].Hex].Side[d].Meuse:
		return w.Refuse("11.2", "illegal.advance.meuse", args...)
	case w.rules.stepsIn(s, h)+s.Units[u].Steps > stackLimit:
		return w.Refuse("10", "illegal.no-room", args...)
	default:
		return w.hindered("11.2", "advance", w.rules.closed(s, w.rules.side(u), s.Units[u].Hex, d), args...)
	}
}
