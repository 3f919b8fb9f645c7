package ways

import (
	"iter"

	"referee/engine/kit/set"
)

// Flood searches for all reachable nodes, the nearest first. The caller provides the steps:
//
//	f := ways.NewFlood[int](nodes)
//	f.Reach(start, start)
//	for at := range f.All() {
//		for each neighbour of at {
//			f.Reach(neighbour, at)
//		}
//	}
type Flood[N set.Index] struct {
	from  []N // one more than the node, so that 0 is none
	queue []N
}

// NewFlood begins a search over some nodes.
func NewFlood[N set.Index](nodes int) *Flood[N] {
	return &Flood[N]{from: make([]N, nodes), queue: make([]N, 0, nodes)}
}

// Reach records that n is reached from another node, if it was not reached before. A start is
// reached from itself.
func (f *Flood[N]) Reach(n, from N) {
	if f.from[n] == 0 {
		f.from[n] = from + 1
		f.queue = append(f.queue, n)
	}
}

// All iterates over the nodes that have been reached, while others are being reached.
func (f *Flood[N]) All() iter.Seq[N] {
	return func(yield func(N) bool) {
		for i := 0; i < len(f.queue) && yield(f.queue[i]); i++ {
		}
	}
}

// From returns the node from which n was first reached, or -1.
func (f *Flood[N]) From(n N) N { return f.from[n] - 1 }

// Way returns the path from n, which must have been reached, back to the start: n first.
func (f *Flood[N]) Way(n N) []N {
	way := []N{n}
	for f.From(n) != n {
		n = f.From(n)
		way = append(way, n)
	}
	return way
}
