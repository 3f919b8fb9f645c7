package handoffs

import (
	"slices"

	"referee/cmd/lab/doctrine"
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/weights"
)

// cellesPeople play Celles.
func cellesPeople() *people {
	return &people{
		weights:  weights.Eager,
		doctrine: cellesPlayer(),
		called:   event.Of(event.AttackCalled{}).Kind(),
		fought:   event.Of(event.AttackRolled{}).Kind(),
	}
}

// cellesDoubter wants to be asked about their Combat chit where they do not play it.
type cellesDoubter struct{ doctrine.Doctrine }

// Orders are those of the doctrine, but for the one to keep the chit.
func (d cellesDoubter) Orders(seat engine.Seat) []engine.Standing {
	return slices.DeleteFunc(d.Doctrine.Orders(seat), func(st engine.Standing) bool { return st.Clause == "keep-chit" })
}

// cellesPlayer plays the chit on as many faces of the die as divide attacks: it changes
// eight in nearly all of them, and ten in hardly any.
func cellesPlayer() cellesDoubter {
	d := doctrine.Steady
	d.Faces = 9
	return cellesDoubter{d}
}
