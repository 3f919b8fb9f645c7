package engine

// Choose answers a question that is met in looking ahead, as the seat that it is
// put to would; false: it does not know. It must depend on nothing but its
// arguments, and pos is only its to read.
type Choose func(pos Position, p Prompt) (path []string, ok bool)

// ChooseBy answers for a seat by its standing orders, given in the order in which
// they are looked at: the first that fires. Other questions are not answered.
func ChooseBy(seat Seat, orders []Standing) Choose {
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

// Suppose is a state as a position, for a game that looks ahead in its own rules
// and lets others judge what it comes to. The position has a copy of the state,
// and its questions are opened by decision 0.
func Suppose[S Cloner[S]](r Rules[S], s S) Position {
	return sealed[S]{rules: r}.open(0, s.Clone(), nil)
}
