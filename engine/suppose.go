package engine

// Choose answers a question that comes up while the game looks ahead, on behalf of the seat that is
// asked; false: it has no answer. It must depend on nothing but its arguments, and must not change
// pos.
type Choose func(pos Position, p Prompt) (path []string, ok bool)

// ChooseByOrders answers for a seat by its standing orders, given in the order in which they are tried:
// the first that fires answers. It leaves all other questions open.
func ChooseByOrders(seat Seat, orders []Standing) Choose {
	return func(pos Position, p Prompt) ([]string, bool) {
		for _, st := range orders {
			if p.Seat != seat {
				break
			}
			if stood, err := pos.Stand(p.ID, st); err == nil && stood.Fires {
				return stood.Path, true
			}
		}
		return nil, false
	}
}

// PositionOf makes a position of a state, for a game that looks ahead in its own rules and lets others
// choose. The position has a copy of the state, and decision 0 opens its questions.
func PositionOf[S Cloner[S]](r Rules[S], s S) Position {
	return sealed[S]{rules: r, kept: new(kept[S])}.open(0, s.Clone(), nil)
}
