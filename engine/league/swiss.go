package league

import (
	"cmp"
	"slices"

	"referee/engine/kit/lists"
)

// Float is what a round did to a player's place among the scores.
type Float int

// The floats. Zero: they met somebody with as many points.
const (
	Down Float = 1 // they met somebody with fewer points, or nobody
	Up   Float = 2 // they met somebody with more
)

// Entrant is a player as a Swiss round finds them.
type Entrant struct {
	Player Player
	Points int
	// Met lists the opponents so far.
	Met []Player
	// Sides and Floats have one value for each round, zero where there was no
	// match.
	Sides  []Side
	Floats []Float
	// Bye says that they have had points without playing.
	Bye bool
}

// floated is the float of so many rounds ago.
func (e *Entrant) floated(back int) Float {
	if back > len(e.Floats) {
		return 0
	}
	return e.Floats[len(e.Floats)-back]
}

// Draw says how a Swiss round is to be paired.
type Draw struct {
	// Initial is the side of the first player in round one, by lot. Zero means
	// First.
	Initial Side
	// May says who may meet whom, beside the rule that nobody meets twice; nil:
	// everybody.
	May func(a, b Player) bool
	// Overlap is how well the waking hours of two agree, in minutes a day; nil
	// leaves hours out.
	Overlap func(a, b Player) int
	// Later is how many rounds come after this one.
	Later int
}

// Swiss pairs one round. The field is in the order of the first ranking, of
// those alone who play in this round; all have as many Sides and Floats.
//
// The rules are FIDE's Dutch system (Handbook C.04.3). In their order, with the
// paragraphs of the edition of 2017:
//
//   - Nobody meets twice (C.1), and no pair is made that Draw.May forbids.
//   - As few players as possible stay without an opponent; of these one who had
//     a bye before as rarely as possible (C.2); two who both absolutely need the
//     same side meet as rarely as possible (C.3); the byes go to the fewest
//     points. FIDE's C.1 to C.3 admit no exception and leave it to the arbiter
//     when nothing is left: here a smaller club is paired all the same.
//   - Score groups are paired from the top; who is left goes down to the next.
//     A group is paired only so that the rest can be paired (C.4).
//   - In a group: most pairs (C.5), those with most points among the moved down
//     paired first (C.6), the best for the next group (C.7), fewest sides
//     against preference (C.10), fewest against a strong one (C.11), fewest
//     same floats as last round and the round before (C.12 to C.15), over the
//     fewest points (C.16 to C.19).
//   - Draw.Overlap, where there is one: the most waking hours in common.
//   - Of what is equal so far the first in FIDE's order: the top half against
//     the bottom half, with the fewest and smallest exchanges between the halves
//     and the first transposition of the bottom (D.1 to D.3).
//   - Sides are given by part E, see [Allot]; in round one odd numbers have
//     Draw.Initial, even ones the other.
//
// Left out: the exceptions for top scorers in the last round (C.8, C.9). The
// tournaments in testdata/swiss were paired by another program for these rules.
//
// Where Draw.Later rounds could not all be full after it, the pair of the lowest board is not made after which
// they can be.
//
// 64 players take well under a second.
func Swiss(field []Entrant, d Draw) Round {
	first := d.pair(field)
	if d.Later == 0 || d.after(field, first).fills(d.Later) {
		return first
	}
	for _, not := range slices.Backward(first.Pairs) {
		without := d
		without.May = func(a, b Player) bool {
			return Pair{a, b}.key() != not.key() && (d.May == nil || d.May(a, b))
		}
		r := without.pair(field)
		if len(r.Byes) <= len(first.Byes) && d.after(field, r).fills(d.Later) {
			return r
		}
	}
	return first
}

// pair pairs a round without a look at later ones.
func (d Draw) pair(field []Entrant) Round {
	s := newSwiss(field, d)
	for s.open() {
		s.pairBracket()
	}
	return s.round()
}

// swiss is a round being paired. Players are indices into list, which is in
// order of points and then of the first ranking.
type swiss struct {
	draw  Draw
	list  []Entrant
	seed  []int        // by index: the place in the first ranking, from 0
	want  []preference // by index
	hours [][]int      // by indices: Draw.Overlap
	can   [][]bool     // by indices: whether the two may meet
	rest  []int        // not paired yet, in order
	moved int          // how many of rest have come down
	pairs [][2]int     // higher first
	byes  []int
}

func newSwiss(field []Entrant, d Draw) *swiss {
	n := len(field)
	s := &swiss{draw: d, list: make([]Entrant, n), seed: make([]int, n), want: make([]preference, n)}
	for i := range field {
		s.seed[i] = i
	}
	slices.SortStableFunc(s.seed, func(a, b int) int { return cmp.Compare(field[b].Points, field[a].Points) })
	for i, f := range s.seed {
		s.list[i], s.want[i] = field[f], prefer(field[f].Sides)
		s.rest = append(s.rest, i)
	}
	s.hours, s.can = make([][]int, n), make([][]bool, n)
	for i, a := range s.list {
		s.hours[i], s.can[i] = make([]int, n), make([]bool, n)
		for j, b := range s.list {
			s.can[i][j] = i != j && !slices.Contains(a.Met, b.Player) && !slices.Contains(b.Met, a.Player) &&
				(d.May == nil || d.May(a.Player, b.Player))
			if d.Overlap != nil && s.can[i][j] {
				s.hours[i][j] = d.Overlap(a.Player, b.Player)
			}
		}
	}
	return s
}

// open reports whether a bracket is left; the last unpaired have byes.
func (s *swiss) open() bool {
	if s.moved < len(s.rest) {
		return true
	}
	s.byes = s.rest
	return false
}

// pairBracket pairs the highest score group with those who were moved down to
// it, and moves the others of it down. The pairs of those moved down come first;
// those of the group's own players are then chosen among the ones as good.
func (s *swiss) pairBracket() {
	b := s.nextBracket()
	own := (b.size - b.moved) / 2
	if b.moved > 0 {
		own = 0
		for _, p := range b.solve(nil) {
			if p[0] < b.moved {
				s.take(b, p)
			} else {
				own++
			}
		}
	}
	for left := b.own(s.rest); own > 0; {
		pairs := b.solve(&halves{left, own})
		if len(pairs) < own { // the halves are cut by the pairs that can be had
			own = len(pairs)
			continue
		}
		for _, p := range pairs {
			s.take(b, p)
		}
		break
	}
	s.moved = lists.Count(s.rest, func(i int) bool { return slices.Contains(b.all[:b.size], i) })
}

// take makes a pair of two places of a bracket final.
func (s *swiss) take(b *bracket, p [2]int) {
	i, j := b.all[p[0]], b.all[p[1]]
	s.pairs = append(s.pairs, [2]int{i, j})
	s.rest = slices.DeleteFunc(s.rest, func(k int) bool { return k == i || k == j })
}

// round gives the sides, and orders the boards by points: of the higher, of the
// lower, then by the first ranking.
func (s *swiss) round() Round {
	slices.SortFunc(s.pairs, func(a, b [2]int) int {
		return cmp.Or(
			cmp.Compare(s.list[b[0]].Points, s.list[a[0]].Points),
			cmp.Compare(s.list[b[0]].Points+s.list[b[1]].Points, s.list[a[0]].Points+s.list[a[1]].Points),
			cmp.Compare(a[0], b[0]))
	})
	var out Round
	for _, p := range s.pairs {
		a, b := s.list[p[0]], s.list[p[1]]
		initial := max(s.draw.Initial, First)
		if s.seed[p[0]]%2 == 1 {
			initial = initial.Other()
		}
		out.Pairs = append(out.Pairs, Allot(a.Player, b.Player, a.Sides, b.Sides, initial))
	}
	for _, i := range s.byes {
		out.Byes = append(out.Byes, s.list[i].Player)
	}
	return out
}
