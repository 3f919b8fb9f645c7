package club

import (
	"context"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine/league"
)

// May is May for a command to a league; where it is about a match of it, no is
// its number, else 0.
func (ls *Leagues) May(ctx context.Context, c LeagueCommand, act authority.Right, no int) error {
	return ls.within(ctx, c, func(tx *transaction) error {
		m, _ := tx.l.Match(no)
		return tx.may(act, m)
	})
}

// MayReport is May for a result that a player may report, too: see
// [Leagues.Report].
func (ls *Leagues) MayReport(ctx context.Context, c LeagueCommand, no int) error {
	return ls.within(ctx, c, func(tx *transaction) error {
		m, _ := tx.l.Match(no)
		return tx.mayReport(m)
	})
}

// mayReport checks that the author may give a match its result: an organiser one of
// others, a player of it where it is not played here.
func (tx *transaction) mayReport(m league.Match) error {
	link, me := tx.link(m.No), tx.known(tx.c.Account)
	may := tx.may(authority.Report, m)
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
func (tx *transaction) may(act authority.Right, about ...league.Match) error {
	subject := authority.Subject{Home: tx.card.Home, League: true}
	for _, m := range about {
		party, err := tx.concerns(m)
		if err != nil {
			return err
		}
		subject.Party = subject.Party || party
	}
	role, err := tx.c.Powers.May(act, subject)
	if err == nil {
		tx.role = role
	}
	return err
}

// concerns reports whether the author plays a match, or has played it or was to, also
// under a number from before they were erased.
func (tx *transaction) concerns(m league.Match) (bool, error) { return tx.involves(tx.c.Account, m) }

// involves is concerns of an account.
func (tx *transaction) involves(account string, m league.Match) (bool, error) {
	mine, err := tx.ls.store.FormerMembers(tx.ctx, tx.card.ID, account)
	if err != nil || slices.ContainsFunc(append(mine, tx.known(account)), m.Concerns) {
		return true, err
	}
	id := tx.link(m.No)
	if id == "" {
		return false, nil
	}
	return tx.ls.records.HasPlayed(tx.ctx, id, account)
}

// by names the author of what is decided in a role.
func (tx *transaction) by() *post.Actor {
	if tx.role == "" {
		return nil
	}
	return &post.Actor{Account: tx.c.Account, As: tx.role}
}
