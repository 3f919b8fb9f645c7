package referee

import (
	"context"
	"strings"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
)

// Orders takes the orders of players: in a match of the referee, or in a [Practice].
type Orders struct {
	// at does something to a match as the command finds it, which may be to commit a change.
	at func(ctx context.Context, c Command, do func(q request, commit committing) (Reply, error)) (Reply, error)
	// before is the decision that the last answer of a seat is taken back to.
	before func(m *match.Match, seat engine.Seat) (int, error)
}

// committing does what a request changes.
type committing func(q request, d changing) (Reply, error)

// Answer gives a whole answer to a prompt. It refuses with *engine.Illegal,
// engine.ErrStale, ErrSeat, ErrOver or ErrIncomplete, match.ErrPlayer or
// ErrWaiting.
func (o Orders) Answer(ctx context.Context, c Command, prompt engine.PromptID, path []string) (Reply, error) {
	return o.at(ctx, c, func(q request, commit committing) (Reply, error) { return commit(q, answering(c, prompt, path)) })
}

func answering(c Command, prompt engine.PromptID, path []string) changing {
	return func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Answer(by, c.Seat, prompt, path)
	}
}

// Order obeys a typed order: a whole answer is given, unless the command holds it; one that is begun becomes
// a draft, which the next order goes on with. It refuses like [Orders.Answer],
// with *orders.Error, and with *UnsureError what is obeyed only if it is given again, or
// with [SureMark] at its end.
func (o Orders) Order(ctx context.Context, c Command, text string) (Reply, error) {
	text, sure := strings.CutSuffix(strings.TrimSpace(text), SureMark)
	return o.order(ctx, c, sure, func(q request, k kept) (orders.Order, error) { return q.read(k, text) })
}

// SureMark stands at the end of an order of which its author knows what it does.
const SureMark = "!"

// reading reads an order, after what is half built.
type reading func(request, kept) (orders.Order, error)

// Choose is Order with the path of an answer, as its options spell it.
func (o Orders) Choose(ctx context.Context, c Command, prompt engine.PromptID, path []string) (Reply, error) {
	return o.order(ctx, c, false, choosing(prompt, path))
}

// choosing reads the path of an answer.
func choosing(prompt engine.PromptID, path []string) reading {
	return func(q request, k kept) (o orders.Order, err error) {
		if err := q.s.mayAnswer(q.c, prompt); err != nil {
			return o, err
		}
		err = guard(func() error {
			pos := q.s.m.Position()
			node, err := pos.Options(prompt, path)
			if err != nil {
				return err
			}
			o, err = q.s.open.orders.Completed(pos, k.held(), orders.Order{Prompt: prompt, Path: path, Whole: node.Done, Node: node})
			return err
		})
		return o, err
	}
}

// order obeys an order as it is read.
func (o Orders) order(ctx context.Context, c Command, sure bool, read reading) (Reply, error) {
	return o.at(ctx, c, func(q request, commit committing) (Reply, error) { return q.order(ctx, sure, read, commit) })
}

// order obeys an order as it is read, and has one that is whole done by commit.
func (q request) order(ctx context.Context, sure bool, read reading, commit committing) (Reply, error) {
	s, c := q.s, q.c
	if s.replied {
		return q.repeated(ctx)
	}
	k, err := s.drafts.held(c.Seat)
	if err != nil {
		return Reply{}, err
	}
	if c.Key != "" && k.Key == c.Key {
		reply, err := q.putDraft(ctx, k)
		reply.Repeated = true
		return reply, err
	}
	o, err := read(q, k)
	if err == nil && !sure {
		err = q.sure(ctx, k, o)
	}
	switch {
	case err != nil:
		s.r.observer.refused(s.m.Opening().Game, err)
		return Reply{}, err
	case o.Whole && !c.Hold:
		return commit(q, answering(c, o.Prompt, o.Path))
	}
	return q.extend(ctx, orders.Held{Prompt: o.Prompt, Path: o.Path})
}

// Read reads a typed order, and does nothing. It refuses like [Orders.Order].
func (s *Snapshot) Read(ctx context.Context, c Command, text string) (orders.Order, error) {
	k, err := s.drafts.held(c.Seat)
	if err != nil {
		return orders.Order{}, s.r.faults.classify(ctx, err, c, s.m)
	}
	o, err := request{s, c}.read(k, strings.TrimSuffix(strings.TrimSpace(text), SureMark))
	return o, s.r.faults.classify(ctx, err, c, s.m)
}

// read reads a typed order, after what is half built.
func (q request) read(k kept, text string) (o orders.Order, err error) {
	err = guard(func() (err error) {
		if err = q.s.mayOrder(q.c); err == nil {
			o, err = q.s.open.orders.Read(q.s.m.Position(), q.c.Seat, k.held(), text)
		}
		return err
	})
	return o, err
}

// Complete lists what may stand at the end of a text that a seat is typing. It
// is empty where nothing is asked of the seat.
func (s *Snapshot) Complete(seat engine.Seat, text string) ([]orders.Next, error) {
	if !s.asks() {
		return nil, nil
	}
	k, err := s.drafts.held(seat)
	if err != nil {
		return nil, err
	}
	return s.open.orders.Complete(s.m.Position(), seat, k.held(), text), nil
}
