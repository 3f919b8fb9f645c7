package referee_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// watch is a referee with a clock that the test sets, and a door that delivers
// at once.
type watch struct {
	*bench
	now   time.Time
	heard []string // calls that were sent, as "hour place kind account match…"
}

var began = refereetest.Began

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{bench: &bench{
		t: t, file: filepath.Join(t.TempDir(), "referee.db"), dice: dice.NewSeeded(t.Name()), game: toyGame,
	}, now: began}
	w.begin(t.Context())
	w.must(w.Up(t.Context(), w.now))
	t.Cleanup(func() {
		if err := errors.Join(w.store.Check(context.Background()), w.store.Close()); err != nil {
			t.Error(err)
		}
	})
	return w
}

// begin is the start of the process; nobody can be reached yet.
func (w *watch) begin(ctx context.Context) {
	w.t.Helper()
	var err error
	w.store, err = store.Open(ctx, w.file, store.Options{NoSync: true})
	w.must(err)
	w.work(referee.Config{
		Games: []referee.Game{w.game}, Store: w.store, Dice: w.dice, Faults: w.t.TempDir(),
		Now: w.watched, Log: slog.New(slog.DiscardHandler),
	})
}

// watched is what a look at the watch shows.
func (w *watch) watched() time.Time { return w.now }

// crash is the end of the process and, some time later, its next start.
func (w *watch) crash(ctx context.Context, later time.Duration) {
	w.t.Helper()
	w.must(w.store.Close())
	w.now = w.now.Add(later)
	w.begin(ctx)
	w.must(w.Up(ctx, w.now))
}

// start opens a match with a clock, and two people play it.
func (w *watch) start(clock string) match.ID {
	w.t.Helper()
	id := refereetest.Start(w.t, w.Referee, clock)
	w.deliver()
	return id
}

// deliver sends all that waits in the outbox.
func (w *watch) deliver() {
	w.t.Helper()
	w.heard = append(w.heard, refereetest.Deliver(w.t, w.Referee, w.now)...)
}

// hours lets time pass until so many hours after the beginning; what is due is
// done in time, and delivered.
func (w *watch) hours(n float64) {
	w.t.Helper()
	refereetest.Pass(w.t, w.Referee, &w.now, n, w.store.NextDue, w.deliver)
}

// want compares the calls since the last time.
func (w *watch) want(calls ...string) {
	w.t.Helper()
	if !slices.Equal(w.heard, calls) {
		w.t.Errorf("heard:\n%s\nwant:\n%s", strings.Join(w.heard, "\n"), strings.Join(calls, "\n"))
	}
	w.heard = nil
}

// order gives an order and delivers what it leads to.
func (w *watch) order(id match.ID, seat engine.Seat, text string) {
	w.t.Helper()
	w.bench.order(id, seat, text)
	w.deliver()
}

// clock is how the clock of a player stands.
func (w *watch) clock(id match.ID, p match.Player) schedule.Clock {
	w.t.Helper()
	return refereetest.Clock(w.t, w.Referee, id, p)
}

// left checks what a player has left, in hours.
func (w *watch) left(id match.ID, p match.Player, hours float64) {
	w.t.Helper()
	if c := w.clock(id, p); c.Left != time.Duration(hours*float64(time.Hour)) {
		w.t.Errorf("player %d has %s left, want %v hours", p, c.Left, hours)
	}
}
