package referee

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"referee/bot/orders"
	"referee/engine"
)

// UnsureError is an order that is obeyed only if it is given again: it throws away what
// is half built, or has a warning of the rules.
type UnsureError struct {
	Path     []string     // of the order
	Held     []string     // what it throws away; nil: nothing
	Finish   []string     // what would make Held whole; nil: much, or nothing as yet
	Warnings []engine.Msg // with their paragraphs
}

func (e *UnsureError) Error() string {
	return fmt.Sprintf("referee: order %q is to be given again: drops %q, %d warnings", e.Path, e.Held, len(e.Warnings))
}

// Explain says what the order would do, and how to go on.
func (e *UnsureError) Explain() engine.Msg {
	order := engine.Text("order", strings.Join(e.Path, " "))
	if e.Held == nil {
		var warnings []engine.Arg
		for _, w := range e.Warnings {
			warnings = append(warnings, engine.Sub("", w))
		}
		return engine.Say("referee.order.warned", order, engine.List("warnings", warnings...))
	}
	held := engine.Text("path", strings.Join(e.Held, " "))
	if len(e.Finish) == 0 {
		return engine.Say("referee.order.drops", held, order)
	}
	return engine.Say("referee.order.drops-finish", held, order, engine.Text("finish", strings.Join(e.Finish, " / ")))
}

// sure asks about a typed order that would throw away what is half built, or of which
// the rules warn: *UnsureError, until it is given again.
func (q request) sure(ctx context.Context, k kept, o orders.Order) error {
	s, c := q.s, q.c
	e := &UnsureError{}
	if held := k.held(); o.Loses(held.Path) {
		e.Held, e.Finish = held.Path, s.open.orders.Finishes(s.m.Position(), held)
	}
	if o.Whole {
		var err error
		if e.Warnings, err = engine.Warnings(s.m.Position(), o.Prompt, o.Path); err != nil {
			return err
		}
	}
	order := string(o.Prompt) + " " + strings.Join(o.Path, " ")
	asked := func(what string) bool { return k.Asked == what && (c.Key == "" || c.Key != k.AskedKey) }
	if asked(dropping + order) {
		e.Held, e.Finish = nil, nil // it is meant; what the rules warn of is yet to be said
	}
	if asked(order) || e.Held == nil && len(e.Warnings) == 0 {
		return nil
	}
	d, err := s.m.Position().Draft(o.Prompt, o.Path)
	if err != nil {
		return err
	}
	e.Path = d.Path // as it can be typed: with the way, and not the goal, of a move
	k.Prompt = cmp.Or(k.Prompt, o.Prompt)
	if k.Asked, k.AskedKey = order, c.Key; e.Held != nil {
		k.Asked = dropping + order
	}
	if err := s.keepDraft(ctx, c.Seat, k); err != nil {
		return err
	}
	return e
}

// dropping stands before an order that was asked about because of what it throws away.
const dropping = "drops "
