package referee

import (
	"context"

	"referee/bot/authority"
	"referee/bot/schedule"
	"referee/engine/match"
)

// Hook is asked by matches that may be part of something greater, of which this package
// knows nothing. Its methods may be called under the lock of a match: they take none.
type Hook interface {
	// Subject completes what an account has to do with a match.
	Subject(ctx context.Context, s authority.Subject, id match.ID, account string) (authority.Subject, error)
	// Refuse is the refusal of what the players of a match are not free to do, as what it
	// is part of decides that; nil: they are.
	Refuse(ctx context.Context, id match.ID, what Freedom) error
	// Commit adds to what is stored of a command, with a match before it (nil: there was
	// none) and after it. judges is where judges are told if they are asked; "": nowhere.
	Commit(ctx context.Context, b *match.Batch, before, after *match.Match, judges string) error
}

// Freedom is what the players of a match decide by themselves.
type Freedom string

// The freedoms.
const (
	FreeSeats  Freedom = "seats" // to take a seat, and to leave it
	FreeEnd    Freedom = "end"   // to call the match off
	FreePlace  Freedom = "place" // to have it played elsewhere
	FreeResume Freedom = "go-on" // to go on after a backup
)

// SettingOwner is the setting, of the record too, in which whoever opens a match that is
// part of something greater says of what: "k3j5x2qa/17". Nobody changes it, and the
// clocks of such a match are fixed.
const SettingOwner = schedule.SettingOwner

// unowned is the hook where no match is part of anything.
type unowned struct{}

func (unowned) Subject(ctx context.Context, s authority.Subject, _ match.ID, _ string) (authority.Subject, error) {
	return s, nil
}
func (unowned) Refuse(context.Context, match.ID, Freedom) error { return nil }
func (unowned) Commit(context.Context, *match.Batch, *match.Match, *match.Match, string) error {
	return nil
}
