package ways

import (
	"math"
	"testing"
)

// graph is a graph of at most 16 nodes: what a step costs, 0 for none.
type graph [16][16]int

func graphOf(data []byte) *graph {
	g := new(graph)
	for i := 0; i+1 < len(data); i += 2 {
		g[data[i]>>4][data[i]&15] = int(data[i+1] % 8)
	}
	return g
}

// twin is the cost of the cheapest way by which every node is reached: of all ways, step
// by step.
func (g *graph) twin(start, most int) (cost [16]int) {
	for i := range cost {
		cost[i] = math.MaxInt32
	}
	cost[start] = 0
	for range g {
		for a := range g {
			for b, price := range g[a] {
				if price > 0 && cost[a]+price <= most {
					cost[b] = min(cost[b], cost[a]+price)
				}
			}
		}
	}
	return cost
}

// FuzzWays compares the searches with a twin that tries everything.
func FuzzWays(f *testing.F) {
	f.Add([]byte{0x01, 3, 0x12, 2, 0x02, 6, 0x23, 1, 0x30, 7}, byte(0), byte(9))
	f.Add([]byte{0x01, 1, 0x02, 3, 0x12, 5}, byte(0), byte(20))
	f.Add([]byte{0x01, 0, 0x11, 1, 0xff, 1}, byte(15), byte(0))
	f.Fuzz(func(t *testing.T, data []byte, from, limit byte) {
		g, start, most := graphOf(data), int(from&15), int(limit)
		c := New[int](len(g), most)
		c.Reach(start, 0, start)
		last := 0
		seen := map[int]bool{}
		for at, cost := range c.All() {
			if cost < last || seen[at] || cost != c.Cost(at) {
				t.Fatalf("%d at %d after %d", at, cost, last)
			}
			last, seen[at] = cost, true
			for to, price := range g[at] {
				if price > 0 {
					c.Reach(to, cost+price, at)
				}
			}
		}
		for n, want := range g.twin(start, most) {
			if want == math.MaxInt32 {
				if c.Cost(n) != -1 || seen[n] {
					t.Errorf("%d was reached", n)
				}
				continue
			}
			sum, at := 0, start
			for _, to := range c.Way(n) {
				if g[at][to] == 0 {
					t.Fatalf("no step from %d to %d", at, to)
				}
				sum, at = sum+g[at][to], to
			}
			if from := c.From(n); (from == n) != (n == start) || from != n && c.Cost(from)+g[from][n] != want {
				t.Errorf("way to %d comes from %d", n, from)
			}
			if sum != want || c.Cost(n) != want || at != n {
				t.Errorf("way to %d costs %d and is said to cost %d, want %d", n, sum, c.Cost(n), want)
			}
		}
		flood := NewFlood[int](len(g))
		flood.Reach(start, start)
		for at := range flood.All() {
			for to, price := range g[at] {
				if price > 0 {
					flood.Reach(to, at)
				}
			}
		}
		for n, want := range g.twin(start, math.MaxInt32-1) {
			prior := flood.From(n)
			if (prior >= 0) != (want < math.MaxInt32) || prior >= 0 && prior != n && g[prior][n] == 0 || (prior == n) != (n == start) {
				t.Errorf("%d was reached from %d", n, prior)
			}
			if prior < 0 {
				continue
			}
			if back := flood.Way(n); back[0] != n || back[len(back)-1] != start || len(back) > 1 && back[1] != prior {
				t.Errorf("the way back from %d is %v", n, back)
			}
		}
	})
}

// TestEndsEarly sees that a search may end before all is known.
func TestEndsEarly(t *testing.T) {
	c := New[int](3, 5)
	c.Reach(0, 0, 0)
	for at, cost := range c.All() {
		if at == 1 {
			break
		}
		c.Reach(at+1, cost+2, at)
	}
	if c.Cost(2) != -1 || c.Cost(1) != 2 {
		t.Errorf("%d %d", c.Cost(1), c.Cost(2))
	}
}
