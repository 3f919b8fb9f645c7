package standing_test

import (
	"slices"
	"testing"

	"referee/engine/kit/standing"
)

// TestPick: names come first, then one preference after the other; without any the first named is taken.
func TestPick(t *testing.T) {
	last := func(of, n int) int { return n % of } // prefers what leaves most
	for _, c := range []struct{ all, named, by, want []int }{
		{[]int{3, 5, 8}, nil, nil, []int{3, 5, 8}},
		{[]int{3, 5, 8}, []int{8, 5, 9}, nil, []int{8}},
		{[]int{3, 5, 8}, []int{9}, nil, nil},
		{[]int{3, 5, 8}, nil, []int{3}, []int{5, 8}},
		{[]int{3, 5, 8}, nil, []int{3, 2}, []int{5}},
		{[]int{3, 5, 8}, []int{8, 5}, []int{3}, []int{5, 8}},
		{[]int{-3, -5}, nil, []int{4}, []int{-5}},
	} {
		if got := standing.Pick(slices.Values(c.all), c.named, c.by, last); !slices.Equal(got, c.want) {
			t.Errorf("of %v, named %v, by %v: %v, want %v", c.all, c.named, c.by, got, c.want)
		}
	}
}
