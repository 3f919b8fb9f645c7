package referee_test

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
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

// began is a Monday noon, in the winter of Europe.
var began = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

func newWatch(t *testing.T) *watch {
	t.Helper()
	w := &watch{bench: &bench{
		t: t, file: filepath.Join(t.TempDir(), "referee.db"), dice: dice.NewSeeded(t.Name()), game: toyGame,
	}, now: began}
	w.begin()
	w.must(w.Up(w.now))
	t.Cleanup(func() {
		if err := errors.Join(w.store.Check(), w.store.Close()); err != nil {
			t.Error(err)
		}
	})
	return w
}

// begin is the start of the process; nobody can be reached yet.
func (w *watch) begin() {
	w.t.Helper()
	var err error
	w.store, err = store.Open(w.file, store.Options{NoSync: true})
	w.must(err)
	w.work(referee.Config{
		Games: []referee.Game{w.game}, Store: w.store, Dice: w.dice, Faults: w.t.TempDir(),
		Now: w.watched, Log: slog.New(slog.DiscardHandler),
	})
}

// watched is what a look at the watch shows.
func (w *watch) watched() time.Time { return w.now }

// crash is the end of the process and, some time later, its next start.
func (w *watch) crash(later time.Duration) {
	w.t.Helper()
	w.must(w.store.Close())
	w.now = w.now.Add(later)
	w.begin()
	w.must(w.Up(w.now))
}

// start opens a match with a clock, and two people play it.
func (w *watch) start(clock string) match.ID {
	w.t.Helper()
	r, err := w.Open(command("", ""), referee.Opening{
		Setup: engine.Setup{"weather": "off"}, Place: "here", Settings: map[string]string{schedule.SettingClock: clock},
	})
	w.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := w.Join(command(r.Match, seat))
		w.must(err)
	}
	w.deliver()
	return r.Match
}

// deliver sends all that waits in the outbox.
func (w *watch) deliver() {
	w.t.Helper()
	places, err := w.Places()
	w.must(err)
	for _, place := range places {
		posts, err := w.Posts(place)
		w.must(err)
		for _, p := range posts {
			if call, ok := p.What.(post.Call); ok {
				w.hear(place, call)
			} else if id, seq := p.Match(); id != "" { // no clock hangs on a league's
				w.must(w.Delivered(place, id, seq, w.now))
			}
			w.must(w.Posted(place, p))
		}
	}
}

func (w *watch) hear(place string, p post.Call) {
	w.t.Helper()
	c, ok, err := w.Called(p)
	w.must(err)
	if !ok {
		return
	}
	text := fmt.Sprintf("%v %s %s %s", w.now.Sub(began).Hours(), place, c.Kind, c.Account)
	if c.Kind == post.CallDigest {
		text += fmt.Sprint(" ", len(c.Waits))
	}
	w.heard = append(w.heard, text)
}

// hours lets time pass until so many hours after the beginning; what is due is
// done in time, and delivered.
func (w *watch) hours(n float64) {
	w.t.Helper()
	end := began.Add(time.Duration(n * float64(time.Hour)))
	for {
		at, ok, err := w.store.NextDue()
		w.must(err)
		if !ok || at > end.UnixMilli() {
			break
		}
		w.now = time.UnixMilli(max(at, w.now.UnixMilli())).UTC()
		w.must(w.RunDue(w.now))
		w.deliver()
	}
	w.now = end
	w.must(w.RunDue(w.now)) // it is alive
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
	t, err := w.Times(id)
	w.must(err)
	for _, c := range t.Clocks {
		if c.Player == p {
			return c
		}
	}
	return schedule.Clock{}
}

// left checks what a player has left, in hours.
func (w *watch) left(id match.ID, p match.Player, hours float64) {
	w.t.Helper()
	if c := w.clock(id, p); c.Left != time.Duration(hours*float64(time.Hour)) {
		w.t.Errorf("player %d has %s left, want %v hours", p, c.Left, hours)
	}
}
