package engine

// Tallier is an optional interface of a game that can compute at any moment the result that it
// would have if it ended now: a match whose player has run out of time can be decided by it.
type Tallier[S any] interface {
	// Tally returns the result by the present score. It depends only on what everybody may know.
	Tally(s S) Result
}

// Tally returns the result that a position would have if the game ended now; false if the game does
// not compute it.
func Tally(p Position) (Result, bool) {
	if t, ok := p.(interface{ tally() (Result, bool) }); ok {
		return t.tally()
	}
	return Result{}, false
}

func (p *position[S]) tally() (Result, bool) {
	if t, ok := p.game.rules.(Tallier[S]); ok {
		return t.Tally(p.state), true
	}
	return Result{}, false
}
