package lists

import (
	"slices"
	"strconv"
	"testing"
)

func TestLists(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	numbers := []int{3, 4, 1, 7}
	if got := Filter(numbers, odd); !slices.Equal(got, []int{3, 1, 7}) || Count(numbers, odd) != 3 {
		t.Errorf("%v are odd, %d", got, Count(numbers, odd))
	}
	if got := Map(numbers, strconv.Itoa); !slices.Equal(got, []string{"3", "4", "1", "7"}) {
		t.Errorf("%q", got)
	}
	if got := Sum([]int8{100, 100}); got != 200 {
		t.Errorf("the sum is %d", got)
	}
	if !slices.Equal(numbers, []int{3, 4, 1, 7}) {
		t.Errorf("the list is %v now", numbers)
	}
}

func TestIf(t *testing.T) {
	if got := slices.Concat(If(true, 3), If(false, 4), If(true, 5)); !slices.Equal(got, []int{3, 5}) {
		t.Errorf("what holds is %v", got)
	}
}

func TestLead(t *testing.T) {
	for _, c := range []struct {
		list []int
		lead int
	}{{nil, -1}, {[]int{-3}, 0}, {[]int{1, 4, 2}, 1}, {[]int{4, 1, 4}, -1}, {[]int{0, 0}, -1}, {[]int{2, 2, 3}, 2}} {
		if got := UniqueMaxIndex(c.list); got != c.lead {
			t.Errorf("%v: %d leads", c.list, got)
		}
	}
}
