package set

import (
	"iter"
	"math/bits"
)

// Words is how many members a Wide has room for: 640 or 1,024.
type Words interface{ [10]uint64 | [16]uint64 }

// Wide is a set of members from 0 to what W has room for. The zero Wide is empty.
type Wide[I Index, W Words] struct{ w W }

// Has reports whether i is a member.
func (s *Wide[I, W]) Has(i I) bool { return s.w[i>>6]&(1<<(uint(i)&63)) != 0 }

// Add makes i a member.
func (s *Wide[I, W]) Add(i I) { s.w[i>>6] |= 1 << (uint(i) & 63) }

// Remove makes i no member.
func (s *Wide[I, W]) Remove(i I) { s.w[i>>6] &^= 1 << (uint(i) & 63) }

// AddAll makes the members of o members.
func (s *Wide[I, W]) AddAll(o *Wide[I, W]) {
	for i := range len(s.w) {
		s.w[i] |= o.w[i]
	}
}

// RemoveAll makes the members of o no members.
func (s *Wide[I, W]) RemoveAll(o *Wide[I, W]) {
	for i := range len(s.w) {
		s.w[i] &^= o.w[i]
	}
}

// All goes through the members in rising order.
func (s *Wide[I, W]) All() iter.Seq[I] {
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
