package engine

import "referee/engine/hex"

// Reach is where a piece could go.
type Reach struct {
	// Of is in how many parts a point is counted in Cost and Left of the hexes; 0: the game
	// counts no points.
	Of    int       `json:"of,omitempty"`
	Hexes []Reached `json:"hexes"` // in the order of the game; each at most once
}

// Reached is a hex that a piece could come to: what an order to go there does that names nothing
// but the hex.
type Reached struct {
	To hex.Coord `json:"to"`
	// Cost is what it takes, and Left what is left there, in parts of a point.
	Cost  int  `json:"cost,omitempty"`
	Left  int  `json:"left,omitempty"`
	Rolls bool `json:"rolls,omitempty"` // a roll decides whether the piece comes there
}

// Reacher is a game that says where pieces could go. A game need not have it.
type Reacher[S any] interface {
	// Reach is where a piece could go with what it may still spend, or would have if it
	// began to move now; false for what is no piece on the map. It depends only on what v may
	// know.
	Reach(s S, v Viewer, piece string) (Reach, bool)
}

// ReachOf is where a piece could go; false where the game does not say.
func ReachOf(p Position, v Viewer, piece string) (Reach, bool) {
	if r, ok := p.(interface {
		reach(Viewer, string) (Reach, bool)
	}); ok {
		return r.reach(v, piece)
	}
	return Reach{}, false
}

func (p *position[S]) reach(v Viewer, piece string) (Reach, bool) {
	if r, ok := p.game.rules.(Reacher[S]); ok {
		return r.Reach(p.state, v, piece)
	}
	return Reach{}, false
}
