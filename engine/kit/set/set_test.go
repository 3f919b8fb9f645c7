package set

import (
	"maps"
	"slices"
	"strconv"
	"testing"
)

type unit int8

// FuzzSmall compares a small set with a map.
func FuzzSmall(f *testing.F) {
	f.Add([]byte{0, 63, 5, 5, 200}, int8(5))
	f.Fuzz(func(t *testing.T, ops []byte, at int8) {
		var s Small[unit]
		twin := map[unit]bool{}
		for _, op := range ops {
			i := unit(op % 64)
			if op < 128 {
				s, twin[i] = s.With(i), true
			} else {
				s = s.Without(i)
				delete(twin, i)
			}
		}
		want := slices.Sorted(maps.Keys(twin))
		if got := slices.Collect(s.All()); !slices.Equal(got, want) || s.Len() != len(want) || Of(want...) != s {
			t.Fatalf("%v, want %v", got, want)
		}
		first := unit(-1)
		if len(want) > 0 {
			first = want[0]
		}
		if s.First() != first {
			t.Errorf("first %d, want %d", s.First(), first)
		}
		i := unit(at & 63)
		if s.Has(i) != twin[i] || s.Any(func(u unit) bool { return u == i }) != twin[i] {
			t.Errorf("has %d: %t", i, s.Has(i))
		}
		above := func(u unit) bool { return u > i }
		if s.Above(i) != s.Filter(above) || s.Filter(above) != Where(64, func(u unit) bool { return above(u) && s.Has(u) }) {
			t.Errorf("above %d: %v", i, slices.Collect(s.Above(i).All()))
		}
		if s.Above(-1) != s {
			t.Error("not all members are above -1")
		}
	})
}

// FuzzWide compares a wide set with a map.
func FuzzWide(f *testing.F) {
	f.Add([]byte{0, 63, 64, 5, 255}, []byte{1, 2})
	f.Fuzz(func(t *testing.T, ops, others []byte) {
		var s, o Wide[int16, [10]uint64]
		twin := map[int16]bool{}
		for k, op := range ops {
			i := int16(op)*2 + int16(k%128)
			if k%3 < 2 {
				s.Add(i)
				twin[i] = true
			} else {
				s.Remove(i)
				delete(twin, i)
			}
			if s.Has(i) != twin[i] {
				t.Fatalf("has %d: %t", i, s.Has(i))
			}
		}
		for _, i := range others {
			o.Add(int16(i))
		}
		both, less := s, s
		both.AddAll(&o)
		less.RemoveAll(&o)
		for i := range int16(640) {
			if both.Has(i) != (s.Has(i) || o.Has(i)) || less.Has(i) != (s.Has(i) && !o.Has(i)) {
				t.Fatalf("%d: %t %t", i, both.Has(i), less.Has(i))
			}
		}
		want := slices.Sorted(maps.Keys(twin))
		if got := slices.Collect(s.All()); !slices.Equal(got, want) || s.Len() != len(want) || s.Empty() != (len(want) == 0) {
			t.Errorf("%v", got)
		}
		first := int16(-1)
		if len(want) > 0 {
			first = want[0]
		}
		if s.First() != first || s.Any(func(i int16) bool { return i == first }) != (len(want) > 0) {
			t.Errorf("first %d, want %d", s.First(), first)
		}
		shared := s
		shared.IntersectWith(&o)
		if s.Filter(o.Has) != shared || s.Intersects(&o) != !shared.Empty() {
			t.Errorf("shared with the other: %v", slices.Collect(shared.All()))
		}
		if other := s.With(3, 639).Without(3); s.Without(3).With(639) != other || !other.Has(639) || other.Has(3) {
			t.Errorf("with and without: %v", slices.Collect(other.All()))
		}
	})
}

// TestIDs: both kinds of sets list the ids of their members in rising order, and an empty one none, which is not nil.
func TestIDs(t *testing.T) {
	half := func(u unit) string { return strconv.Itoa(int(u) / 2) }
	var w Wide[unit, [5]uint64]
	if got := Of[unit](9, 4).IDs(half); !slices.Equal(got, []string{"2", "4"}) || !slices.Equal(w.With(9, 4).IDs(half), got) {
		t.Errorf("the halves of 4 and 9 are %q", got)
	}
	if w.IDs(half) == nil || Of[unit]().IDs(half) == nil {
		t.Error("nobody is nil")
	}
}

// TestStops sees that a loop may end early.
func TestStops(t *testing.T) {
	s := Of[unit](3, 7, 9)
	for u := range s.All() {
		if s = s.Without(9); u == 7 {
			break
		}
	}
	var w Wide[int16, [16]uint64]
	w.Add(1000)
	w.Add(2)
	for h := range w.All() {
		if h != 2 {
			t.Fatalf("first %d", h)
		}
		break
	}
}
