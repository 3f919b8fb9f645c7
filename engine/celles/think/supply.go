package think

import (
	"slices"

	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// supply is the German supply without an Allied unit, prepared for asking what that would cut off elsewhere.
type supply struct {
	w     *celles.Window
	unit  scenario.UnitIx
	paths *ways.Flood[scenario.HexIx]
	lines []celles.UnitSet // by hex: the Germans whose path runs over it
	// By hex: the first of those from which paths lead to it, and the next of those whose paths lead to the same.
	first, next []scenario.HexIx
}

func newSupply(w *celles.Window, unit scenario.UnitIx) *supply {
	w = w.Copy()
	w.Lift(unit)
	n := len(w.Data().Hexes)
	s := &supply{
		w: w, unit: unit, paths: w.Paths(scenario.NationGerman), lines: make([]celles.UnitSet, n),
		first: slices.Repeat([]scenario.HexIx{scenario.NoHex}, n), next: make([]scenario.HexIx, n),
	}
	for h := range s.paths.All() {
		if to := s.paths.From(h); to != h {
			s.first[to], s.next[h] = h, s.first[to]
		}
	}
	for u := range w.Alive(scenario.German).All() {
		h, before := w.Unit(u).Hex, scenario.NoHex
		for ; s.paths.From(h) != scenario.NoHex && h != before; h, before = s.paths.From(h), h {
			s.lines[h] = s.lines[h].With(u)
		}
	}
	return s
}

// cuts is the Germans that are cut off besides once the unit is in a hex. Only what it closes the paths of is looked
// at: of that is supplied again what is open and next to a hex that keeps its path.
func (s *supply) cuts(to scenario.HexIx) celles.UnitSet {
	closed := s.w.Closes(s.unit, to)
	var cut celles.UnitSet
	for h := range closed.All() {
		cut |= s.lines[h]
	}
	if cut == 0 {
		return 0
	}
	var off celles.HexSet // what has lost its path
	for queue := slices.AppendSeq(make([]scenario.HexIx, 0, 64), closed.All()); len(queue) > 0; queue = queue[1:] {
		if !off.Has(queue[0]) {
			off.Add(queue[0])
			for h := s.first[queue[0]]; h != scenario.NoHex; h = s.next[h] {
				queue = append(queue, h)
			}
		}
	}
	lost := off // what has no other
	for more := true; more; {
		more = false
		for h := range off.All() {
			if lost.Has(h) && !closed.Has(h) && s.suppliedBy(h, &lost) {
				lost.Remove(h)
				more = true
			}
		}
	}
	return cut.Filter(func(u scenario.UnitIx) bool { return lost.Has(s.w.Unit(u).Hex) })
}

// suppliedBy reports whether a path leads on from a hex to one that has a path itself.
func (s *supply) suppliedBy(h scenario.HexIx, lost *celles.HexSet) bool {
	for d, to := range s.w.Data().Hexes[h].Next {
		if to != scenario.NoHex && s.paths.From(to) != scenario.NoHex && !lost.Has(to) && s.w.Passes(scenario.German, h, hex.Dir(d)) {
			return true
		}
	}
	return false
}

// cuts is what an Allied unit in a hex takes from Germans by cutting their supply: by the Meuse, what they
// would score there in the next turn.
func (g *ground) cuts(u scenario.UnitIx, h scenario.HexIx) float64 {
	if g.turns <= 1 {
		return 0
	}
	if g.without == nil || g.without.unit != u {
		g.without = newSupply(g.w, u)
	}
	sum := 0.0
	for v := range g.without.cuts(h).All() {
		sum += 0.3 + g.meuse[g.w.Unit(v).Hex]/float64(g.turns)
	}
	return sum
}
