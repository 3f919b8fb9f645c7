package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/lists"
)

// 6.1 and 6.2 Stacking.

// Limits of a stack (6.1): three units, a battalion and a headquarters; more headquarters count as battalions.
const (
	stackUnits = 3
	stackAll   = 4
)

// pile counts what is in a hex: large units (III, X), battalions, headquarters.
type pile struct{ large, small, hqs int }

func (p *pile) add(x *scenario.Unit, n int) {
	switch {
	case x.Type == scenario.TypeHQ:
		p.hqs += n
	case x.Large():
		p.large += n
	default:
		p.small += n
	}
}

// over is by how many units it is too high (6.1).
func (p pile) over() int {
	return max(0, p.large-stackUnits, p.large+p.small+max(0, p.hqs-1)-stackAll)
}

// pileIn counts the units in a hex.
func (g *rules) pileIn(s *State, h hexIx) (p pile) {
	for u := s.first[h]; u != noUnit; u = s.after[u] {
		p.add(&g.d.Units[u], 1)
	}
	return p
}

// excess is by how many units the stack in a hex is too high, or 0.
func (g *rules) excess(s *State, h hexIx) int { return g.pileIn(s, h).over() }

// fits reports whether some more units may stay in a hex (6.3). Those of them that are there already count once.
func (g *rules) fits(s *State, h hexIx, more unitSet) bool {
	p := g.pileIn(s, h)
	for u := range more.All() {
		if x := &s.Units[u]; x.Where != onMap || x.Hex != h {
			p.add(&g.d.Units[u], 1)
		}
	}
	return p.over() == 0
}

// surplus is the units in a hex of which the enemy may remove one (6.2): those without which the stack is lower by one.
func (g *rules) surplus(s *State, h hexIx) unitSet {
	p := g.pileIn(s, h)
	over := p.over()
	return s.stack(h).Filter(func(u unitIx) bool {
		q := p
		q.add(&g.d.Units[u], -1)
		return q.over() < over
	})
}

// overstacked is the first hex in which stacking must be corrected now, and the side that stands there (6.2): at the
// end of a movement phase the active side's, after combat both; or noHex.
func (g *rules) overstacked(s *State) (hexIx, side) {
	if !s.Mend {
		return noHex, noSide
	}
	for sd := range side(2) {
		if sd != s.Side && s.Step != stepFight {
			continue
		}
		for h := range s.occupied[sd].All() {
			if g.excess(s, h) > 0 {
				return h, sd
			}
		}
	}
	return noHex, noSide
}

// overstackWarning warns a player who ends a move or a phase of what the enemy will remove in some hexes; nil: nothing.
func (g *rules) overstackWarning(s *State, hexes hexSet) *engine.Msg {
	over := 0
	high := hexes.Filter(func(h hexIx) bool {
		n := g.excess(s, h)
		over += n
		return n > 0
	})
	if over == 0 {
		return nil
	}
	return engine.Warn("warn.stack", engine.Num("n", over), g.hexesArg("hexes", slices.Collect(high.All())))
}

// hexesArg is a list of hexes as an argument of a message.
func (g *rules) hexesArg(name string, hexes []hexIx) engine.Arg {
	return engine.List(name, lists.Map(hexes, func(h hexIx) engine.Arg { return g.hexArg("", h) })...)
}

func (w *walk) removeExcess() {
	g, s := w.rules, w.S()
	h, _ := g.overstacked(s)
	if id, ok := w.Choose(w.unitOptions(g.surplus(s, h)), w.whyUnit("6.2", "illegal.stack.word", func(u unitIx) *engine.Illegal {
		why := "illegal.stack.unit"
		if s.Units[u].Where != onMap || s.Units[u].Hex != h {
			why = "illegal.stack.elsewhere"
		}
		return w.Refuse("6.2", why, g.unitArg("unit", u), g.hexArg("hex", h))
	})); ok {
		g.kill(w.Ruling, g.d.UnitIDs.Of(id), event.CauseStacking)
	}
}
