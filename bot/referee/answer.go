package referee

import (
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// Answer gives a whole answer to a prompt. It refuses with *engine.Illegal,
// engine.ErrStale, ErrSeat, ErrOver or ErrIncomplete, match.ErrPlayer or
// ErrWaiting.
func (r *Referee) Answer(c Command, prompt engine.PromptID, path []string) (Reply, error) {
	return r.do(c, answering(c, prompt, path))
}

func answering(c Command, prompt engine.PromptID, path []string) deed {
	return func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Answer(by, c.Seat, prompt, path)
	}
}

// Order obeys a typed order: a whole answer is given, one that is begun becomes
// a draft, which the next order goes on with. It refuses like [Referee.Answer],
// with *OrderError, and with *UnsureError what is obeyed only if it is given again, or
// with [SureMark] at its end.
func (r *Referee) Order(c Command, text string) (Reply, error) { return r.typed(c, text, false) }

// Hold is Order, but of a whole answer, too, it makes a draft, to be confirmed.
func (r *Referee) Hold(c Command, text string) (Reply, error) { return r.typed(c, text, true) }

// SureMark stands at the end of an order of which its author knows what it does.
const SureMark = "!"

func (r *Referee) typed(c Command, text string, hold bool) (Reply, error) {
	text, sure := strings.CutSuffix(strings.TrimSpace(text), SureMark)
	return r.order(c, hold, sure, func(rm *room, k kept) (Order, error) { return r.read(rm, c, k, text) })
}

// Choose is Order with the path of an answer, as its options spell it.
func (r *Referee) Choose(c Command, prompt engine.PromptID, path []string) (Reply, error) {
	return r.order(c, false, false, func(rm *room, k kept) (o Order, err error) {
		if err := r.mayAnswer(rm, c, prompt); err != nil {
			return o, err
		}
		err = guard(func() error {
			node, err := rm.m.Position().Options(prompt, path)
			if err != nil {
				return err
			}
			o, err = rm.open.orders.settled(rm.m.Position(), k.held(), Order{Prompt: prompt, Path: path, Whole: node.Done, Node: node})
			return err
		})
		return o, err
	})
}

// order obeys an order as it is read, in the room of its match.
func (r *Referee) order(c Command, hold, sure bool, read func(*room, kept) (Order, error)) (Reply, error) {
	rm, err := r.enter(c.Match)
	if err != nil {
		return Reply{}, r.judged(err, c, nil)
	}
	defer r.rooms.leave(rm)
	if reply, found, err := r.repeated(c); found || err != nil {
		return reply, r.judged(err, c, nil)
	}
	k, err := r.held(rm, c.Seat)
	if err != nil {
		return Reply{}, r.judged(err, c, rm.m)
	}
	if c.Key != "" && k.Key == c.Key {
		reply, err := r.putDraft(rm, c, k)
		reply.Repeated = true
		return reply, r.judged(err, c, rm.m)
	}
	o, err := read(rm, k)
	if err == nil && !sure {
		err = r.sure(rm, c, k, o)
	}
	switch {
	case err != nil:
		return Reply{}, r.judged(err, c, rm.m)
	case o.Whole && !hold:
		return r.commit(rm, c, answering(c, o.Prompt, o.Path))
	}
	reply, err := r.extend(rm, c, Held{Prompt: o.Prompt, Path: o.Path})
	return reply, r.judged(err, c, rm.m)
}

// Read reads a typed order, and does nothing. It refuses like [Referee.Order].
func (r *Referee) Read(c Command, text string) (Order, error) {
	rm, err := r.enter(c.Match)
	if err != nil {
		return Order{}, r.judged(err, c, nil)
	}
	defer r.rooms.leave(rm)
	k, err := r.held(rm, c.Seat)
	if err != nil {
		return Order{}, r.judged(err, c, rm.m)
	}
	o, err := r.read(rm, c, k, strings.TrimSuffix(strings.TrimSpace(text), SureMark))
	return o, r.judged(err, c, rm.m)
}

// read reads a typed order, in the room of its match.
func (r *Referee) read(rm *room, c Command, k kept, text string) (o Order, err error) {
	err = guard(func() (err error) {
		if err = r.mayPlay(rm, c); err == nil {
			o, err = rm.open.orders.Read(rm.m.Position(), c.Seat, k.held(), text)
		}
		return err
	})
	return o, err
}

// Complete lists what may stand at the end of a text that a seat is typing. It
// is empty where nothing is asked of the seat.
func (r *Referee) Complete(id match.ID, seat engine.Seat, text string) ([]Next, error) {
	rm, err := r.enter(id)
	if err != nil {
		return nil, err
	}
	defer r.rooms.leave(rm)
	if _, stands := rm.m.Restored(); stands || rm.m.Over() || !rm.m.Started() {
		return nil, nil
	}
	k, err := r.held(rm, seat)
	if err != nil {
		return nil, err
	}
	return rm.open.orders.Complete(rm.m.Position(), seat, k.held(), text), nil
}
