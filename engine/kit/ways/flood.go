package ways

import (
	"slices"

	"referee/engine/kit/set"
)

// Flood finds what can be reached from some nodes, the nearest first. on appends to a
// list what can be reached from at by one step; it may leave out what it has listed before.
// Flood returns for each node the one that it was first reached from: itself for a
// start, -1 where it cannot be reached.
func Flood[N set.Index](nodes int, starts []N, on func(at N, list []N) []N) []N {
	from := make([]N, nodes)
	for i := range from {
		from[i] = -1
	}
	for _, n := range starts {
		from[n] = n
	}
	queue, list := slices.Clone(starts), []N(nil)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		list = on(at, list[:0])
		for _, to := range list {
			if from[to] < 0 {
				from[to] = at
				queue = append(queue, to)
			}
		}
	}
	return from
}
