// Package refereetest helps tests of matches: it reads a match as it stands, and lets time pass.
package refereetest

import (
	"context"

	"referee/bot/referee"
	"referee/engine/match"
)

// Current is a match as it stands now. It panics where that cannot be read, as a test cannot go on then.
func Current(ctx context.Context, r *referee.Referee, id match.ID) *referee.Snapshot {
	s, err := r.Snapshot(ctx, id)
	if err != nil {
		panic(err)
	}
	return s
}
