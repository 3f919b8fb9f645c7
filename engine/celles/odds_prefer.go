package celles

import "referee/engine"

// preferred answers a question of an attack where nobody says how its owner
// would: nobody plays a Combat chit or advances; of the other answers the owner
// gives the one that, by itself, costs him the fewest steps, of these the fewest
// units, of these the least disruption, and of these the first in the list.
func (f *foresight) preferred(s *State, p engine.Prompt) (*State, []engine.Event, error) {
	if p.Kind == kindCombatChit || p.Kind == kindAdvance {
		return f.judge(s, p, p.Default)
	}
	var best struct {
		state  *State
		events []engine.Event
		price  price
	}
	var try func(path []string) error
	try = func(path []string) error {
		r := engine.Try[*State](f.rules, s)
		node, err := f.Judge(r, p, path)
		if err != nil {
			return err
		}
		if node.Done {
			if c := f.price(r.Events(), p.Seat); best.state == nil || c.less(best.price) {
				best.state, best.events, best.price = r.State(), r.Events(), c
			}
			return nil
		}
		for _, o := range node.Options {
			if best.state != nil && best.price == cheapest[p.Kind] {
				return nil // what comes later in the list cannot be better
			}
			if err := try(append(path[:len(path):len(path)], o.ID)); err != nil {
				return err
			}
		}
		return nil
	}
	err := try(nil)
	return best.state, best.events, err
}

// price is what an answer costs who gives it: steps, units, disruptions.
type price [3]int

func (p price) less(q price) bool {
	for i := range p {
		if p[i] != q[i] {
			return p[i] < q[i]
		}
	}
	return false
}

// cheapest is the least that an answer to a kind of question can cost: a loss is a
// loss, a retreat may be free.
var cheapest = map[string]price{
	kindLoss: {1, 0, 0}, kindStack: {1, 0, 0}, kindDisrupt: {0, 0, 1}, kindRetreat: {},
}

// price is what events cost a seat.
func (g *rules) price(events []engine.Event, seat engine.Seat) price {
	var p price
	for _, e := range events {
		switch e := e.(type) {
		case StepLost:
			if g.owns(seat, e.Unit) {
				p[0]++
				if e.Left == 0 {
					p[1]++
				}
			}
		case Eliminated:
			if g.owns(seat, e.Unit) {
				p[0] += e.Steps
				p[1]++
			}
		case Disrupted:
			if g.owns(seat, e.Unit) {
				p[2]++
			}
		case CombatEnded:
			return p
		}
	}
	return p
}

func (g *rules) owns(seat engine.Seat, unit string) bool {
	return g.side(g.d.unit[unit]).seat() == seat
}
