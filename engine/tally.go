package engine

// Tallier is a game that can say at any moment how it would end if it ended now: a
// match whose player has run out of time is judged by that. A game need not have it.
type Tallier[S any] interface {
	// Tally is the result by the score as it stands. It depends only on what everybody
	// may know.
	Tally(s S) Result
}

// Tally is how a position would end if it ended now; false where the game does
// not say.
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
