package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Ask asks a typed query of the game ("reach red-a") for a viewer. What a
// query needs and the text leaves out is taken from what the viewer has half
// built. Where it looks ahead, it follows the viewer's own standing orders. It
// refuses with *orders.Error and *engine.Illegal.
func (s *Snapshot) Ask(v engine.Viewer, text string) (engine.Answer, error) {
	return s.ask(Command{Match: s.m.ID(), Seat: engine.Seat(v)}, text, func() (engine.Position, []string, error) {
		pos, d, err := s.seen(v)
		if err != nil || d == nil {
			return pos, nil, err
		}
		return pos, d.Path, nil
	})
}

// AskAt is Ask as if its seat had half built just a path in its answer to a
// prompt. It also refuses like [Snapshot.Options].
func (s *Snapshot) AskAt(c Command, prompt engine.PromptID, path []string, text string) (engine.Answer, error) {
	return s.ask(c, text, func() (engine.Position, []string, error) {
		pos := s.m.Position()
		if err := s.mayAnswer(c, prompt); err != nil || len(path) == 0 {
			return pos, nil, err
		}
		d, err := pos.Draft(prompt, path)
		return d.Position, path, err
	})
}

// ask asks a query of the position that at finds, with a path half built.
func (s *Snapshot) ask(c Command, text string, at func() (engine.Position, []string, error)) (a engine.Answer, err error) {
	err = s.does(c, func() error {
		pos, held, err := at()
		if err != nil {
			return err
		}
		q, err := s.open.orders.Query(text, held)
		if err != nil {
			return err
		}
		if q.Choose, err = ownOrders(s.m, c.Seat); err != nil {
			return err
		}
		a, err = pos.Ask(engine.Viewer(c.Seat), q)
		return err
	})
	return a, err
}

// ownOrders answers by a seat's standing orders; nil where it has none.
func ownOrders(m *match.Match, seat engine.Seat) (engine.Choose, error) {
	if !m.LeftStanding(seat) {
		return nil, nil
	}
	list, err := m.Standings(seat)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	orders := make([]engine.Standing, len(list))
	for i, s := range list {
		orders[i] = s.Order
	}
	return engine.ChooseBy(seat, orders), nil
}
