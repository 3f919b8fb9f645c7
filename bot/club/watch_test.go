package club_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

var toyGame = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}

// watch is a referee and its club over a store in a file, with a clock that the test
// sets.
type watch struct {
	*referee.Referee
	*schedule.Schedule
	Leagues    *club.Leagues
	Judges     *club.Judges
	Statistics *club.Statistics

	t     *testing.T
	file  string
	store *store.Store
	dice  match.Roller
	game  referee.Game
	now   time.Time
	tick  time.Duration // how far the clock goes on whenever somebody looks at it
}

var began = refereetest.Began

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{t: t, file: filepath.Join(t.TempDir(), "referee.db"), dice: dice.NewSeeded(t.Name()), game: toyGame, now: began}
	w.begin()
	w.must(w.Up(t.Context(), w.now))
	t.Cleanup(func() {
		if err := errors.Join(w.store.Check(context.Background()), w.store.Close()); err != nil {
			t.Error(err)
		}
	})
	return w
}

// begin is the start of the process; nobody can be reached yet.
func (w *watch) begin() {
	w.t.Helper()
	var err error
	w.store, err = store.Open(w.t.Context(), w.file, store.Options{NoSync: true})
	w.must(err)
	w.work(referee.Config{
		Games: []referee.Game{w.game}, Store: w.store, Dice: w.dice, Faults: w.t.TempDir(),
		Now: w.watched, Log: slog.New(slog.DiscardHandler),
	}, w.store.Leagues())
}

// work makes the referee and the club.
func (w *watch) work(c referee.Config, s club.Store) {
	w.t.Helper()
	made, err := club.New(c, s)
	w.must(err)
	w.Referee, w.Leagues, w.Judges, w.Statistics = made.Referee, made.Leagues, made.Judges, made.Statistics
	w.Schedule = w.Referee.Schedule
}

// watched is what a look at the watch shows.
func (w *watch) watched() time.Time {
	if w.tick != 0 {
		w.now = w.now.Add(w.tick)
	}
	return w.now
}

// crash is the end of the process and, some time later, its next start.
func (w *watch) crash(later time.Duration) {
	w.t.Helper()
	w.must(w.store.Close())
	w.now = w.now.Add(later)
	w.begin()
	w.must(w.Up(w.t.Context(), w.now))
}

// command is one of the person who plays a seat of a match of no league.
func command(id match.ID, seat engine.Seat) referee.Command { return refereetest.Command(id, seat) }

// judge is a command of a judge, who plays nothing.
func judge(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:judge", Door: "test", Powers: powers()}
}

// powers are all, where the tests play.
func powers() authority.Powers {
	return authority.Powers{Home: "club", Place: "here", Moderator: true, Organiser: true, Judge: true}
}

// start opens a match of no league with a clock, and two people play it.
func (w *watch) start(clock string) match.ID {
	w.t.Helper()
	id := refereetest.Start(w.t, w.Referee, clock)
	w.deliver()
	return id
}

// deliver sends all that waits in the outbox.
func (w *watch) deliver() {
	w.t.Helper()
	refereetest.Deliver(w.t, w.Referee, w.now)
}

// hours lets time pass until so many hours after the beginning; what is due is
// done in time, and delivered.
func (w *watch) hours(n float64) {
	w.t.Helper()
	refereetest.Pass(w.t, w.Referee, &w.now, n, w.store.NextDue, w.deliver)
}

// order gives an order and delivers what it leads to.
func (w *watch) order(id match.ID, seat engine.Seat, text string) {
	w.t.Helper()
	_, err := w.Order(w.t.Context(), command(id, seat), text)
	w.must(err)
	w.deliver()
}

// clock is how the clock of a player stands.
func (w *watch) clock(id match.ID, p match.Player) schedule.Clock {
	w.t.Helper()
	return refereetest.Clock(w.t, w.Referee, id, p)
}

// head is the head of a match, to see whether it changed.
func (w *watch) head(id match.ID) string {
	w.t.Helper()
	l, err := refereetest.Current(w.t.Context(), w.Referee, id).Look(w.t.Context(), engine.Spectator)
	w.must(err)
	return l.Head
}

func (w *watch) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func fails[T any](_ T, err error) error { return err }
