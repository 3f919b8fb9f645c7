package club

import (
	"strconv"
	"testing"

	"referee/engine/match"
)

// TestAMemoIsBounded: of a match too many the one goes that nobody has asked for the
// longest.
func TestAMemoIsBounded(t *testing.T) {
	var m cache[int]
	name := func(n int) match.ID { return match.ID(strconv.Itoa(n)) }
	for n := range mostKept {
		m.put(name(n), keptOf[int]{what: n})
	}
	for _, n := range []int{0, mostKept, mostKept + 1} {
		if n >= mostKept {
			m.put(name(n), keptOf[int]{what: n})
		}
		if k, ok := m.get(name(n)); !ok || k.what != n {
			t.Errorf("match %d: %v, %v", n, k.what, ok)
		}
	}
	for n, want := range []bool{true, false, false, true} {
		if _, ok := m.get(name(n)); ok != want {
			t.Errorf("match %d is kept: %v", n, ok)
		}
	}
	if len(m.kept) != mostKept {
		t.Errorf("%d matches", len(m.kept))
	}
}
