package offered

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// Place is a match that was prepared, with a store and a referee of its own.
type Place struct {
	*club.Club
	Store *store.Store
	Match match.ID
}

// Now is when such matches are played.
var Now = time.UnixMilli(1_700_000_000_000)

// In prepares the match of a case at a place, with the accounts "place:seat". Whoever calls it closes the store.
func (c *Case) In(t testing.TB, place string) *Place {
	t.Helper()
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	must(t, err)
	p := &Place{Store: kept}
	p.Club, err = club.New(referee.Config{
		Games: []referee.Game{c.Game}, Store: kept, Dice: dice.NewSeeded("offers"), Random: &counting{}, Log: slog.New(slog.DiscardHandler),
		Now: func() time.Time { return Now },
	}, kept.Leagues())
	must(t, err)
	p.Match = c.Prepare(t, World{
		Referee: p.Referee, Place: place, Account: func(s engine.Seat) string { return place + ":" + string(s) }, Appeal: p.appeal,
	})
	return p
}

func (p *Place) appeal(ctx context.Context, by referee.Command) error {
	_, err := p.Judges.Appeal(ctx, by, club.Appeal{Text: "Hm."})
	return err
}

// counting is a source of bytes that is no secret, the same each time.
type counting struct{ n byte }

func (c *counting) Read(p []byte) (int, error) {
	for i := range p {
		c.n += 37
		p[i] = c.n
	}
	return len(p), nil
}
