package celles

import (
	"slices"

	"referee/engine/celles/scenario"
	"referee/engine/hex"
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

// node is a node of the search: a hex with or without the bonus of 8.5.
type node struct {
	hex   hexIx
	plain bool // 8.5 no longer applies
}

// search holds the cheapest path to every hex that a unit can reach, with an
// infiltration only as its last step.
type search struct {
	mover mover
	start hexIx
	cost  [2][scenario.MaxHexes]int16 // by node.plain; -1: not reached
	from  [2][scenario.MaxHexes]node
	risk  [scenario.MaxHexes]int16 // cost of an infiltration into the hex; -1: none
	risky [scenario.MaxHexes]node  // where that begins
}

const dearest = 40 * scenario.Sixths // more than any allowance

func plainIx(plain bool) int {
	if plain {
		return 1
	}
	return 0
}

// explore finds the hexes that a unit can reach from its hex with what it may spend:
// Dijkstra's algorithm with a list for each cost, as costs are small whole numbers.
func (g *rules) explore(s *State, m mover) *search {
	f := &search{mover: m, start: s.Units[m.unit].Hex}
	for h := range g.d.Hexes {
		f.cost[0][h], f.cost[1][h], f.risk[h] = -1, -1, -1
	}
	q := queue{entries: make([]bucketEntry, 0, len(g.d.Hexes))}
	base := m.spent
	f.reach(&q, node{s.Units[m.unit].Hex, !m.strategic}, 0, node{})
	for cost := range q.heads {
		for i := q.heads[cost]; i > 0; i = q.entries[i-1].next {
			n := q.entries[i-1].node
			if int(f.cost[plainIx(n.plain)][n.hex]) != cost {
				continue // a cheaper path was found
			}
			m.spent, m.strategic = base+cost, !n.plain
			for _, d := range hex.Dirs {
				if f.beaten(g.next[n.hex][d], n.plain, cost) {
					continue
				}
				st := g.step(s, &m, n.hex, d)
				switch {
				case st.by != free:
				case st.infiltrate:
					if old := f.risk[st.to]; old < 0 || int(old) > cost+st.cost {
						f.risk[st.to], f.risky[st.to] = int16(cost+st.cost), n
					}
				default:
					f.reach(&q, node{st.to, !st.strategic}, cost+st.cost, n)
				}
			}
		}
	}
	return f
}

// beaten reports whether h was reached before at no more than cost, so that no step
// from a node of that cost can improve it.
func (f *search) beaten(h hexIx, plain bool, cost int) bool {
	if h == noHex {
		return true
	}
	a, b := f.cost[0][h], f.cost[1][h]
	return a >= 0 && int(a) <= cost || plain && b >= 0 && int(b) <= cost
}

// reach records a path to n, if it is the cheapest so far.
func (f *search) reach(q *queue, n node, cost int, from node) {
	p := plainIx(n.plain)
	if old := f.cost[p][n.hex]; old >= 0 && int(old) <= cost || cost > dearest {
		return
	}
	if old := f.cost[0][n.hex]; n.plain && old >= 0 && int(old) <= cost {
		return // whatever is possible without the bonus is possible with it
	}
	f.cost[p][n.hex], f.from[p][n.hex] = int16(cost), from
	q.entries = append(q.entries, bucketEntry{n, q.heads[cost]})
	q.heads[cost] = int16(len(q.entries))
}

// queue holds the nodes to be looked at, in one linked list for each cost. An
// index is that of the entry, plus one.
type queue struct {
	heads   [dearest + 1]int16
	entries []bucketEntry
}

type bucketEntry struct {
	node node
	next int16
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
	a, b := int(f.cost[0][h]), int(f.cost[1][h])
	switch {
	case a < 0 && b < 0:
		return node{}, 0, false
	case b < 0 || a >= 0 && f.left(a, false) > f.left(b, true):
		return node{h, false}, a, true
	default:
		return node{h, true}, b, true
	}
}

// reach lists every hex that u can reach, by index: those that need an infiltration at
// the last step are marked, and lead no further.
func (g *rules) reach(s *State, m mover) []reached {
	f := g.explore(s, m)
	out := make([]reached, 0, len(g.d.Hexes))
	for i := range g.d.Hexes {
		h := hexIx(i)
		if h == f.start {
			continue
		}
		risk := int(f.risk[h])
		if n, c, ok := f.best(h); ok {
			r := reached{hex: h, cost: c, left: f.left(c, n.plain), strategic: m.strategic && !n.plain, risk: -1}
			if risk >= 0 && f.left(risk, true) > r.left {
				r.risk = risk
			}
			out = append(out, r)
		} else if risk >= 0 {
			out = append(out, reached{hex: h, cost: risk, left: f.left(risk, true), infiltrate: true, risk: -1})
		}
	}
	return out
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
	var back []hexIx
	if want == goalInfiltrate || !ok {
		if f.risk[h] < 0 {
			return nil
		}
		back, n = append(back, h), f.risky[h]
	}
	for f.cost[plainIx(n.plain)][n.hex] > 0 {
		back = append(back, n.hex)
		n = f.from[plainIx(n.plain)][n.hex]
	}
	slices.Reverse(back)
	return back
}
