package club

import (
	"context"
	"slices"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/league"
	"referee/engine/match"
)

// StandStill notes that a league, not over, was put back from a backup: nothing in it
// begins or is counted by itself, and its organiser alone decides something, until they
// say that it goes on. Its place is told.
func (ls *Leagues) StandStill(ctx context.Context, id league.ID) error {
	_, err := ls.decide(ctx, LeagueCommand{League: id, Door: referee.DoorRestore}, func(tx *transaction) error {
		return tx.do(league.Decision{Act: league.ActRestore{}})
	})
	return err
}

// Resume resumes a league that was restored from a backup, as its organiser,
// and with it its matches. Those that they play or have played wait until both players agree.
// It returns ErrOrganiser and league.ErrNotOnHold.
func (ls *Leagues) Resume(ctx context.Context, c LeagueCommand) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error {
		if err := tx.do(league.Decision{Act: league.ActResume{}}); err != nil {
			return err
		}
		return tx.syncAll()
	})
}

// stands refuses what nobody but the organiser does in a league that was put back and
// does not go on yet.
func (tx *transaction) stands() error {
	if tx.l == nil || tx.l.Restored() == 0 || tx.c.Account == "" {
		return nil
	}
	if _, err := tx.c.Powers.May(authority.Organise, authority.Subject{Home: tx.card.Home, League: true}); err != nil {
		return league.ErrRestored
	}
	return nil
}

// resumeMatch resumes a match that was restored from a backup, if its league goes on. If
// who said that plays it or has played it, or is not known any more, its players are
// told that it waits for them.
func (tx *transaction) resumeMatch(planned league.Match, id match.ID, c referee.Command) error {
	m, err := tx.ls.office.Match(tx.ctx, id)
	if err != nil {
		return err
	}
	if _, waits := m.Restored(); !waits || m.Over() || tx.l.Restored() > 0 {
		return nil
	}
	d := lastResume(tx.l)
	own, err := tx.decidedOwn(d, planned)
	switch {
	case err != nil:
		return err
	case !own:
		return tx.ls.office.Resume(tx.ctx, c, tx.card.Place)
	case d.At == tx.at:
		return tx.ls.office.Show(tx.ctx, id)
	}
	return nil
}

// lastResume is the decision by which the league last went on after a backup.
func lastResume(l *league.League) *league.Decision {
	for _, e := range slices.Backward(l.Log()) {
		if e.Decision.Kind() == league.KindResume {
			return &e.Decision
		}
	}
	return &league.Decision{}
}

// decidedOwn reports whether a match is one that the author of a decision plays or has
// played, or whether that cannot be known any more.
func (tx *transaction) decidedOwn(d *league.Decision, m league.Match) (bool, error) {
	if d.Author == league.Nobody {
		return false, nil
	}
	author, known := tx.person(d.Author)
	if !known {
		return true, nil
	}
	return tx.involves(author.Account, m)
}
