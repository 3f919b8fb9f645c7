package board

import (
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/kit/ways"
)

// Steps holds the hexes within a number of steps of one: of a march, or of a command.
type Steps struct {
	board *Map
	found *ways.Cheapest[int]
}

// Within searches for the hexes within most steps from one. next lists the hexes one step from
// another, all of them on the map.
func (m *Map) Within(most int, from hex.Coord, next func(at hex.Coord) []hex.Coord) Steps {
	s := Steps{m, ways.New[int](len(m.Hexes), most)}
	s.found.Reach(m.Index(from), 0, m.Index(from))
	for n, steps := range s.found.All() {
		for _, to := range next(m.Hexes[n].At) {
			s.found.Reach(m.Index(to), steps+1, n)
		}
	}
	return s
}

// To returns the number of steps to a hex: 0 for the start, and -1 if it is out of reach.
func (s Steps) To(at hex.Coord) int {
	if i := s.board.Index(at); i >= 0 {
		return s.found.Cost(i)
	}
	return -1
}

// Way returns a shortest path to a hex within reach: from the hex after the start to the hex
// itself.
func (s Steps) Way(at hex.Coord) []hex.Coord {
	return lists.Map(s.found.Way(s.board.Index(at)), func(n int) hex.Coord { return s.board.Hexes[n].At })
}
