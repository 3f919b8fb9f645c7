package club

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/league"
	"referee/engine/match"
)

// Report gives a match its result that was played elsewhere, or that is a
// forfeit: an organiser any but their own, a player of it one of a match that is not
// played here. What is played here is stopped. It returns ErrOrganiser, ErrPlayed,
// ErrOwn, league.ErrMatch and league.ErrDone.
func (ls *Leagues) Report(ctx context.Context, c LeagueCommand, no int, result league.Result) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		m, ok := tx.l.Match(no)
		if !ok {
			return league.ErrMatch
		}
		if err := tx.mayReport(m); err != nil {
			return err
		}
		tx.number(Someone{})
		var err error
		if result, err = tx.counted(m, result); err != nil {
			return err
		}
		return tx.do(league.Decision{Act: league.ActResult{Match: no, Result: &result}})
	})
}

// counted is a result that somebody gives a match. How often time was up is not theirs
// to say where it is played here; elsewhere it stays as it was reported.
func (tx *transaction) counted(m league.Match, result league.Result) (league.Result, error) {
	id := tx.link(m.No)
	switch {
	case id == "" && m.Result != nil:
		result.Timeouts = m.Result.Timeouts
	case id != "":
		played, err := tx.ls.office.Match(tx.ctx, id)
		if err != nil {
			return result, err
		}
		result.Timeouts = timeoutsIn(played)
	}
	return result, nil
}

// Correct gives a match another result than was reported, as the organiser or a
// judge; nil: it has none, and goes on. It returns ErrEnded where it cannot, as it
// came to its end here; ErrOwn, league.ErrMatch and league.ErrOpen.
func (ls *Leagues) Correct(ctx context.Context, c LeagueCommand, no int, result *league.Result) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		m, ok := tx.l.Match(no)
		if err := tx.may(authority.Correct, m); err != nil {
			return err
		}
		if !ok {
			return league.ErrMatch
		}
		tx.number(Someone{})
		a := league.ActCorrect{Match: no}
		if result != nil {
			now, err := tx.counted(m, *result)
			if err != nil {
				return err
			}
			a.Result = &now
		}
		if err := tx.do(league.Decision{Act: a}); err != nil || result != nil {
			return err
		}
		if ended, err := tx.endings([]int{no}); err != nil || len(ended) > 0 {
			return cmp.Or(err, ErrEnded)
		}
		return nil
	})
}

// Withdraw takes a player out after the league began. Their matches under way are
// lost by forfeit, and stopped where they are played here; those still to come
// count as such. Nobody withdraws another from a match of theirs: ErrOwn.
func (ls *Leagues) Withdraw(ctx context.Context, c LeagueCommand, who Someone) (LeagueReply, error) {
	return ls.about(ctx, c, who, func(tx *transaction, p league.Player) error {
		if p != tx.known(c.Account) {
			if err := tx.may(authority.Report, tx.unfinished(p)...); err != nil {
				return err
			}
		}
		if err := tx.do(league.Decision{Act: league.ActWithdraw{Player: p}}); err != nil {
			return err
		}
		author := tx.c.Account
		defer func() { tx.c.Account = author }()
		tx.c.Account = "" // the rest follows by itself
		for _, m := range tx.unfinished(p) {
			lost, err := tx.counted(m, league.Result{How: league.Forfeited, Winner: m.Pair.Side(p).Other()})
			if err != nil {
				return err
			}
			if err := tx.do(league.Decision{Act: league.ActResult{Match: m.No, Result: &lost}}); err != nil {
				return err
			}
		}
		return nil
	})
}

// unfinished are the matches of a player that have no result yet.
func (tx *transaction) unfinished(p league.Player) []league.Match {
	return slices.DeleteFunc(tx.l.Matches(), func(m league.Match) bool { return m.Result != nil || !m.Pair.Has(p) })
}

// Substitute gives the place of a player in one match to another, as the
// organiser: to the zero Someone, and from them, stands for the caretaker: the program that
// the rules name now, or else the referee, who answers by the defaults. The result is marked.
// It returns league.ErrMatch, league.ErrMember where the one does not play it, league.ErrDone,
// league.ErrFields where the other plays it already, ErrOwn, authority.ErrRead, and
// referee.ErrNoProgram, or referee.ErrSide.
func (ls *Leagues) Substitute(ctx context.Context, c LeagueCommand, no int, out, in Someone) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		m, ok := tx.l.Match(no)
		if err := tx.may(authority.Substitute, m); err != nil {
			return err
		}
		if !ok {
			return league.ErrMatch
		}
		tx.number(Someone{})
		a := league.ActSubstitute{Match: no, Out: tx.known(out.Account)}
		if out.Account == "" {
			a.Out = out.Player
		} else if a.Out == league.Nobody {
			return league.ErrMember
		}
		if !m.Seats.Has(a.Out) {
			return league.ErrMember
		}
		if in != (Someone{}) {
			a.In = tx.number(in)
		} else if a.Program = tx.l.Rules().Caretaker; a.Program != "" {
			if err := tx.ls.matches.Games.CheckCaretaker(tx.card.Game, a.Program); err != nil {
				return err
			}
		}
		return tx.do(league.Decision{Act: a})
	})
}

// link is where a match of the league is played here; "" where it is not.
func (tx *transaction) link(no int) match.ID {
	for _, l := range tx.linked {
		if l.No == no {
			return l.Match
		}
	}
	return ""
}

// numbers lists the matches that decisions after from deal with. A bid changes nothing
// for others; one that is undone is to be made anew.
func (tx *transaction) numbers(from int) []int {
	var out []int
	log := tx.l.Log()
	var take func(d *league.Decision)
	take = func(d *league.Decision) {
		switch a := d.Act.(type) {
		case league.ActPair, league.ActChallenge:
			o := d.Opened()
			for i := range o.Pairs {
				out = append(out, o.Match+i)
			}
		case league.ActResume: // whoever bids for a side was called to it
			for _, m := range tx.l.Matches() {
				if m.Result == nil && !m.Bidding() {
					out = append(out, m.No)
				}
			}
		case league.ActAward, league.ActResult, league.ActCorrect, league.ActSubstitute:
			out = append(out, d.Match())
		case league.ActUndo:
			undone := &log[a.To-1].Decision
			if undone.Kind() == league.KindBid {
				out = append(out, undone.Match())
			}
			take(undone)
		default: // of no match in particular
		}
	}
	for _, e := range log[from:] {
		take(&e.Decision)
	}
	return out
}

// played lists those of some matches that are played here.
func (tx *transaction) played(numbers []int) []int {
	var out []int
	for _, l := range tx.linked {
		if slices.Contains(numbers, l.No) {
			out = append(out, l.No)
		}
	}
	return out
}

// align brings matches that are played here into line with the log: it stops them
// or lets them go on, and seats who is to play.
func (tx *transaction) align(numbers []int) error {
	var errs []error
	for _, no := range numbers {
		if id := tx.link(no); id != "" {
			errs = append(errs, tx.alignMatch(no, id))
		}
	}
	return errors.Join(errs...)
}

func (tx *transaction) alignMatch(no int, id match.ID) error {
	m, err := tx.ls.office.Match(tx.ctx, id)
	if err != nil {
		return err
	}
	c := referee.Command{Match: id, Account: tx.c.Account, Door: tx.c.Door}
	planned, ok := tx.l.Match(no)
	end, over := m.Ending()
	idle := !ok || planned.Result != nil || planned.Bidding()
	switch {
	case idle && !over:
		_, err := tx.ls.office.Abandon(tx.ctx, c)
		return err
	case idle:
		return nil
	case over && end.How == match.Abandoned:
		if _, err := tx.ls.office.TakeBack(tx.ctx, c, stopped(m)-1); err != nil {
			return err
		}
	case over:
		return nil
	}
	if err := tx.seat(id, planned); err != nil {
		return err
	}
	return tx.resumeMatch(planned, id, c)
}

// stopped is the decision that last ended a match without a result.
func stopped(m *match.Match) int {
	log := m.Log()
	for i := len(log) - 1; i > 0; i-- {
		if log[i].Decision.Kind() == match.KindAbandon {
			return i + 1
		}
	}
	return 0
}
