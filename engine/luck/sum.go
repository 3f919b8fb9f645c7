package luck

import "referee/engine"

// Sum adds up rolls as one player met them: what they cost them and what they cost
// the others. The zero Sum is not for use; see [NewSum].
type Sum struct {
	rolls, matches int
	kinds          []kindSum
}

// kindSum is what rolls came to in one kind of cost.
type kindSum struct {
	kind engine.CostKind
	// suffered is what fell on the player, dealt what fell on others, and edge
	// dealt less suffered.
	suffered, dealt, edge count
}

// count is a sum of numbers that dice decide.
type count struct {
	spread
	actual         int
	mean, variance float64
}

// NewSum is a sum of no rolls, of a game's kinds of cost.
func NewSum(kinds []engine.CostKind) *Sum {
	s := &Sum{}
	for _, k := range kinds {
		none := count{spread: nothing()}
		s.kinds = append(s.kinds, kindSum{kind: k, suffered: none, dealt: none, edge: none})
	}
	return s
}

// Add adds the rolls of one match, in which the player had a seat. Rolls by which
// luck is not measured are passed over.
func (s *Sum) Add(rolls []Roll, seat engine.Seat) {
	s.matches++
	for i := range rolls {
		r := &rolls[i]
		if !r.Counts() {
			continue
		}
		s.rolls++
		for k := range s.kinds {
			x := &s.kinds[k]
			x.suffered.add(r, func(c engine.Cost) int { return of(c, x.kind, c.Seat == seat) })
			x.dealt.add(r, func(c engine.Cost) int { return of(c, x.kind, c.Seat != seat) })
			x.edge.add(r, func(c engine.Cost) int {
				return of(c, x.kind, c.Seat != seat) - of(c, x.kind, c.Seat == seat)
			})
		}
	}
}

// of is the number of a cost, if it is of a kind and counts.
func of(c engine.Cost, kind engine.CostKind, counts bool) int {
	if c.Kind == kind && counts {
		return c.N
	}
	return 0
}

// add adds a roll, of whose costs value tells the number.
func (c *count) add(r *Roll, value func(engine.Cost) int) {
	weights := map[int]int{}
	low, high, total := 0, 0, 0
	for i, x := range r.Results {
		n := 0
		for _, cost := range x.Costs {
			n += value(cost)
		}
		if i == r.Came {
			c.actual += n
		}
		weights[n] += x.Weight
		total += x.Weight
		low, high = min(low, n), max(high, n)
	}
	one := spread{low: low, chance: make([]float64, high-low+1)}
	for n := low; n <= high; n++ {
		one.chance[n-low] = float64(weights[n]) / float64(total)
	}
	mean, variance := one.moments()
	c.mean, c.variance = c.mean+mean, c.variance+variance
	c.spread = c.plus(one)
}
