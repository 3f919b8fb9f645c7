package think

import (
	"cmp"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
)

// deed is what one unit could do: go to a hex, or stay, and attack or not.
type deed struct {
	unit   scenario.UnitIx
	to     scenario.HexIx
	slips  bool // its last step needs a die, which comes first
	fights bool
	fight  fight
	gain   values  // against staying where it is and doing nothing
	crowd  float64 // what of the gain, in termFight, is for steps too many in the hex
}

// path is the deed as an answer to the question what moves, in which unit moves already or
// must be named.
func (t *deed) path(w *celles.Window) []string {
	var path []string
	if w.Moving() == scenario.NoUnit {
		path = append(path, w.Data().UnitIDs.ID(t.unit))
	}
	if t.to != w.Unit(t.unit).Hex {
		path = append(path, "to:"+w.Data().HexIDs.ID(t.to))
	}
	if t.slips {
		return path
	}
	if !t.fights {
		return append(path, "stop")
	}
	path = append(path, "attack", celles.Intensities()[t.fight.intensity])
	for u := range t.fight.with.All() {
		path = append(path, "+"+w.Data().UnitIDs.ID(u))
	}
	return append(path, "go")
}

// deeds lists what a unit could do that is worth looking at, staying first. The list is good until the next one.
func (g *ground) deeds(u scenario.UnitIx, spend func() bool) []deed {
	o := &g.outlooks[u]
	if o.ways == nil {
		o.ways = append([]celles.Way{{Hex: g.w.Unit(u).Hex, Left: g.w.Left(u)}}, g.w.Reach(u)...)
		o.worth = make([]values, 0, len(o.ways))
	}
	w := g.w.Copy()
	list := slices.Grow(g.list[:0], len(o.ways))
	for i, way := range o.ways {
		if i > 0 && !spend() {
			break
		}
		h, chance := way.Hex, 1.0
		if way.Infiltrate {
			chance = float64(g.w.Slips(u)) / 10 * 0.8
		}
		if i == len(o.worth) {
			o.worth = append(o.worth, g.worth(u, h))
		}
		there, crowd := o.worth[i], 0.0
		near := w.Near(h, g.side)
		if near || w.Held(h, g.side) { // it makes a difference to others that it is there
			w.Put(u, h)
			if over := g.over(w, h); over > 0 {
				crowd = -1.3 * float64(over)
				there[termFight] += crowd
			}
		}
		t := deed{unit: u, to: h, slips: way.Infiltrate, crowd: crowd * chance}
		t.gain.add(&there, chance)
		t.gain.add(&o.worth[0], -chance)
		if near && crowd == 0 { // else steps are lost before the odds (10)
			if f, ok := g.bestFight(w, u, way.Left); ok {
				t.fights, t.fight = true, f
				t.gain[termFight] += f.value * chance
			}
		}
		list = append(list, t)
	}
	g.list = list
	return list
}

// over is how many steps in a hex are too many.
func (g *ground) over(w *celles.Window, h scenario.HexIx) int {
	steps := 0
	for u := range w.In(h).All() {
		steps += w.Unit(u).Steps
	}
	return max(0, steps-stacked)
}

// best is the deed of a unit that gains most, and the best of another kind: the same where there is none.
func (g *ground) best(u scenario.UnitIx, spend func() bool) (best, other deed) {
	all := g.deeds(u, spend)
	best = *most(all, func(*deed) bool { return true })
	if o := most(all, func(t *deed) bool { return g.kind(*t) != g.kind(best) }); o != nil {
		return best, *o
	}
	return best, best
}

// most is the deed that gains most of those that count, the first of equal ones; nil: none counts.
func most(list []deed, counts func(*deed) bool) (found *deed) {
	gain := math.Inf(-1)
	for i := range list {
		if x := list[i].gain.sum(); x > gain && counts(&list[i]) {
			found, gain = &list[i], x
		}
	}
	return found
}

// worthwhile is the least gain for which a unit is moved, in VP.
const worthwhile = 0.02

// choice is the best that a unit could do, and the best of another kind: the same where there is none.
type choice struct{ best, other deed }

// choices are the choices of the units whose turn it is, or of the one that moves.
func (g *ground) choices(spend func() bool) (list []choice) {
	units := g.w.ToMove()
	if u := g.w.Moving(); u != scenario.NoUnit {
		units = celles.SetOf(u)
	}
	for u := range units.All() {
		best, other := g.best(u, spend)
		list = append(list, choice{best, other})
	}
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(b.best.gain.sum(), a.best.gain.sum()) })
	return list
}

// idle reports whether no unit is worth being moved.
func (g *ground) idle(list []choice) bool {
	return len(list) == 0 || list[0].best.gain.sum() < worthwhile && g.w.Moving() == scenario.NoUnit
}

// ends ends the moves, as no unit gains by one.
func ends() play.Answer { return plainly("why.idle", "end") }

// plainly is an answer with a reason that compares nothing.
func plainly(why string, path ...string) play.Answer {
	return play.Answer{Path: path, Why: engine.Answer{Lines: []engine.Msg{engine.Say(why)}}}
}

// move answers what moves next.
func (s sergeant) move(q *play.Question, w *celles.Window) play.Answer {
	g := s.ground(w, w.Acting())
	list := g.choices(func() bool { return q.Spend(1) })
	if g.idle(list) {
		return ends()
	}
	t := &list[0]
	return play.Answer{Path: t.best.path(w), Why: g.why(t.best, t.best.gain, t.other, t.other.gain)}
}
