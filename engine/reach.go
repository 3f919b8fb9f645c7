package engine

import "referee/engine/hex"

// Reach lists the hexes that a piece could reach.
type Reach struct {
	// Of is the number of parts of a point in Cost and Left of the hexes; 0: the game counts no
	// points.
	Of    int       `json:"of,omitempty"`
	Hexes []Reached `json:"hexes"` // in the order of the game; each at most once
}

// Reached is a hex that a piece could reach by an order that names only that hex.
type Reached struct {
	To hex.Coord `json:"to"`
	// Cost is the cost of getting there, and Left the rest, in parts of a point.
	Cost  int  `json:"cost,omitempty"`
	Left  int  `json:"left,omitempty"`
	Rolls bool `json:"rolls,omitempty"` // a roll decides whether the piece comes there
}

// Reacher is an optional interface of a game that computes the hexes that pieces could reach.
type Reacher[S any] interface {
	// Reach returns the hexes that a piece could reach with its remaining allowance, or with the
	// allowance that it would have if it began to move now; false if it is not a piece on the map.
	// It depends only on what v may know.
	Reach(s S, v Viewer, piece string) (Reach, bool)
}

func (p *position[S]) Reach(v Viewer, piece string) (Reach, bool) {
	if r, ok := p.game.rules.(Reacher[S]); ok {
		return r.Reach(p.state, v, piece)
	}
	return Reach{}, false
}
