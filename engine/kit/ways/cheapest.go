// Package ways finds the cheapest paths, and all reachable nodes, in a graph whose nodes are numbered from 0.
package ways

import (
	"slices"

	"referee/engine/kit/set"
)

// Cheapest searches for the cheapest paths from a start: Dijkstra's algorithm with a list for each
// cost, because costs are small whole numbers. The caller provides the costs of steps:
//
//	c := ways.New(nodes, most)
//	c.Reach(start, 0, start)
//	for at, cost := range c.All() {
//		for each neighbour of at {
//			c.Reach(neighbour, cost+price, at)
//		}
//	}
//
// Of paths with the same cost the first one found is kept.
type Cheapest[N set.Index] struct {
	cost    []int16 // plus one, so that 0 is none
	from    []N
	heads   []int16 // by cost: the entry that was added last, plus one
	entries []entry[N]
}

type entry[N set.Index] struct {
	node N
	next int16
}

// New begins a search over some nodes, up to a cost of most.
func New[N set.Index](nodes, most int) *Cheapest[N] {
	return &Cheapest[N]{
		cost: make([]int16, nodes), from: make([]N, nodes), heads: make([]int16, most+1),
		entries: make([]entry[N], 0, nodes/4),
	}
}

// Reach records a path to n through from, if it is the cheapest so far and not beyond the limit.
func (c *Cheapest[N]) Reach(n N, cost int, from N) {
	if old := c.Cost(n); old >= 0 && old <= cost || cost >= len(c.heads) {
		return
	}
	c.cost[n], c.from[n] = int16(cost+1), from
	c.entries = append(c.entries, entry[N]{n, c.heads[cost]})
	c.heads[cost] = int16(len(c.entries))
}

// All iterates over the nodes that have been reached, the cheapest first, each once and with its
// cost, while others are being reached.
func (c *Cheapest[N]) All() func(yield func(n N, cost int) bool) {
	return func(yield func(N, int) bool) {
		for cost := range c.heads {
			for c.heads[cost] > 0 {
				e := c.entries[c.heads[cost]-1]
				c.heads[cost] = e.next
				if c.Cost(e.node) == cost && !yield(e.node, cost) { // else a cheaper way was found
					return
				}
			}
		}
	}
}

// Cost returns the cost of the cheapest path to n, or -1.
func (c *Cheapest[N]) Cost(n N) int { return int(c.cost[n]) - 1 }

// From returns the previous node on the cheapest path to n, which must have been reached: n itself
// for the start.
func (c *Cheapest[N]) From(n N) N { return c.from[n] }

// Way returns the cheapest path to n, which must have been reached: from the node after the start
// to n itself.
func (c *Cheapest[N]) Way(n N) []N {
	var way []N
	for c.from[n] != n {
		way = append(way, n)
		n = c.from[n]
	}
	slices.Reverse(way)
	return way
}
