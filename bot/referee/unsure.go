package referee

import (
	"strings"

	"referee/engine"
)

// sure asks about a typed order that would throw away what is half built, or of which
// the rules warn: *UnsureError, until it is given again.
func (s *Snapshot) sure(c Command, k kept, o Order) error {
	e := &UnsureError{}
	if held := k.held(); o.loses(held.Path) {
		e.Held, e.Finish = held.Path, s.open.orders.finishes(s.m.Position(), held)
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
	if k.Prompt == "" {
		k.Prompt = o.Prompt
	}
	if k.Asked, k.AskedKey = order, c.Key; e.Held != nil {
		k.Asked = dropping + order
	}
	if err := s.keepDraft(c.Seat, k); err != nil {
		return err
	}
	return e
}

// dropping stands before an order that was asked about because of what it throws away.
const dropping = "drops "

// loses reports whether an order throws away a path that was held. To name another piece
// in place of one that was only named loses nothing.
func (o Order) loses(held []string) bool { return o.Drops && (o.Whole || len(held) > 1) }

// mostFinishes is how many words are named that would make an order whole. Where there
// are more, which one is meant is the very question.
const mostFinishes = 3

// finishes lists the words that would make a path whole: those of the game's templates,
// which say no more than that ("stop"), or where there are none, others.
func (o *Orders) finishes(pos engine.Position, h Held) []string {
	node, err := pos.Options(h.Prompt, h.Path)
	if err != nil {
		return nil
	}
	for _, template := range []bool{true, false} {
		var out []string
		for _, option := range node.Options {
			if o.literal(option.ID) != template {
				continue
			}
			if next, err := pos.Options(h.Prompt, join(h.Path, option.ID)); err == nil && next.Done {
				out = append(out, option.ID)
			}
		}
		if n := len(out); n > 0 && n <= mostFinishes {
			return out
		}
	}
	return nil
}
