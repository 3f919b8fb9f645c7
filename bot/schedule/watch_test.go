package schedule_test

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
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// The tests keep the time of matches that are played with package referee, which is
// above this one: what a clock does is seen best in whole matches.

var toyGame = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}

// bench is a schedule, with the matches that are played by it.
type bench struct {
	*schedule.Schedule
	play  *referee.Referee
	t     *testing.T
	store *store.Store
	file  string
}

// begin is the start of the process; nobody can be reached yet.
func (b *bench) begin(c referee.Config) {
	b.t.Helper()
	var err error
	b.store, err = store.Open(b.t.Context(), b.file, store.Options{NoSync: true})
	b.must(err)
	b.on(c)
}

// on plays on with the store that is open.
func (b *bench) on(c referee.Config) {
	b.t.Helper()
	c.Games, c.Store, c.Log = []referee.Game{toyGame}, b.store, slog.New(slog.DiscardHandler)
	var err error
	c.Dice = dice.NewSeeded(b.t.Name())
	b.play, err = referee.New(c)
	b.must(err)
	b.Schedule = b.play.Schedule
}

// end is the end of the process.
func (b *bench) end() {
	b.t.Helper()
	b.must(errors.Join(b.store.Check(context.WithoutCancel(b.t.Context())), b.store.Close()))
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// command is the command of somebody at a seat.
func command(id match.ID, seat engine.Seat) referee.Command { return refereetest.Command(id, seat) }

// open opens a match with a clock, and two people play it.
func (b *bench) open(clock string) match.ID {
	b.t.Helper()
	return refereetest.Start(b.t, b.play, clock)
}

func (b *bench) order(id match.ID, seat engine.Seat, text string) {
	b.t.Helper()
	if _, err := b.play.Order(b.t.Context(), command(id, seat), text); err != nil {
		b.t.Fatalf("%s: %s: %v", seat, text, err)
	}
}

// look is what everybody sees of a match.
func (b *bench) look(id match.ID) referee.Look {
	b.t.Helper()
	l, err := refereetest.Current(b.t.Context(), b.play, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	return l
}

// watch is a schedule with a clock that the test sets, and a door that delivers at
// once.
type watch struct {
	*bench
	now   time.Time
	heard []string // calls that were sent, as "hour place kind account match…"
}

var began = refereetest.Began

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{bench: &bench{t: t, file: filepath.Join(t.TempDir(), "referee.db")}, now: began}
	w.begin(w.config())
	w.must(w.Up(t.Context(), w.now))
	t.Cleanup(w.end)
	return w
}

func (w *watch) config() referee.Config {
	return referee.Config{Faults: w.t.TempDir(), Now: func() time.Time { return w.now }}
}

// crash is the end of the process and, some time later, its next start.
func (w *watch) crash(ctx context.Context, later time.Duration) {
	w.t.Helper()
	w.end()
	w.now = w.now.Add(later)
	w.begin(w.config())
	w.must(w.Up(ctx, w.now))
}

// start opens a match with a clock, and two people who have been told play it.
func (w *watch) start(clock string) match.ID {
	w.t.Helper()
	id := w.open(clock)
	w.deliver()
	return id
}

// deliver sends all that waits in the outbox.
func (w *watch) deliver() {
	w.t.Helper()
	w.heard = append(w.heard, refereetest.Deliver(w.t, w.play, w.now)...)
}

// hours lets time pass until so many hours after the beginning; what is due is
// done in time, and delivered.
func (w *watch) hours(n float64) {
	w.t.Helper()
	refereetest.Pass(w.t, w.play, &w.now, n, w.store.NextDue, w.deliver)
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
	return refereetest.Clock(w.t, w.play, id, p)
}

// left checks what a player has left, in hours.
func (w *watch) left(id match.ID, p match.Player, hours float64) {
	w.t.Helper()
	if c := w.clock(id, p); c.Left != time.Duration(hours*float64(time.Hour)) {
		w.t.Errorf("player %d has %s left, want %v hours", p, c.Left, hours)
	}
}

func (w *watch) seq(id match.ID) int {
	w.t.Helper()
	return w.look(id).Seq
}
