package board

import (
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// Steps are the hexes within so many steps of one: of a march, or of a command.
type Steps struct {
	board *Map
	found *ways.Cheapest[int]
}

// Within searches for the hexes within most steps from one. next lists those that are one step from
// another, all of them hexes of the map.
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

// To is how many steps it takes to a hex: 0 to where they begin, and -1 where none lead to.
func (s Steps) To(at hex.Coord) int {
	if i := s.board.Index(at); i >= 0 {
		return s.found.Cost(i)
	}
	return -1
}

// Way is a shortest way to a hex to which steps lead: from the hex after the first to the hex itself.
func (s Steps) Way(at hex.Coord) []hex.Coord {
	var way []hex.Coord
	for _, n := range s.found.Way(s.board.Index(at)) {
		way = append(way, s.board.Hexes[n].At)
	}
	return way
}
