package league

import "slices"

// bracket is one score group of a Swiss round, with those moved down to it, and
// below them all who are still to be paired. Places in it are numbered from the
// top.
type bracket struct {
	s     *swiss
	all   []int   // players, as indices into s.list
	moved int     // the first ones, who were moved down
	size  int     // the first ones, who are in the bracket
	next  int     // the first ones, who are in it or in the group below
	tiers [][]int // the moved down by points, most first
	below [][]int // those who may go down, likewise
	gone  []bool  // paired for good
}

func (s *swiss) nextBracket() *bracket {
	b := &bracket{s: s, all: slices.Clone(s.rest), moved: s.moved, gone: make([]bool, len(s.rest))}
	b.size = b.endOfGroup(b.moved)
	b.next = b.size
	if b.size < len(b.all) {
		b.next = b.endOfGroup(b.size)
	}
	b.tiers, b.below = b.byPoints(b.moved), b.byPoints(b.size)
	return b
}

// endOfGroup is the place after the last with as many points as place from.
func (b *bracket) endOfGroup(from int) int {
	to := from
	for to < len(b.all) && b.points(to) == b.points(from) {
		to++
	}
	return to
}

func (b *bracket) points(place int) int { return b.s.list[b.all[place]].Points }

// byPoints groups the first places by their points.
func (b *bracket) byPoints(n int) [][]int {
	var out [][]int
	for i := range n {
		if i == 0 || b.points(i) != b.points(i-1) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}

// own lists the places of the bracket's own players who are still in rest.
func (b *bracket) own(rest []int) []int {
	var out []int
	for i := range b.all {
		b.gone[i] = !slices.Contains(rest, b.all[i])
		if i >= b.moved && i < b.size && !b.gone[i] {
			out = append(out, i)
		}
	}
	return out
}

// solve pairs all who are not paired for good, and returns the pairs within the
// bracket by place. Without halves it decides whom the moved down meet, with
// them the order of the own players.
func (b *bracket) solve(h *halves) [][2]int {
	n := len(b.all)
	var m *matcher
	for i := range n {
		for j := i + 1; j < n; j++ {
			if b.gone[i] || b.gone[j] || !b.s.can[b.all[i]][b.all[j]] {
				continue
			}
			w := b.weigh(i, j, h)
			if m == nil {
				m = newMatcher(n, len(w))
			}
			m.join(i+1, j+1, w)
		}
	}
	if m == nil {
		return nil
	}
	var out [][2]int
	for i, mate := range m.solve()[1:] {
		if j := mate - 1; j > i && j < b.size {
			out = append(out, [2]int{i, j})
		}
	}
	return out
}

// weigh is what a pair counts for: one number for each rule, in the order of
// their rank.
func (b *bracket) weigh(i, j int, h *halves) weight {
	s, p, q := b.s, b.all[i], b.all[j]
	x, y := s.list[p], s.list[q]
	sameSide := s.want[p].side != 0 && s.want[p].side == s.want[q].side
	weakest := min(s.want[p].strength, s.want[q].strength)
	inside, near := j < b.size, j < b.next
	w := weight{
		1,                                     // most pairs in all
		one(x.Bye) + one(y.Bye),               // C.2: byes for those who had none
		-one(sameSide && weakest == absolute), // C.3
		int64(x.Points + y.Points),            // byes for the fewest points
		one(inside),                           // C.5
	}
	w = appendTiers(w, b.tiers, i, j, inside)                    // C.6
	w = append(w, one(near && !inside))                          // C.7: most pairs in the next group
	w = appendTiers(w, b.below, i, j, near)                      // C.7: and what C.6 says, there
	w = append(w, -one(inside && sameSide))                      // C.10
	w = append(w, -one(inside && sameSide && weakest >= strong)) // C.11
	w = appendFloats(w, x, y, inside)                            // C.12 to C.19
	w = append(w, one(inside)*int64(s.hours[p][q]))
	if h != nil {
		return h.appendOrder(w, i, j, inside)
	}
	return b.appendMoved(w, i, j, inside)
}

// appendFloats counts who floats again as they did last round and the round
// before: first how many do (C.12 to C.15), then by how many points (C.16 to
// C.19). To be paired in the bracket saves a player from floating down.
func appendFloats(w weight, x, y Entrant, inside bool) weight {
	in, gap := one(inside), int64(x.Points-y.Points)
	for back := 1; back <= 2; back++ {
		down := one(x.floated(back) == Down) + one(y.floated(back) == Down)
		up := one(gap > 0 && y.floated(back) == Up)
		w = append(w, in*down, -in*up)
	}
	for back := 1; back <= 2; back++ {
		w = append(w, -in*gap*one(x.floated(back) == Down), -in*gap*one(y.floated(back) == Up))
	}
	return w
}

// appendTiers counts for each tier who of it is paired.
func appendTiers(w weight, tiers [][]int, i, j int, paired bool) weight {
	for _, tier := range tiers {
		w = append(w, one(paired)*(one(slices.Contains(tier, i))+one(slices.Contains(tier, j))))
	}
	return w
}

// appendMoved orders the pairs of those moved down: the higher of them have
// opponents, and each in turn the highest that is possible.
func (b *bracket) appendMoved(w weight, i, j int, inside bool) weight {
	for k := range b.moved {
		w = append(w, one(inside && i == k))
	}
	for k := range b.moved {
		w = append(w, one(inside && i == k)*int64(-j))
	}
	return w
}

// halves are the top and the bottom half (S1 and S2) of players who are paired
// among themselves.
type halves struct {
	places []int
	top    int // how many are in the top half: as many as there will be pairs
}

// appendOrder orders candidates as D.3 and D.1 do. The better placed of a pair
// plays for the top half; who plays there without being of it was exchanged.
func (h *halves) appendOrder(w weight, i, j int, inside bool) weight {
	upper, lower := slices.Index(h.places, i), slices.Index(h.places, j)
	in := one(inside)
	w = append(w,
		-in*one(upper >= h.top), // fewest exchanged
		-in*int64(upper),        // the smallest difference between those exchanged
	)
	for k := h.top - 1; k >= 0; k-- { // the lowest of the top half go down
		w = append(w, -in*one(upper == k))
	}
	for k := h.top; k < len(h.places); k++ { // the highest of the bottom half come up
		w = append(w, in*one(upper == k))
	}
	for k := range h.places { // the first transposition
		w = append(w, -in*one(upper == k)*int64(lower))
	}
	return w
}

func one(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
