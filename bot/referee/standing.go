package referee

import (
	"context"
	"errors"
	"slices"
	"strings"

	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// DryRun is a standing order before it is armed, and what it would do now.
type DryRun struct {
	Until match.Until
	Order engine.Standing
	Text  string // as it can be typed
	// Answer says on what of that which the other side could do now the order
	// would fire, and what would make it void.
	Answer engine.Answer
}

// Unfired is why a standing order has not answered a question. It is for its
// owner alone.
type Unfired struct {
	Standing int        `json:"standing"` // the number of the order
	Void     bool       `json:"void,omitempty"`
	Why      engine.Msg `json:"why"`
}

// DryRun reads a typed standing order ("turn retreat avoid 2113") and says
// what it would do; nothing is kept. It refuses with *orders.Error,
// *engine.Illegal for an order that can never fire, engine.ErrNoStanding, and what [Referee.AddStanding] refuses:
// match.ErrEqual and match.ErrStanding.
func (s *Snapshot) DryRun(ctx context.Context, c Command, text string) (DryRun, error) {
	return guarded(ctx, s, c, func() (out DryRun, err error) {
		if err = s.mayPlay(c); err != nil {
			return out, err
		}
		if out.Until, out.Order, err = readStanding(s.Info(), text); err != nil {
			return out, err
		}
		out.Text = standingText(s.Info(), out.Until, out.Order)
		if out.Answer, err = s.m.Position().DryRun(c.Seat, out.Order); err != nil {
			return out, err
		}
		return out, s.m.StandingOrders(c.Seat).MaySet(out.Until, out.Order)
	})
}

// AddStanding leaves a typed standing order. It refuses like [Snapshot.DryRun].
func (r *Referee) AddStanding(ctx context.Context, c Command, text string) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		until, st, err := readStanding(m.Game().Info(), text)
		if err != nil {
			return nil, err
		}
		return m.StandingOrders(c.Seat).Set(by, until, st)
	})
}

// RevokeStanding takes back the standing order with a number. It refuses with
// match.ErrNoOrder.
func (r *Referee) RevokeStanding(ctx context.Context, c Command, standing int) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.StandingOrders(c.Seat).Revoke(by, standing)
	})
}

// Armed is a standing order as its owner sees it.
type Armed struct {
	match.Standing
	Text string // as it can be typed
}

// Standings lists the standing orders of a seat that are valid now, the newest
// first, which is looked at first. They are for whoever holds the seat.
func (s *Snapshot) Standings(ctx context.Context, c Command) ([]Armed, error) {
	return guarded(ctx, s, c, func() (out []Armed, err error) {
		if err := s.mayPlay(c); err != nil {
			return nil, err
		}
		list, err := s.m.StandingOrders(c.Seat).Valid()
		for _, x := range list {
			out = append(out, Armed{x, standingText(s.Info(), x.Until, x.Order)})
		}
		return out, err
	})
}

// standingText is a standing order as it can be typed.
func standingText(info *engine.Info, until match.Until, st engine.Standing) string {
	return string(until) + " " + info.PrintStanding(st)
}

// readStanding reads a typed standing order: how long it is valid, this turn if
// nothing is said, and the order.
func readStanding(info *engine.Info, text string) (match.Until, engine.Standing, error) {
	words := typed.Words(text)
	until := match.ThisTurn
	if len(words) > 0 && slices.Contains(match.Untils, match.Until(words[0])) {
		until, words = match.Until(words[0]), words[1:]
	}
	if len(info.Clauses) == 0 {
		return until, engine.Standing{}, engine.ErrNoStanding
	}
	st, err := info.ParseStanding(strings.Join(words, " "))
	var bad *engine.WordError
	if errors.As(err, &bad) {
		err = badStanding(info, bad)
	}
	return until, st, err
}

// badStanding says which word of a standing order cannot stand there, and what
// can.
func badStanding(info *engine.Info, e *engine.WordError) *orders.Error {
	out := &orders.Error{Word: e.Word}
	clause, _ := info.Clause(e.Clause)
	switch {
	case e.Clause == "":
		out.Why = engine.Say("referee.standing.clause", engine.Text("word", e.Word))
		for _, c := range info.Clauses {
			out.Next = append(out.Next, orders.Next{Word: c.Name})
		}
		return out
	case e.Word == "":
		out.Why = engine.Say("referee.standing.value", engine.Text("arg", e.Arg), engine.Text("example", clause.Example))
	default:
		out.Why = engine.Say("referee.standing.word", engine.Text("word", e.Word), engine.Text("clause", e.Clause),
			engine.Text("example", clause.Example))
	}
	for _, a := range clause.Args {
		out.Next = append(out.Next, orders.Next{Word: a.Name})
	}
	return out
}

// unfired says why no standing order of a seat has answered an open prompt of it.
func unfired(m *match.Match, seat engine.Seat, id engine.PromptID) ([]Unfired, error) {
	results, err := m.StandingOrders(seat).Results(id)
	if err != nil {
		return nil, err
	}
	var out []Unfired
	for _, v := range results {
		if !v.Stood.Fires {
			out = append(out, Unfired{Standing: v.Standing.Seq, Void: v.Stood.Void, Why: v.Stood.Why})
		}
	}
	return out, nil
}

// standingTold says which standing order gave an answer, and what it says, if that may be known; which other orders are
// secret no longer; and to the owner of orders why none gave it.
func standingTold(m *match.Match, v engine.Viewer, d *match.Decision) ([]engine.Msg, error) {
	a, ok := d.Act.(match.ActAnswer)
	if !ok {
		return nil, nil
	}
	var out []engine.Msg
	if a.Standing != 0 {
		said, err := orderTold(m, v, "referee.told.stood", a.Standing)
		if err != nil {
			return nil, err
		}
		out = append(out, said)
	}
	for _, n := range a.Opens {
		said, err := orderTold(m, v, "referee.told.stood-shown", n)
		switch {
		case n == a.Standing || errors.Is(err, match.ErrNoOrder): // it is told above, or an answer
		case err != nil:
			return nil, err
		default:
			out = append(out, said)
		}
	}
	if a.Auto || d.Seat == engine.Chance || !v.Sees(d.Seat) || !m.History().HadStandingOrder(d) {
		return out, nil
	}
	before, err := m.At(d.Seq - 1)
	if err != nil {
		return nil, err
	}
	list, err := unfired(before, d.Seat, a.Prompt)
	for _, u := range list {
		out = append(out, u.Said())
	}
	return out, err
}

// orderTold says by a key what a standing order says, or that its answer is still secret from a viewer, and so it is too.
func orderTold(m *match.Match, v engine.Viewer, key string, seq int) (engine.Msg, error) {
	s, err := m.History().StandingOrder(seq)
	if err != nil {
		return engine.Msg{}, err
	}
	seat, n := engine.Noun("seat", string(s.Seat)), engine.Num("n", seq)
	if !s.Fired && !v.Sees(s.Seat) {
		return engine.Say(key+"-secret", seat, n), nil
	}
	return engine.Say(key, seat, n, engine.Text("order", standingText(m.Game().Info(), s.Until, s.Order))), nil
}

// Said is the reason as a sentence.
func (u Unfired) Said() engine.Msg {
	key := "referee.told.unfired"
	if u.Void {
		key = "referee.told.void"
	}
	return engine.Say(key, engine.Num("n", u.Standing), engine.Sub("why", u.Why))
}
