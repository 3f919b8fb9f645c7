package engine

// BeginAt returns a game whose matches begin with a position that was reached elsewhere. The
// options of the original match are part of that position.
func BeginAt(g Game, pos Position) Game { return begun{g, pos} }

type begun struct {
	Game
	pos Position
}

// Empty returns the position before decision 1, which changes nothing of it.
func (b begun) Empty() Position { return b.pos }

// Begin begins a match with the position.
func (b begun) Begin(n int, _ Setup) (Outcome, error) {
	pos, err := b.pos.Fold(n, "", nil)
	return Outcome{Position: pos}, err
}
