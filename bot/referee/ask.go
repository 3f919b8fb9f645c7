package referee

import (
	"context"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// Ask asks a typed query of the game ("reach red-a") for a viewer. What a
// query needs and the text leaves out is taken from what the viewer has half
// built. Where it looks ahead, it follows the viewer's own standing orders. It
// refuses with *orders.Error and *engine.Illegal.
func (s *Snapshot) Ask(ctx context.Context, v engine.Viewer, text string) (engine.Answer, error) {
	c := Command{Match: s.m.ID(), Seat: engine.Seat(v)}
	return guarded(ctx, s, c, func() (a engine.Answer, err error) {
		pos, d, err := s.seen(v)
		if err != nil {
			return a, err
		}
		var held []string
		if d != nil {
			held = d.Path
		}
		q, err := s.open.orders.Query(text, held)
		if err == nil {
			q.Choose, err = ownOrders(s.m, c.Seat)
		}
		if err != nil {
			return a, err
		}
		return pos.Ask(v, q)
	})
}

// PreviewOdds tells the odds of the attack that a path of answers to a prompt names; nothing where
// it names none. Where it looks ahead, it follows the seat's own standing orders. It refuses
// like [Snapshot.Options].
func (s *Snapshot) PreviewOdds(ctx context.Context, c Command, prompt engine.PromptID, path []string) (engine.Answer, error) {
	return askable(ctx, s, c, prompt, func() (engine.Answer, error) {
		choose, err := ownOrders(s.m, c.Seat)
		if err != nil {
			return engine.Answer{}, err
		}
		return s.m.Position().PreviewOdds(engine.Viewer(c.Seat), prompt, path, choose)
	})
}

// DefaultAnswer is the default answer to a prompt where that names several things ("+red-a +red-b go"), such as all that can be
// put in; nil for others, which are given as quickly part by part. It is a legal answer, and tells no more than its seat
// knows.
func (s *Snapshot) DefaultAnswer(prompt engine.PromptID) []string {
	p, err := s.m.Position().Prompt(prompt)
	if err != nil || len(p.Default) < 2 || !strings.HasPrefix(p.Default[1], "+") {
		return nil
	}
	return slices.Clone(p.Default)
}

// CanPreviewOdds reports whether a path of answers to a prompt names an attack that has odds.
func (s *Snapshot) CanPreviewOdds(prompt engine.PromptID, path []string) bool {
	return s.m.Position().CanPreviewOdds(prompt, path)
}

// LeadsToRoll reports whether a whole answer leads to a roll: see [match.Match.LeadsToRoll]. It refuses like [Snapshot.Options].
func (s *Snapshot) LeadsToRoll(ctx context.Context, c Command, prompt engine.PromptID, path []string) (bool, error) {
	return askable(ctx, s, c, prompt, func() (bool, error) { return s.m.LeadsToRoll(c.Seat, prompt, path) })
}

// mostMarked is the number of options that are all looked at; of more, only those that are words of their own are, such as the end
// of a phase.
const mostMarked = 10

// MarkedOptions returns Explain; at the beginning of an answer with Rolls set in those that give the whole answer, warn of nothing and
// lead to a roll. Of many options only words of their own are marked: the others are in menus and on the map, and are no buttons. It
// refuses like [Snapshot.Options].
func (s *Snapshot) MarkedOptions(ctx context.Context, c Command, prompt engine.PromptID, path []string) (engine.Node, error) {
	start, err := s.Explain(ctx, c, prompt, path)
	if err != nil || len(path) > 0 {
		return start, err
	}
	start.Options = slices.Clone(start.Options)
	for i, o := range start.Options {
		if len(start.Options) > mostMarked && o.Kind != o.ID || o.Warn != nil {
			continue
		}
		node, err := s.Options(ctx, c, prompt, []string{o.Element()})
		if err == nil && node.Done && len(node.Options) == 0 {
			start.Options[i].Rolls, err = s.LeadsToRoll(ctx, c, prompt, []string{o.Element()})
		}
		if err != nil {
			return engine.Node{}, err
		}
	}
	return start, nil
}

// MayBeFinal reports whether a seat may be unable to take a whole answer back by itself: see [match.Match.MayBeFinal]. It refuses like
// [Snapshot.Options].
func (s *Snapshot) MayBeFinal(ctx context.Context, c Command, prompt engine.PromptID, path []string) (bool, error) {
	return askable(ctx, s, c, prompt, func() (bool, error) { return s.m.MayBeFinal(c.Seat, prompt, path) })
}

// Reach is where a piece could go after what the viewer has half built; no hexes where the game
// does not say.
func (s *Snapshot) Reach(ctx context.Context, v engine.Viewer, piece string) (engine.Reach, error) {
	return guarded(ctx, s, Command{Match: s.m.ID(), Seat: engine.Seat(v)}, func() (r engine.Reach, err error) {
		pos, _, err := s.seen(v)
		if err == nil {
			r, _ = pos.Reach(v, piece)
		}
		return r, err
	})
}

// ReachFrom is Reach of the piece of a seat in a hex (CCRR) that comes least far, where some can go: what moves together
// by the name of its hex comes no further. Of those in the hex only what the seat may move counts, where it is asked that.
func (s *Snapshot) ReachFrom(ctx context.Context, seat engine.Seat, at string) (least engine.Reach, err error) {
	l, err := s.Look(ctx, engine.Viewer(seat))
	if err != nil {
		return least, err
	}
	may, err := s.named(l, seat)
	if err != nil {
		return least, err
	}
	here := slices.DeleteFunc(slices.Clone(l.View.Pieces), func(p engine.Piece) bool { return p.At.String() != at || p.Seat != seat })
	asked := slices.ContainsFunc(here, func(p engine.Piece) bool { return may[p.ID] })
	for _, p := range here {
		if asked && !may[p.ID] {
			continue
		}
		r, err := s.Reach(ctx, engine.Viewer(seat), p.ID)
		if err != nil {
			return least, err
		}
		if n := len(r.Hexes); n > 0 && (least.Hexes == nil || n < len(least.Hexes)) {
			least = r
		}
	}
	return least, nil
}

// named is what the answers to the questions of a seat can begin with, without the sign that adds it.
func (s *Snapshot) named(l Look, seat engine.Seat) (map[string]bool, error) {
	out := map[string]bool{}
	for _, a := range l.Asks {
		if a.Seat != seat {
			continue
		}
		node, err := s.m.Position().Options(a.Prompt, nil)
		if err != nil {
			return nil, err
		}
		for _, o := range node.Options {
			out[strings.TrimPrefix(o.ID, "+")] = true
		}
	}
	return out, nil
}

// ownOrders answers by a seat's standing orders; nil where it has none.
func ownOrders(m *match.Match, seat engine.Seat) (engine.Choose, error) {
	if !m.StandingOrders(seat).Any() {
		return nil, nil
	}
	list, err := m.StandingOrders(seat).Valid()
	if err != nil || len(list) == 0 {
		return nil, err
	}
	orders := make([]engine.Standing, len(list))
	for i, s := range list {
		orders[i] = s.Order
	}
	return engine.ChooseByOrders(seat, orders), nil
}
