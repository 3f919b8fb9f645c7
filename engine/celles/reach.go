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

// explore finds where u can come from where it stands with what it may spend.
func (g *rules) explore(s *State, m mover) *search {
	f := &search{}
	for h := range g.d.Hexes {
		f.cost[0][h], f.cost[1][h], f.risk[h] = -1, -1, -1
	}
	var buckets [dearest + 1][]node
	start := node{s.Units[m.unit].Hex, !m.strategic}
	base := m.spent
	f.cost[plainIx(start.plain)][start.hex] = 0
	buckets[0] = append(buckets[0], start)
	for c := 0; c <= dearest; c++ {
		for i := 0; i < len(buckets[c]); i++ {
			n := buckets[c][i]
			if int(f.cost[plainIx(n.plain)][n.hex]) != c {
				continue
			}
			m.spent, m.strategic = base+c, !n.plain
			for _, d := range hex.Dirs {
				st := g.step(s, &m, n.hex, d)
				if st.rule != "" {
					continue
				}
				at := c + st.cost
				if st.infiltrate {
					if f.risk[st.to] < 0 || int(f.risk[st.to]) > at {
						f.risk[st.to] = int16(at)
					}
					continue
				}
				p := plainIx(!st.strategic)
				if old := f.cost[p][st.to]; old >= 0 && int(old) <= at {
					continue
				}
				f.cost[p][st.to], f.from[p][st.to] = int16(at), n
				if at <= dearest {
					buckets[at] = append(buckets[at], node{st.to, !st.strategic})
				}
			}
		}
	}
	return f
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
	var out []reached
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
