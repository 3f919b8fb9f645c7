// Package set provides sets of things that a game numbers from 0: units, hexes. Sets are values: a copy shares nothing,
// and two sets are equal if they have the same members.
package set

import (
	"iter"
	"math/bits"
)

// Index is a number from 0; a negative number means none.
type Index interface {
	~int | ~int8 | ~int16 | ~int32
}

// Small is a set of members from 0 to 63.
type Small[I Index] uint64

// Of returns the set of the given members.
func Of[I Index](members ...I) Small[I] {
	var s Small[I]
	for _, i := range members {
		s = s.With(i)
	}
	return s
}

// Where returns the set of the numbers below n for which is holds.
func Where[I Index](n int, is func(I) bool) Small[I] {
	var s Small[I]
	for i := range n {
		if is(I(i)) {
			s = s.With(I(i))
		}
	}
	return s
}

// Has reports whether i is a member.
func (s Small[I]) Has(i I) bool { return s&(1<<uint(i)) != 0 }

// With returns the set with i.
func (s Small[I]) With(i I) Small[I] { return s | 1<<uint(i) }

// Without returns the set without i.
func (s Small[I]) Without(i I) Small[I] { return s &^ (1 << uint(i)) }

// Above returns the members greater than i, which may be -1.
func (s Small[I]) Above(i I) Small[I] { return s &^ (1<<uint(i+1) - 1) }

// Len returns the number of members.
func (s Small[I]) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the least member, or -1.
func (s Small[I]) First() I {
	if s == 0 {
		return -1
	}
	return I(bits.TrailingZeros64(uint64(s)))
}

// All iterates over the members in rising order, as they are when it begins.
func (s Small[I]) All() iter.Seq[I] {
	return func(yield func(I) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(I(bits.TrailingZeros64(uint64(rest)))) {
				return
			}
		}
	}
}

// Filter returns the members for which is holds.
func (s Small[I]) Filter(is func(I) bool) Small[I] {
	var kept Small[I]
	for rest := s; rest != 0; rest &= rest - 1 {
		if i := I(bits.TrailingZeros64(uint64(rest))); is(i) {
			kept = kept.With(i)
		}
	}
	return kept
}

// Any reports whether is holds for a member.
func (s Small[I]) Any(is func(I) bool) bool {
	for rest := s; rest != 0; rest &= rest - 1 {
		if is(I(bits.TrailingZeros64(uint64(rest)))) {
			return true
		}
	}
	return false
}

// IDs returns the ids of the members, in rising order; never nil.
func (s Small[I]) IDs(id func(I) string) []string {
	ids := make([]string, 0, s.Len())
	for rest := s; rest != 0; rest &= rest - 1 {
		ids = append(ids, id(I(bits.TrailingZeros64(uint64(rest)))))
	}
	return ids
}
