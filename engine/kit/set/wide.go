package set

import (
	"iter"
	"math/bits"
)

// Words sets the capacity of a Wide: 320, 640 or 1,024 members.
type Words interface {
	[5]uint64 | [10]uint64 | [16]uint64
}

// Wide is a set of members from 0 up to the capacity of W. The zero Wide is empty.
type Wide[I Index, W Words] struct{ w W }

// Has reports whether i is a member.
func (s *Wide[I, W]) Has(i I) bool { return s.w[i>>6]&(1<<(uint(i)&63)) != 0 }

// Add adds i.
func (s *Wide[I, W]) Add(i I) { s.w[i>>6] |= 1 << (uint(i) & 63) }

// Remove removes i.
func (s *Wide[I, W]) Remove(i I) { s.w[i>>6] &^= 1 << (uint(i) & 63) }

// AddAll adds the members of o.
func (s *Wide[I, W]) AddAll(o *Wide[I, W]) {
	for i := range len(s.w) {
		s.w[i] |= o.w[i]
	}
}

// RemoveAll removes the members of o.
func (s *Wide[I, W]) RemoveAll(o *Wide[I, W]) {
	for i := range len(s.w) {
		s.w[i] &^= o.w[i]
	}
}

// IntersectWith removes all members that are not in o.
func (s *Wide[I, W]) IntersectWith(o *Wide[I, W]) {
	for i := range len(s.w) {
		s.w[i] &= o.w[i]
	}
}

// Intersects reports whether s and o have a member in common.
func (s *Wide[I, W]) Intersects(o *Wide[I, W]) bool {
	for i := range len(s.w) {
		if s.w[i]&o.w[i] != 0 {
			return true
		}
	}
	return false
}

// The methods from here on take the set as a value, so that they can be called on what a
// function returns.

// Empty reports whether the set is empty.
func (s Wide[I, W]) Empty() bool {
	for i := range len(s.w) {
		if s.w[i] != 0 {
			return false
		}
	}
	return true
}

// Len returns the number of members.
func (s Wide[I, W]) Len() int {
	n := 0
	for i := range len(s.w) {
		n += bits.OnesCount64(s.w[i])
	}
	return n
}

// First returns the least member, or -1.
func (s Wide[I, W]) First() I {
	for i := range len(s.w) {
		if s.w[i] != 0 {
			return I(i<<6 + bits.TrailingZeros64(s.w[i]))
		}
	}
	return -1
}

// With returns the set with some more members.
func (s Wide[I, W]) With(members ...I) Wide[I, W] {
	for _, i := range members {
		s.Add(i)
	}
	return s
}

// Without returns the set without i.
func (s Wide[I, W]) Without(i I) Wide[I, W] {
	s.Remove(i)
	return s
}

// Filter returns the members for which is holds.
func (s Wide[I, W]) Filter(is func(I) bool) Wide[I, W] {
	var kept Wide[I, W]
	for i := range s.All() {
		if is(i) {
			kept.Add(i)
		}
	}
	return kept
}

// Any reports whether is holds for a member.
func (s Wide[I, W]) Any(is func(I) bool) bool {
	for i := range s.All() {
		if is(i) {
			return true
		}
	}
	return false
}

// All iterates over the members in rising order, as they are when it begins.
func (s Wide[I, W]) All() iter.Seq[I] {
	return func(yield func(I) bool) {
		for i := range len(s.w) {
			for rest := s.w[i]; rest != 0; rest &= rest - 1 {
				if !yield(I(i<<6 + bits.TrailingZeros64(rest))) {
					return
				}
			}
		}
	}
}

// IDs returns the ids of the members, in rising order; never nil.
func (s Wide[I, W]) IDs(id func(I) string) []string {
	ids := make([]string, 0, s.Len())
	for i := range len(s.w) {
		for rest := s.w[i]; rest != 0; rest &= rest - 1 {
			ids = append(ids, id(I(i<<6+bits.TrailingZeros64(rest))))
		}
	}
	return ids
}
