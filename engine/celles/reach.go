package celles

import "referee/engine/hex"

// reached is one hex that a unit can come to.
type reached struct {
	hex        hexIx
	cost       int // sixths of an MP, from where it stands
	infiltrate bool
}

// node is a hex of the search: with and without the bonus of 8.5 they are two.
type node struct {
	hex   hexIx
	plain bool // 8.5 holds no more
}

// search is the cheapest way to every hex that a unit can reach, infiltrating
// nowhere on the way.
type search struct {
	cost [2][maxHexes]int16 // by node.plain; -1: not reached
	from [2][maxHexes]node
	risk [maxHexes]int16 // cost of an infiltration into the hex; -1: none
}

const dearest = 40 * sixths // more than any allowance

func plainIx(plain bool) int {
	if plain {
		return 1
	}
	return 0
}

// explore finds where a unit can come from where it stands with what it may
// spend: Dijkstra with a list for each cost, as costs are small whole numbers.
func (g *rules) explore(s *State, m mover) *search {
	f := &search{}
	for h := range g.d.Hexes {
		f.cost[0][h], f.cost[1][h], f.risk[h] = -1, -1, -1
	}
	q := queue{entries: make([]entry, 0, len(g.d.Hexes))}
	base := m.spent
	f.reach(&q, node{s.Units[m.unit].Hex, !m.strategic}, 0, node{})
	for cost := range q.heads {
		for i := q.heads[cost]; i > 0; i = q.entries[i-1].next {
			n := q.entries[i-1].node
			if int(f.cost[plainIx(n.plain)][n.hex]) != cost {
				continue // a cheaper way was found
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
						f.risk[st.to] = int16(cost + st.cost)
					}
				default:
					f.reach(&q, node{st.to, !st.strategic}, cost+st.cost, n)
				}
			}
		}
	}
	return f
}

// beaten reports whether h was reached before at no more than cost, so that no
// step from a node of that cost could better it.
func (f *search) beaten(h hexIx, plain bool, cost int) bool {
	if h == noHex {
		return true
	}
	a, b := f.cost[0][h], f.cost[1][h]
	return a >= 0 && int(a) <= cost || plain && b >= 0 && int(b) <= cost
}

// reach notes a way to n, if it is the cheapest so far.
func (f *search) reach(q *queue, n node, cost int, from node) {
	p := plainIx(n.plain)
	if old := f.cost[p][n.hex]; old >= 0 && int(old) <= cost || cost > dearest {
		return
	}
	if old := f.cost[0][n.hex]; n.plain && old >= 0 && int(old) <= cost {
		return // with the bonus all goes that goes without it
	}
	f.cost[p][n.hex], f.from[p][n.hex] = int16(cost), from
	q.entries = append(q.entries, entry{n, q.heads[cost]})
	q.heads[cost] = int16(len(q.entries))
}

// queue holds the nodes to be looked at, in one linked list for each cost. An
// index is that of the entry, plus one.
type queue struct {
	heads   [dearest + 1]int16
	entries []entry
}

type entry struct {
	node node
	next int16
}

// best is the cheapest way's node at h.
func (f *search) best(h hexIx) (node, int, bool) {
	a, b := f.cost[0][h], f.cost[1][h]
	switch {
	case a < 0 && b < 0:
		return node{}, 0, false
	case b < 0 || a >= 0 && a <= b:
		return node{h, false}, int(a), true
	default:
		return node{h, true}, int(b), true
	}
}

// reach lists every hex that u can come to, by index: those that need an
// infiltration at the last step are marked, and lead no further.
func (g *rules) reach(s *State, m mover) []reached {
	f := g.explore(s, m)
	here := s.Units[m.unit].Hex
	out := make([]reached, 0, len(g.d.Hexes))
	for i := range g.d.Hexes {
		h := hexIx(i)
		if h == here {
			continue
		}
		if _, c, ok := f.best(h); ok {
			out = append(out, reached{hex: h, cost: c})
		} else if f.risk[h] >= 0 {
			out = append(out, reached{hex: h, cost: int(f.risk[h]), infiltrate: true})
		}
	}
	return out
}

// route is the cheapest run of steps of the active unit to h, or nothing.
func (g *rules) route(s *State, u unitIx, h hexIx) []hexIx {
	f := g.explore(s, g.mover(s, u))
	n, _, ok := f.best(h)
	if !ok || h == s.Units[u].Hex {
		return nil
	}
	var back []hexIx
	for f.cost[plainIx(n.plain)][n.hex] > 0 {
		back = append(back, n.hex)
		n = f.from[plainIx(n.plain)][n.hex]
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}
