package league

import (
	"math/rand"
	"slices"
	"testing"
)

// heaviest tries every matching.
func heaviest(n int, w [][]weight, used []bool, size int) weight {
	u := 1
	for u <= n && used[u] {
		u++
	}
	if u > n {
		return make(weight, size)
	}
	used[u] = true
	best := heaviest(n, w, used, size) // u stays alone
	for v := u + 1; v <= n; v++ {
		if used[v] || w[u][v] == nil {
			continue
		}
		used[v] = true
		sum := heaviest(n, w, used, size)
		sum.plus(w[u][v], 1)
		if slices.Compare(sum, best) > 0 {
			best = sum
		}
		used[v] = false
	}
	used[u] = false
	return best
}

// TestMatchingIsHeaviest compares with the trial of every matching.
func TestMatchingIsHeaviest(t *testing.T) {
	const seed = 7
	rnd := rand.New(rand.NewSource(seed))
	for range 1500 {
		n, size := 2+rnd.Intn(7), 1+rnd.Intn(3)
		m := newMatcher(n, size)
		w := make([][]weight, n+1)
		for u := range w {
			w[u] = make([]weight, n+1)
		}
		for u := 1; u <= n; u++ {
			for v := u + 1; v <= n; v++ {
				if rnd.Intn(3) == 0 {
					continue
				}
				x := make(weight, size)
				for i := range x {
					x[i] = int64(rnd.Intn(7) - 2)
				}
				if x.sign() > 0 {
					w[u][v] = x
					m.join(u, v, x)
				}
			}
		}
		sum := make(weight, size)
		mate := m.solve()
		for u := 1; u <= n; u++ {
			v := mate[u]
			if v != 0 && mate[v] != u {
				t.Fatalf("seed %d: %d has %d, who has %d", seed, u, v, mate[v])
			}
			if v > u {
				sum.plus(w[u][v], 1)
			}
		}
		if want := heaviest(n, w, make([]bool, n+1), size); slices.Compare(sum, want) != 0 {
			t.Fatalf("seed %d: %d nodes: %v, the heaviest is %v", seed, n, sum, want)
		}
	}
}
