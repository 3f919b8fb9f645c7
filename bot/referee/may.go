package referee

import (
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine/league"
	"referee/engine/match"
)

// May says whether the author of a command may do an act on its match now; else the
// error says why not. Whoever asks before a confirmation is asked again by the act
// itself.
func (r *Referee) May(c Command, act authority.Act) error {
	_, err := r.may(c, act)
	return r.judged(err, c, nil)
}

// may is May, and as what the author acts. It waits for no lock.
func (r *Referee) may(c Command, act authority.Act) (authority.Role, error) {
	s, err := r.subject(c.Match, c.Account)
	if err != nil {
		return "", err
	}
	return c.Powers.May(act, s)
}

// subject is what an account has to do with a match.
func (r *Referee) subject(id match.ID, account string) (authority.Subject, error) {
	card, err := r.store.Summary(id)
	if err != nil {
		return authority.Subject{}, err
	}
	s := authority.Subject{Home: card.Home, Place: card.Place}
	if s.Party, err = r.store.HasPlayed(id, account); err != nil {
		return s, err
	}
	if s.Read, err = r.store.HasRead(id, account); err != nil {
		return s, err
	}
	link, linked, err := r.store.LinkOf(id)
	if err != nil || !linked {
		return s, err
	}
	of, err := r.sessionIn(&hall{}, LeagueCommand{League: link.League, Account: account})
	if err != nil {
		return s, err
	}
	s.League, s.Home, s.Ended = true, of.card.Home, of.l.Over()
	m, _ := of.l.Match(link.No)
	party, err := of.concerns(m)
	s.Party = s.Party || party
	return s, err
}

// maySit refuses a seat to who has read a case of the match. The caller is in its
// room, so that nobody does both at once.
func (r *Referee) maySit(c Command) error {
	read, err := r.store.HasRead(c.Match, c.Account)
	if err == nil {
		_, err = c.Powers.May(authority.Sit, authority.Subject{Read: read})
	}
	return err
}

// MayLeague is May for a command to a league; where it is about a match of it, no is
// its number, else 0.
func (r *Referee) MayLeague(c LeagueCommand, act authority.Act, no int) error {
	s, err := r.enterLeague(c)
	if err != nil {
		return r.leagueJudged(err, c)
	}
	s.hall.mu.Unlock()
	m, _ := s.l.Match(no)
	return r.leagueJudged(s.may(act, m), c)
}

// MayReport is MayLeague for a result that a player may report, too: see
// [Referee.Report].
func (r *Referee) MayReport(c LeagueCommand, no int) error {
	s, err := r.enterLeague(c)
	if err != nil {
		return r.leagueJudged(err, c)
	}
	defer s.hall.mu.Unlock()
	m, _ := s.l.Match(no)
	return r.leagueJudged(s.mayReport(m), c)
}

// mayReport checks that the author may give a match its result: an organiser one of
// others, a player of it where it is not played here.
func (s *session) mayReport(m league.Match) error {
	link, err := s.link(m.No)
	if err != nil {
		return err
	}
	me := s.known(s.c.Account)
	may := s.may(authority.Report, m)
	switch plays := me != league.Nobody && m.Seats.Has(me); {
	case may == nil || plays && link == "":
		return nil
	case plays && !errors.Is(may, ErrOwn):
		return ErrPlayed
	}
	return may
}

// may checks that the author may do an act on the league, which is about some matches
// of it.
func (s *session) may(act authority.Act, about ...league.Match) error {
	subject := authority.Subject{Home: s.card.Home, League: true}
	for _, m := range about {
		party, err := s.concerns(m)
		if err != nil {
			return err
		}
		subject.Party = subject.Party || party
	}
	role, err := s.c.Powers.May(act, subject)
	if err == nil {
		s.role = role
	}
	return err
}

// concerns reports whether the author plays a match, or has played it or was to, also
// under a number from before they were erased.
func (s *session) concerns(m league.Match) (bool, error) { return s.involves(s.c.Account, m) }

// involves is concerns of an account.
func (s *session) involves(account string, m league.Match) (bool, error) {
	mine, err := s.r.store.FormerMembers(s.card.ID, account)
	if err != nil || slices.ContainsFunc(append(mine, s.known(account)), m.Concerns) {
		return true, err
	}
	id, err := s.link(m.No)
	if err != nil || id == "" {
		return false, err
	}
	return s.r.store.HasPlayed(id, account)
}

// by names the author of what is decided in a role.
func (s *session) by() *post.Actor {
	if s.role == "" {
		return nil
	}
	return &post.Actor{Account: s.c.Account, As: s.role}
}
