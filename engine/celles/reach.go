package celles

import (
	"iter"

	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/kit/ways"
)

// reached is one hex that a unit can reach, by the path that leaves most MP.
type reached struct {
	hex        hexIx
	cost       int  // sixths of an MP, from where it stands
	left       int  // sixths, once there
	strategic  bool // the bonus of 8.5 still holds there
	infiltrate bool // its last step is an infiltration: there is no other way
	// risk is the cost of the path whose last step is an infiltration, if that leaves
	// more than the path without a die; -1: none does.
	risk int
}

// node is a node of the search: a hex, twice its index; one more where the bonus of 8.5 no
// longer applies.
type node int16

func nodeOf(h hexIx, plain bool) node { return 2*node(h) + node(plainIx(plain)) }

func (n node) hex() hexIx  { return hexIx(n / 2) }
func (n node) plain() bool { return n%2 == 1 }

func plainIx(plain bool) int {
	if plain {
		return 1
	}
	return 0
}

// search holds the cheapest path to every hex that a unit can reach, with an
// infiltration only as its last step.
type search struct {
	*ways.Cheapest[node]
	mover mover
	start hexIx
	risk  [scenario.MaxHexes]int16 // cost of an infiltration into the hex; 0: none
	risky [scenario.MaxHexes]node  // where that begins
}

const dearest = 40 * scenario.Sixths // more than any allowance

// explore finds the hexes that a unit can reach from its hex with what it may spend.
func (g *rules) explore(s *State, m mover) *search {
	f := &search{Cheapest: ways.New[node](2*len(g.d.Hexes), dearest), mover: m, start: s.Units[m.unit].Hex}
	base, start := m.spent, nodeOf(f.start, !m.strategic)
	f.Reach(start, 0, start)
	for n, cost := range f.All() {
		m.spent, m.strategic = base+cost, !n.plain()
		for _, d := range hex.Dirs {
			if f.beaten(g.next[n.hex()][d], n.plain(), cost) {
				continue
			}
			switch st := g.step(s, &m, n.hex(), d); {
			case st.by != free:
			case st.infiltrate:
				if old := f.risk[st.to]; old == 0 || int(old) > cost+st.cost {
					f.risk[st.to], f.risky[st.to] = int16(cost+st.cost), n
				}
			case !f.beaten(st.to, !st.strategic, cost+st.cost):
				f.Reach(nodeOf(st.to, !st.strategic), cost+st.cost, n)
			}
		}
	}
	return f
}

// beaten reports whether h was reached before at no more than cost: whatever is possible
// without the bonus is possible with it.
func (f *search) beaten(h hexIx, plain bool, cost int) bool {
	cheap := func(n node) bool { c := f.Cost(n); return c >= 0 && c <= cost }
	return h == noHex || cheap(nodeOf(h, false)) || plain && cheap(nodeOf(h, true))
}

// costs are those of the cheapest paths to h with the bonus and without.
func (f *search) costs(h hexIx) (bonus, plain int) {
	return f.Cost(nodeOf(h, false)), f.Cost(nodeOf(h, true))
}

// left is what a path of that cost leaves, with and without the bonus of 8.5.
func (f *search) left(cost int, plain bool) int {
	m := f.mover
	m.spent, m.strategic = m.spent+cost, m.strategic && !plain
	return m.left()
}

// best is the node at h of the path without a die that leaves most, and its cost. Of
// two that leave the same it is the cheaper one, which has used up the bonus of 8.5:
// what can still be done with the bonus can be done without it, too.
func (f *search) best(h hexIx) (node, int, bool) {
	a, b := f.costs(h)
	switch {
	case a < 0 && b < 0:
		return 0, 0, false
	case b < 0 || a >= 0 && f.left(a, false) > f.left(b, true):
		return nodeOf(h, false), a, true
	default:
		return nodeOf(h, true), b, true
	}
}

// reach goes through every hex that u can reach, by index: those that need an infiltration at
// the last step are marked, and lead no further.
func (g *rules) reach(s *State, m mover) iter.Seq[reached] {
	return func(yield func(reached) bool) {
		f := g.explore(s, m)
		for i := range g.d.Hexes {
			h := hexIx(i)
			risk := int(f.risk[h])
			n, c, ok := f.best(h)
			if h == f.start || !ok && risk == 0 {
				continue
			}
			r := reached{hex: h, cost: risk, infiltrate: true, risk: -1}
			if ok {
				r = reached{hex: h, cost: c, left: f.left(c, n.plain()), strategic: m.strategic && !n.plain(), risk: -1}
				if risk > 0 && f.left(risk, true) > r.left {
					r.risk = risk
				}
			} else {
				r.left = f.left(risk, true)
			}
			if !yield(r) {
				return
			}
		}
	}
}

// goal is what a player wants of a move to a hex: to get there by the path that leaves
// most, with a die only if there is no other path, or to infiltrate it.
type goal int8

const (
	goalTo goal = iota
	goalInfiltrate
)

// Prefixes of the hex of a goal. A neighbouring hex without one is a single step, which
// is how moves are recorded; a distant one without one means goalTo.
const (
	wordTo         = "to:"
	wordInfiltrate = "infiltrate:"
)

// route is the run of steps of the active unit to h, or nothing. It is the path that
// reach describes.
func (g *rules) route(s *State, u unitIx, h hexIx, want goal) []hexIx {
	f := g.explore(s, g.mover(s, u))
	if h == f.start {
		return nil
	}
	n, _, ok := f.best(h)
	var last []hexIx
	if want == goalInfiltrate || !ok {
		if f.risk[h] == 0 {
			return nil
		}
		last, n = []hexIx{h}, f.risky[h]
	}
	return append(lists.Map(f.Way(n), node.hex), last...)
}
