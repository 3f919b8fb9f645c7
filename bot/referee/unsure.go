package referee

import (
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// sure asks about a typed order that would throw away what is half built, or of which
// the rules warn: *UnsureError, until it is given again. To name another piece instead of
// one that was only named loses nothing, and is not asked about.
func (r *Referee) sure(rm *room, c Command, k kept, o Order) error {
	e := &UnsureError{Path: o.Path}
	if held := k.held(); o.Drops && (o.Whole || len(held.Path) > 1) {
		e.Held, e.Finish = held.Path, finishes(rm.m, held)
	}
	if o.Whole {
		var err error
		if e.Warnings, err = engine.Warnings(rm.m.Position(), o.Prompt, o.Path); err != nil {
			return err
		}
	}
	order := string(o.Prompt) + " " + strings.Join(o.Path, " ")
	again := k.Asked == order && (c.Key == "" || c.Key != k.AskedKey)
	if again || e.Held == nil && len(e.Warnings) == 0 {
		return nil
	}
	if k.Prompt == "" {
		k.Prompt = o.Prompt
	}
	k.Asked, k.AskedKey = order, c.Key
	if err := r.keepDraft(rm, c.Seat, k); err != nil {
		return err
	}
	return e
}

// mostFinishes is how many words are named that would make an order whole. Where there
// are more, which one is meant is the very question.
const mostFinishes = 3

// finishes lists the words that would make a path whole.
func finishes(m *match.Match, h Held) []string {
	node, err := m.Position().Options(h.Prompt, h.Path)
	if err != nil {
		return nil
	}
	var out []string
	for _, o := range node.Options {
		if next, err := m.Position().Options(h.Prompt, join(h.Path, o.ID)); err == nil && next.Done {
			out = append(out, o.ID)
		}
	}
	if len(out) > mostFinishes {
		return nil
	}
	return out
}
