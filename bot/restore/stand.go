package restore

import (
	"context"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine/match"
)

// Store is the copy of a backup.
type Store interface {
	Matches(ctx context.Context) ([]match.Summary, error)
	// Check reads the whole file and returns every fault.
	Check(ctx context.Context) error
	// DiscardOutbox empties the outbox.
	DiscardOutbox(ctx context.Context) error
	// PutBackupTime notes when a backup was taken; 0: it is put into use.
	PutBackupTime(ctx context.Context, at int64) error
}

// Contents counts what is in a backup that was put into use.
type Contents struct {
	Matches, Leagues int // that stand until somebody says that they go on
	Over             int // matches that have ended, and are left alone
}

// Check checks a copy of a backup: the file, its leagues, and every match under its own
// law. It says how many matches are done.
func Check(ctx context.Context, s Store, r *referee.Referee, done func(matches int)) error {
	if err := s.Check(ctx); err != nil {
		return err
	}
	all, err := s.Matches(ctx)
	if err != nil {
		return err
	}
	for i, c := range all {
		if _, err := r.Snapshot(ctx, c.ID); err != nil {
			return err
		}
		done(i + 1)
	}
	return nil
}

// Stand prepares a copy of a backup for service, with a referee that works on it: what
// waited to be sent is dropped, as it may have been sent since; no clock has run since
// the backup; every league and match that is not over stands, and its place will be
// told. It says how many matches are done.
func Stand(ctx context.Context, s Store, clubs *club.Club, now time.Time, done func(matches int)) (out Contents, err error) {
	if err := s.DiscardOutbox(ctx); err != nil {
		return out, err
	}
	r := clubs.Referee
	if err := r.Schedule.Up(ctx, now); err != nil { // since it was last alive was an outage
		return out, err
	}
	leagues, err := clubs.Leagues.All(ctx)
	if err != nil {
		return out, err
	}
	for _, l := range leagues {
		if l.Over {
			continue
		}
		if err := clubs.Leagues.StandStill(ctx, l.ID); err != nil {
			return out, err
		}
		out.Leagues++
	}
	matches, err := s.Matches(ctx)
	if err != nil {
		return out, err
	}
	for i, m := range matches {
		if m.Over {
			out.Over++
		} else {
			if err := r.Suspend(ctx, m.ID); err != nil {
				return out, err
			}
			out.Matches++
		}
		done(i + 1)
	}
	return out, s.PutBackupTime(ctx, 0)
}
