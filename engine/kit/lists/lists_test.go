package lists

import (
	"slices"
	"strconv"
	"testing"
)

func TestLists(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	numbers := []int{3, 4, 1, 7}
	if got := Keep(numbers, odd); !slices.Equal(got, []int{3, 1, 7}) || Count(numbers, odd) != 3 {
		t.Errorf("%v are odd, %d", got, Count(numbers, odd))
	}
	if got := Each(numbers, strconv.Itoa); !slices.Equal(got, []string{"3", "4", "1", "7"}) {
		t.Errorf("%q", got)
	}
	if got := Sum([]int8{100, 100}); got != 200 {
		t.Errorf("the sum is %d", got)
	}
	if !slices.Equal(numbers, []int{3, 4, 1, 7}) {
		t.Errorf("the list is %v now", numbers)
	}
}
