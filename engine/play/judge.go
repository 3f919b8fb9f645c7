package play

// Judge says what the positions of a game are worth: beside its players, whose judgement it is, and what an
// account of a match and a chance of winning rest on. It is for games of two seats. As a player it depends on nothing but what it is
// shown, has no clock, and may be used by many goroutines at once.
type Judge struct {
	// About says which judge it is: with another About the values may be others. Its nodes are those that Better may use.
	About
	// Value is the margin at the end that a position lets expect, in the points of the game, for the first
	// seat; of a match that is over by the rules it is the margin. window is what the game shows a viewer
	// ([engine.WindowOf]).
	Value func(window any) float64
	// Chance is the chance that the first seat wins, from 0 to 1; a draw counts half.
	Chance func(window any) float64
	// Answer is a better answer to a question than a path, how much better it turns out in the points of the
	// game, for the seat that is asked, and why; 0: it knows none.
	Answer func(q *Question, path []string) (Answer, float64, error)
}

// Better asks for a better answer to a question than a path. The error is a fault of the judge, or of the game.
func (j *Judge) Better(q Question, path []string) (Answer, float64, error) {
	q.left = j.Nodes
	return j.Answer(&q, path)
}
