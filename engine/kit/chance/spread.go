package chance

import "iter"

// Distribution holds values with their chances, each value once, in the order in which they were first
// added. The zero Spread is empty.
type Distribution[V comparable] struct {
	values []V
	part   map[V]int
}

// Certain returns the distribution of one value that is certain, with all the parts.
func Certain[V comparable](v V, of int) *Distribution[V] {
	var s Distribution[V]
	s.Add(v, of)
	return &s
}

// Add adds chances to a value.
func (s *Distribution[V]) Add(v V, part int) {
	if s.part == nil {
		s.part = map[V]int{}
	}
	if _, met := s.part[v]; !met {
		s.values = append(s.values, v)
	}
	s.part[v] += part
}

// All iterates over the values and their chances.
func (s *Distribution[V]) All() iter.Seq2[V, int] {
	return func(yield func(V, int) bool) {
		for _, v := range s.values {
			if !yield(v, s.part[v]) {
				return
			}
		}
	}
}

// Counts holds the chances of numbers from 0, by the number.
type Counts []int

// Add adds chances to a number, which must not be negative.
func (c *Counts) Add(n, part int) {
	for len(*c) <= n {
		*c = append(*c, 0)
	}
	(*c)[n] += part
}

// Sum returns the sum of the numbers, each times its chances: divided by all chances it is the
// mean.
func (c Counts) Sum() int {
	sum := 0
	for n, part := range c {
		sum += n * part
	}
	return sum
}

// From returns the chance of a number or a greater one.
func (c Counts) From(n int) int {
	sum := 0
	for _, part := range c[min(n, len(c)):] {
		sum += part
	}
	return sum
}
