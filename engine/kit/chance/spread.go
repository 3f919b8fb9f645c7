package chance

import "iter"

// Spread is some values with their chances, each value once, in the order in which they were
// first added. The zero Spread is empty.
type Spread[V comparable] struct {
	values []V
	part   map[V]int
}

// Sure is the one value that is certain, of some parts.
func Sure[V comparable](v V, of int) *Spread[V] {
	var s Spread[V]
	s.Add(v, of)
	return &s
}

// Add gives a value more chances.
func (s *Spread[V]) Add(v V, part int) {
	if s.part == nil {
		s.part = map[V]int{}
	}
	if _, met := s.part[v]; !met {
		s.values = append(s.values, v)
	}
	s.part[v] += part
}

// All goes through the values and their chances.
func (s *Spread[V]) All() iter.Seq2[V, int] {
	return func(yield func(V, int) bool) {
		for _, v := range s.values {
			if !yield(v, s.part[v]) {
				return
			}
		}
	}
}

// Counts are the chances of numbers from 0, by the number.
type Counts []int

// Add gives a number, which is not negative, more chances.
func (c *Counts) Add(n, part int) {
	for len(*c) <= n {
		*c = append(*c, 0)
	}
	(*c)[n] += part
}

// Sum is the sum of the numbers, each times its chances: of it and all chances the mean is
// the ratio.
func (c Counts) Sum() int {
	sum := 0
	for n, part := range c {
		sum += n * part
	}
	return sum
}

// From is the chance of a number or a greater one.
func (c Counts) From(n int) int {
	sum := 0
	for _, part := range c[min(n, len(c)):] {
		sum += part
	}
	return sum
}
