package referee

import (
	"cmp"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/engine/league"
	"referee/engine/match"
)

// Report gives a match its result that was played elsewhere, or that is a
// forfeit: an organiser any but their own, a player of it one of a match that is not
// played here. What is played here is stopped. It returns ErrOrganiser, ErrPlayed,
// ErrOwn, league.ErrMatch and league.ErrDone.
func (r *Referee) Report(c LeagueCommand, no int, result league.Result) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		m, ok := s.l.Match(no)
		if !ok {
			return league.ErrMatch
		}
		if err := s.mayReport(m); err != nil {
			return err
		}
		s.number(Someone{})
		var err error
		if result, err = s.counted(m, result); err != nil {
			return err
		}
		return s.do(league.Decision{Kind: league.KindResult, Match: no, Result: &result})
	})
}

// counted is a result that somebody gives a match. How often time was up is not his
// to say where it is played here; elsewhere it stays as it was reported.
func (s *session) counted(m league.Match, result league.Result) (league.Result, error) {
	id, err := s.link(m.No)
	switch {
	case err != nil:
		return result, err
	case id == "" && m.Result != nil:
		result.Timeouts = m.Result.Timeouts
	case id != "":
		played, err := s.r.asItIs(id)
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
func (r *Referee) Correct(c LeagueCommand, no int, result *league.Result) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		m, ok := s.l.Match(no)
		if err := s.may(authority.Correct, m); err != nil {
			return err
		}
		if !ok {
			return league.ErrMatch
		}
		s.number(Someone{})
		d := league.Decision{Kind: league.KindCorrect, Match: no}
		if result != nil {
			now, err := s.counted(m, *result)
			if err != nil {
				return err
			}
			d.Result = &now
		}
		if err := s.do(d); err != nil || result != nil {
			return err
		}
		if ended, err := s.endings([]int{no}); err != nil || len(ended) > 0 {
			return cmp.Or(err, ErrEnded)
		}
		return nil
	})
}

// Withdraw takes a player out after the league began. His matches under way are
// lost by forfeit, and stopped where they are played here; those still to come
// count as such. Nobody withdraws another from a match of theirs: ErrOwn.
func (r *Referee) Withdraw(c LeagueCommand, who Someone) (LeagueReply, error) {
	return r.about(c, who, func(s *session, p league.Player) error {
		if p != s.known(c.Account) {
			if err := s.may(authority.Report, s.unfinished(p)...); err != nil {
				return err
			}
		}
		if err := s.do(league.Decision{Kind: league.KindWithdraw, Player: p}); err != nil {
			return err
		}
		author := s.c.Account
		defer func() { s.c.Account = author }()
		s.c.Account = "" // the rest follows by itself
		for _, m := range s.unfinished(p) {
			lost, err := s.counted(m, league.Result{How: league.Forfeited, Winner: m.Pair.Side(p).Other()})
			if err != nil {
				return err
			}
			if err := s.do(league.Decision{Kind: league.KindResult, Match: m.No, Result: &lost}); err != nil {
				return err
			}
		}
		return nil
	})
}

// unfinished are the matches of a player that have no result yet.
func (s *session) unfinished(p league.Player) []league.Match {
	return slices.DeleteFunc(s.l.Matches(), func(m league.Match) bool { return m.Result != nil || !m.Pair.Has(p) })
}

// Substitute gives the place of a player in one match to another, as the
// organiser: to the zero Someone, and from them, stands for the caretaker, who
// answers by the defaults. The result is marked. It returns league.ErrMatch,
// league.ErrMember where the one does not play it, league.ErrDone,
// league.ErrFields where the other plays it already, ErrOwn, and authority.ErrRead.
func (r *Referee) Substitute(c LeagueCommand, no int, out, in Someone) (LeagueReply, error) {
	return r.decide(c, func(s *session) error {
		m, ok := s.l.Match(no)
		if err := s.may(authority.Substitute, m); err != nil {
			return err
		}
		if !ok {
			return league.ErrMatch
		}
		s.number(Someone{})
		d := league.Decision{Kind: league.KindSubstitute, Match: no, Player: s.known(out.Account)}
		if out.Account == "" {
			d.Player = out.Player
		} else if d.Player == league.Nobody {
			return league.ErrMember
		}
		if !m.Seats.Has(d.Player) {
			return league.ErrMember
		}
		if in != (Someone{}) {
			d.Other = s.number(in)
		}
		return s.do(d)
	})
}

// link is where a match of the league is played here; "" where it is not.
func (s *session) link(no int) (match.ID, error) {
	links, err := s.r.store.Links(s.card.ID)
	for _, l := range slices.Concat(links, s.links) {
		if l.No == no {
			return l.Match, err
		}
	}
	return "", err
}

// numbers lists the matches that decisions after from deal with. A bid changes nothing
// for others; one that is undone is to be made anew.
func (s *session) numbers(from int) []int {
	var out []int
	log := s.l.Log()
	var take func(d *league.Decision)
	take = func(d *league.Decision) {
		switch d.Kind {
		case league.KindPair, league.KindChallenge:
			for i := range d.Pairs {
				out = append(out, d.Match+i)
			}
		case league.KindGoOn: // whoever bids for a side was called to it
			for _, m := range s.l.Matches() {
				if m.Result == nil && !m.Bidding() {
					out = append(out, m.No)
				}
			}
		case league.KindAward, league.KindResult, league.KindCorrect, league.KindSubstitute:
			out = append(out, d.Match)
		case league.KindUndo:
			undone := &log[d.To-1].Decision
			if undone.Kind == league.KindBid {
				out = append(out, undone.Match)
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
func (s *session) played(numbers []int) ([]int, error) {
	if len(numbers) == 0 {
		return nil, nil
	}
	links, err := s.r.store.Links(s.card.ID)
	var out []int
	for _, l := range links {
		if slices.Contains(numbers, l.No) {
			out = append(out, l.No)
		}
	}
	return out, err
}

// align brings matches that are played here into line with the log: it stops them
// or lets them go on, and seats who is to play.
func (s *session) align(numbers []int) error {
	var errs []error
	for _, no := range numbers {
		id, err := s.link(no)
		if err == nil && id != "" {
			err = s.alignMatch(no, id)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s *session) alignMatch(no int, id match.ID) error {
	m, err := s.r.asItIs(id)
	if err != nil {
		return err
	}
	c := Command{Match: id, Account: s.c.Account, Door: s.c.Door}
	planned, ok := s.l.Match(no)
	end, over := m.Ending()
	idle := !ok || planned.Result != nil || planned.Bidding()
	switch {
	case idle && !over:
		_, err := s.r.abandon(c)
		return err
	case idle:
		return nil
	case over && end.How == match.Abandoned:
		if _, err := s.r.takeBack(c, stopped(m)-1); err != nil {
			return err
		}
	case over:
		return nil
	}
	if err := s.seat(id, planned.Seats); err != nil {
		return err
	}
	return s.goesOn(planned, id, c)
}

// stopped is the decision that last ended a match without a result.
func stopped(m *match.Match) int {
	log := m.Log()
	for i := len(log) - 1; i > 0; i-- {
		if log[i].Decision.Kind == match.KindAbandon {
			return i + 1
		}
	}
	return 0
}
