package league

// Player is a person in one league: 1, 2, … in the order in which the log first
// names them. Organisers and judges are persons too. Who that is stands outside.
type Player int

// Nobody is the referee itself, a free place, or the opponent in a bye.
const Nobody Player = 0

// Side is one of the two seats of a game, in the game's own order.
type Side int

// The sides. Zero is no side: of a draw, of a round not played.
const (
	First  Side = 1
	Second Side = 2
)

// Other is the side across the table.
func (s Side) Other() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return 0
}

// Pair is two players by their sides: the first side's, the second's. As JSON
// it is [3,8].
type Pair [2]Player

// Of is the player of a side.
func (p Pair) Of(s Side) Player { return p[s-1] }

// Side is the side of a player; 0 if they are not in the pair.
func (p Pair) Side(who Player) Side {
	if who == p[0] {
		return First
	}
	if who == p[1] {
		return Second
	}
	return 0
}

// Has reports whether a player is in the pair.
func (p Pair) Has(who Player) bool { return p.Side(who) != 0 }

// Opponent is the other of the two; Nobody for a player who is not in the pair.
func (p Pair) Opponent(who Player) Player {
	if s := p.Side(who); s != 0 {
		return p.Of(s.Other())
	}
	return Nobody
}

// Swapped is the pair with its sides changed.
func (p Pair) Swapped() Pair { return Pair{p[1], p[0]} }

// key is the pair whatever its sides: the lower number first.
func (p Pair) key() Pair {
	if p[0] > p[1] {
		return p.Swapped()
	}
	return p
}

// Round is what is played at a time: nobody is in it twice.
type Round struct {
	Pairs []Pair `json:"pairs,omitempty"`
	// Byes are the players without an opponent.
	Byes []Player `json:"byes,omitempty"`
}
