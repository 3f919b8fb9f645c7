package handoffs

import "referee/engine"

// people is how the players of a game play it.
type people struct {
	// weights are the weights of options by kind, for players who look for a fight.
	weights map[string]int
	// doctrine is how they answer in the other side's phases.
	doctrine answerer
	// called and fought are kinds of events: of every order to attack, and of every
	// attack that followed from one.
	called, fought string
}

// answerer answers the questions to a player in the other side's phases: by standing
// orders, or when they are asked.
type answerer interface {
	// Orders are those of a seat, in the order in which they are to be left.
	Orders(seat engine.Seat) []engine.Standing
	// Answer is the whole answer to a question; ok is false where there is none.
	Answer(pos engine.Position, p engine.Prompt) (path []string, ok bool, err error)
}

// peopleOf are the players of a game; nil: there are none who leave standing orders for
// it.
func peopleOf(game string) *people {
	switch game {
	case "celles":
		return cellesPeople()
	case "america-triumphant":
		return americaPeople()
	}
	return nil
}
