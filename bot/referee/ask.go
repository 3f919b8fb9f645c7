package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Ask asks a typed query of the game ("reach red-a") for a viewer. What a
// query needs and the text leaves out is taken from what the viewer has half
// built. Where it looks ahead, it follows the viewer's own standing orders. It
// refuses with *OrderError and *engine.Illegal.
func (r *Referee) Ask(id match.ID, v engine.Viewer, text string) (engine.Answer, error) {
	c := Command{Match: id, Seat: engine.Seat(v)}
	return r.ask(c, text, func(rm *room) (engine.Position, []string, error) {
		pos, d, err := r.seen(rm, v)
		if err != nil || d == nil {
			return pos, nil, err
		}
		return pos, d.Path, nil
	})
}

// AskAt is Ask as if its seat had half built just a path in its answer to a
// prompt. It also refuses like [Referee.Options].
func (r *Referee) AskAt(c Command, prompt engine.PromptID, path []string, text string) (engine.Answer, error) {
	return r.ask(c, text, func(rm *room) (engine.Position, []string, error) {
		pos := rm.m.Position()
		if err := r.mayAnswer(rm, c, prompt); err != nil || len(path) == 0 {
			return pos, nil, err
		}
		d, err := pos.Draft(prompt, path)
		return d.Position, path, err
	})
}

// ask asks a query of the position that at finds, with a path half built.
func (r *Referee) ask(c Command, text string, at func(rm *room) (engine.Position, []string, error)) (engine.Answer, error) {
	rm, err := r.enter(c.Match)
	if err != nil {
		return engine.Answer{}, r.judged(err, c, nil)
	}
	defer r.rooms.leave(rm)
	var a engine.Answer
	err = guard(func() error {
		pos, held, err := at(rm)
		if err != nil {
			return err
		}
		q, err := rm.open.queries().read(text, held)
		if err != nil {
			return err
		}
		if q.Choose, err = ownOrders(rm.m, c.Seat); err != nil {
			return err
		}
		a, err = pos.Ask(engine.Viewer(c.Seat), q)
		return err
	})
	return a, r.judged(err, c, rm.m)
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
