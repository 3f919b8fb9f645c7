package referee

import (
	"context"
	"errors"
	"math"
	"slices"

	"golang.org/x/sync/semaphore"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
	"referee/engine/play/account"
)

// mostAccounts is how many accounts of matches stay in memory.
const mostAccounts = 32

// accounts are those of matches that are over, by their heads. One is made at a time, as each takes a core for
// seconds.
type accounts struct {
	turn  *semaphore.Weighted // of one
	of    map[chain.Head]*account.Account
	order []chain.Head // the oldest first
}

// get is the account of a match, which is made if it is not there.
func (a *accounts) get(ctx context.Context, of chain.Head, make func() (*account.Account, error)) (*account.Account, error) {
	if err := a.turn.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer a.turn.Release(1)
	if known := a.of[of]; known != nil {
		return known, nil
	}
	made, err := make()
	if err != nil {
		return nil, err
	}
	a.of[of] = made
	if a.order = append(a.order, of); len(a.order) > mostAccounts {
		delete(a.of, a.order[0])
		a.order = a.order[1:]
	}
	return made, nil
}

// Account says where the margin of a match came from that is over: what luck brought, what decisions cost, and
// the turning points. The first time that takes seconds, of one core; others wait for it until ctx ends. It returns account.ErrUnderWay, and the error
// of ctx.
func (s *Snapshot) Account(ctx context.Context) (out []engine.Msg, err error) {
	err = guard(func() error {
		a, err := s.r.accounts.get(ctx, s.m.Head(), func() (*account.Account, error) {
			return account.Of(ctx, s.m, s.r.Games.judge(s.m), nil)
		})
		if err == nil {
			out, err = TellAccount(s.m, a, s.r.Games.spec(s.m).Measured)
		}
		return err
	})
	switch {
	case errors.Is(err, account.ErrNoJudge):
		return []engine.Msg{engine.Say("account.unknown")}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return out, s.r.faults.classify(ctx, err, Command{Match: s.m.ID()}, s.m)
}

// TellAccount says an account of a match in words. measured is the board by which its judge was measured, as [Measured] takes it.
func TellAccount(m *match.Match, a *account.Account, measured string) ([]engine.Msg, error) {
	first, second := engine.Noun("first", string(a.Seats[0])), engine.Noun("second", string(a.Seats[1]))
	p := int(math.Round(100 * a.Chance))
	sum := 0 // of the terms as they are told: the last makes them add up to the margin as it is told
	term := func(vp float64) engine.Arg {
		t := tenths(vp)
		sum += t.Num
		return t
	}
	out := []engine.Msg{
		engine.Say("account.head", first, second),
		engine.Say("account.begin", term(a.Begin), first, engine.Num("p", p), second, engine.Num("q", 100-p)),
	}
	if said, elsewhere := Measured(FigureChance, measured, m.Game().Info()); elsewhere {
		out = slices.Insert(out, 1, said)
	}
	for _, l := range a.Luck {
		if good, bad := tenths(l.Helped[0]), tenths(l.Helped[1]); good.Num != 0 || bad.Num != 0 {
			good.Name, bad.Name = "good", "bad"
			out = append(out, engine.Say("account.luck", term(l.Helped[0]-l.Helped[1]), engine.Sub("kind", engine.Say("roll."+l.Kind)),
				engine.Num("n", l.Rolls), first, good, second, bad))
		}
	}
	for i, seat := range a.Seats {
		out = append(out, engine.Say("account.decisions", term([2]float64{-1, 1}[i]*a.Cost[i]), engine.Noun("seat", string(seat)), engine.Num("n", a.Looked[i])))
	}
	if left := tenths(a.Left); left.Num != 0 {
		out = append(out, engine.Say("account.left", term(a.Left)))
	}
	final := tenths(a.Final)
	out = append(out, engine.Say("account.rest", engine.Ratio("vp", final.Num-sum, 10)), engine.Say("account.final", final))
	if len(a.Turns) == 0 {
		return append(out, engine.Say("account.no-turns")), nil
	}
	out = append(out, engine.Say("account.turns"))
	for _, t := range a.Turns {
		said, err := turnTold(m, t)
		if err != nil {
			return nil, err
		}
		out = append(out, said...)
	}
	return out, nil
}

// turnTold says a turning point: what was done, what would have been better, and why.
func turnTold(m *match.Match, t account.Turn) ([]engine.Msg, error) {
	var did [2]engine.Msg
	for i, path := range [][]string{t.Path, t.Better} {
		out, err := t.Before.Submit(t.Seq, t.Seat, t.Prompt, path)
		if err != nil {
			return nil, err
		}
		did[i] = told(out.Events)
	}
	said := []engine.Msg{
		engine.Say("account.turn", engine.Sub("status", t.Before.View(engine.Spectator).Status), engine.Noun("seat", string(t.Seat)),
			engine.Num("decision", t.Seq), tenths(t.Cost)),
		engine.Say("account.done", engine.Sub("said", did[0])),
		engine.Say("account.better", engine.Sub("said", did[1])),
	}
	if len(t.Why.Lines) > 0 {
		said = append(said, engine.Say("account.why", engine.Sub("said", joined(t.Why.Lines))))
	}
	return said, nil
}

// told says events, as everybody may know them.
func told(events []engine.Event) engine.Msg {
	var all []engine.Msg
	TellEvents(events, engine.Spectator, func(said engine.Msg, _ string) {
		if said.Key != "" {
			all = append(all, said)
		}
	})
	return joined(all)
}

// joined are sentences, one after the other.
func joined(all []engine.Msg) engine.Msg {
	if len(all) == 0 {
		return engine.Say("account.nothing")
	}
	out := all[0]
	for _, next := range all[1:] {
		out = engine.Say("account.and", engine.Sub("said", out), engine.Sub("next", next))
	}
	return out
}

// tenths is VP, rounded to tenths.
func tenths(vp float64) engine.Arg { return engine.Ratio("vp", int(math.Round(10*vp)), 10) }
