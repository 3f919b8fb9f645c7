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
	tick  time.Duration // how far the clock goes on whenever somebody looks at it
	heard []string      // calls that were sent, as "hour place kind account match…"
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
	}, w.store)
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
			switch {
			case p.League != "": // no clock hangs on it
			case p.Call == nil:
				w.must(w.Delivered(place, p.Match, p.To, w.now))
			default:
				w.hear(place, p)
			}
			w.must(w.Posted(place, p))
		}
	}
}

func (w *watch) hear(place string, p post.Post) {
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

func TestRemindersAndExpiry(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h grace 2h remind 50 80 then remind")
	w.order(id, "red", "plan march")
	w.hours(5)
	w.want("5 here remind test:blue")
	w.hours(11)
	w.want("8 here remind test:blue")
	if list, err := w.Waiting("test:blue"); err != nil || len(list) != 1 || !list[0].Clock.Expires.Equal(began.Add(12*time.Hour)) || !list[0].Clock.Since.Equal(began) {
		t.Errorf("waiting: %+v, %v", list, err)
	}
	if list, err := w.Waiting("test:red"); err != nil || len(list) != 0 {
		t.Errorf("waiting for red: %+v, %v", list, err)
	}
	seq := w.seq(id)
	w.hours(11.99)
	if got := w.seq(id); got != seq {
		t.Errorf("decision %d before the time is up", got)
	}
	w.hours(1000)
	if got := w.seq(id); got != seq+1 {
		t.Errorf("%d decisions after the time was up, want one", got-seq)
	}
	w.want()
	w.order(id, "blue", "plan hold") // red marches
	w.left(id, 1, 10)
	w.hours(1005)
	w.want("1005 here remind test:red")
}

func (w *watch) seq(id match.ID) int {
	w.t.Helper()
	l, err := w.Look(id, engine.Spectator)
	w.must(err)
	return l.Seq
}

// TestNothingRunsBeforeDelivery: a place that does not take posts costs nobody
// time.
func TestNothingRunsBeforeDelivery(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then loss")
	w.order(id, "red", "plan march")
	w.bench.order(id, "blue", "plan hold")
	w.hours(500)
	w.left(id, 1, 10)
	w.must(w.Delivered("elsewhere", id, w.seq(id), w.now))
	w.must(w.Delivered("here", id, w.seq(id)-1, w.now))
	w.hours(600)
	w.left(id, 1, 10)
	w.deliver()
	w.must(w.Delivered("here", id, w.seq(id), w.now.Add(time.Hour))) // again: it changes nothing
	w.hours(604)
	w.left(id, 1, 6)
	w.hours(605)
	w.want("605 here remind test:red")
}

func TestOutagesStopClocks(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then remind")
	w.order(id, "red", "plan march")
	w.hours(2)
	w.must(w.Down(w.now))
	w.must(w.RunDue(began.Add(100 * time.Hour))) // nobody can be reached
	w.now = began.Add(100 * time.Hour)
	w.left(id, 2, 8)
	w.must(w.Up(w.now))
	w.left(id, 2, 8)
	w.hours(102)
	w.want()
	w.crash(50 * time.Hour) // without a word
	w.left(id, 2, 6)
	w.hours(153)
	w.want("153 here remind test:blue")
	w.must(w.Down(w.now))
	w.crash(10 * time.Hour)
	w.left(id, 2, 5)
	w.hours(168)
	if c := w.clock(id, 2); c.Runs || c.Left != 0 || w.seq(id) != 6 {
		t.Errorf("after the time is up: %+v, decision %d", c, w.seq(id))
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		then string
		want *match.Ending
	}{
		{"caretaker", nil},
		{"loss", &match.Ending{How: match.TimedOut, Winner: "red"}},
		{"adjudicate", &match.Ending{How: match.Adjudicated}},
	} {
		t.Run(c.then, func(t *testing.T) {
			w := newWatch(t)
			id := w.start("limit 10h then " + c.then)
			w.order(id, "red", "plan march")
			w.hours(10)
			l, err := w.Look(id, engine.Judge)
			w.must(err)
			if (l.Ending == nil) != (c.want == nil) || c.want != nil && *l.Ending != *c.want {
				t.Errorf("ending: %+v, want %+v", l.Ending, c.want)
			}
			if c.want == nil && (len(l.Asks) != 1 || l.Asks[0].Seat != "red") {
				t.Errorf("the caretaker did not go on: %+v", l.Asks)
			}
			if _, ok, err := w.store.NextDue(); err != nil || ok != (c.want == nil) {
				t.Errorf("something due: %v, %v", ok, err)
			}
			record, err := w.store.Load(id)
			w.must(err)
			for _, e := range record {
				if d := &e.Decision; d.Kind == match.KindAnswer && d.Seat == "blue" && d.Author != match.Referee {
					t.Errorf("decision %d of the caretaker is recorded as player %d's own", d.Seq, d.Author)
				}
			}
			lines, err := w.Told(id, engine.Spectator, 0, 0)
			w.must(err)
			if text := said(t, lines); !strings.Contains(text, "Blue has run out of time") {
				t.Errorf("told:\n%s", text)
			}
		})
	}
}

// TestUndoLeavesClocksAlone: who takes back gets no time by it.
func TestUndoLeavesClocksAlone(t *testing.T) {
	w := newWatch(t)
	id := w.start("reserve 10h +3h then loss")
	w.order(id, "red", "plan march")
	w.order(id, "blue", "plan march")
	mover, other := match.Player(1), match.Player(2)
	if w.clock(id, 2).Waited {
		mover, other = other, mover
	}
	seat := map[match.Player]engine.Seat{1: "red", 2: "blue"}[mover]
	unit := string(seat) + "-a"
	w.left(id, mover, 13)
	w.hours(4)
	w.order(id, seat, "march "+unit+" "+map[engine.Seat]string{"red": "0201", "blue": "0201"}[seat])
	w.left(id, mover, 9)
	w.left(id, other, 13)
	if !w.clock(id, other).Waited {
		t.Fatal("the other is not waited for")
	}
	w.hours(5)
	_, err := w.Undo(command(id, seat))
	w.must(err)
	w.deliver()
	w.left(id, mover, 9)
	w.left(id, other, 12)
	w.hours(7)
	w.left(id, mover, 7)
	w.left(id, other, 12)
}
