package timekeeper

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"referee/bot/schedule"
)

// noon is when the tests begin.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// world is what a keeper lives in: the true time, and clocks that differ from it.
type world struct {
	*Keeper
	true    time.Time
	mono    time.Duration
	wall    time.Duration // the clock of the machine, ahead of the true time
	discord time.Duration // likewise
	none    bool          // Discord's answers have no date
}

func newWorld(last time.Duration, wall time.Duration) *world {
	w := &world{true: noon, wall: wall, mono: time.Hour}
	w.Keeper = New(Config{
		Read: func() ClockReading { return ClockReading{Wall: w.true.Add(w.wall), Mono: w.mono} },
		Last: noon.Add(last), Log: slog.New(slog.DiscardHandler),
	})
	return w
}

// pass lets time pass in which the process is awake.
func (w *world) pass(d time.Duration) {
	for ; d > 0; d -= time.Second {
		w.awake(min(d, time.Second))
		w.Look()
		if w.Asks() {
			w.answer(50 * time.Millisecond)
		}
	}
}

func (w *world) awake(d time.Duration) { w.true, w.mono = w.true.Add(d), w.mono+d }

// answer asks Discord, which takes a while.
func (w *world) answer(took time.Duration) {
	sent := w.Mark()
	w.awake(took / 2)
	date := w.true.Add(w.discord).Truncate(time.Second)
	w.awake(took / 2)
	if !w.none {
		w.Dated(sent, date)
	}
}

// freeze stops the process alone: the monotonic clock goes on.
func (w *world) freeze(d time.Duration) { w.awake(d) }

// sleep stops the machine: the monotonic clock stands, too.
func (w *world) sleep(d time.Duration) { w.true = w.true.Add(d) }

// off is how far what the keeper says is ahead of the true time.
func (w *world) off() time.Duration { return w.Look().Now.Sub(w.true) }

func (w *world) want(t *testing.T, why schedule.Doubt, off time.Duration) {
	t.Helper()
	s := w.Look()
	if s.Doubt != why || (w.off()-off).Abs() > 2*time.Second {
		t.Errorf("doubt %q, %v ahead of the true time; want %q, %v", s.Doubt, w.off(), why, off)
	}
	if s.Since.IsZero() != (why != "") {
		t.Errorf("doubt %q, and believed since %v", why, s.Since)
	}
}

const year = 365 * 24 * time.Hour

func TestNothingIsBelievedBeforeDiscordConfirmsIt(t *testing.T) {
	for _, c := range []struct {
		name     string
		last     time.Duration // when the process was last alive
		wall     time.Duration
		why      schedule.Doubt
		off, end time.Duration // of the time, before and after the first answer
	}{
		{"right", -time.Hour, 0, "", -time.Hour, 0},
		{"a little off", -time.Hour, 50 * time.Second, "", -time.Hour, 0},
		{"five years ahead", -time.Hour, 5 * year, schedule.DoubtAhead, -time.Hour, -time.Hour},
		{"behind", -time.Hour, -5 * year, schedule.DoubtBehind, -time.Hour, -time.Hour},
		{"alive in a time to come", 5 * year, 0, "", 5 * year, 0},
		{"alive in a time to come, and still ahead", 5 * year, 5 * year, schedule.DoubtAhead, 5 * year, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(c.last, c.wall)
			w.want(t, schedule.DoubtUnknown, c.off)
			w.answer(100 * time.Millisecond)
			w.want(t, c.why, c.end)
			w.wall = 0
			w.pass(time.Minute)
			w.want(t, "", 0)
		})
	}
}

func TestWithoutDates(t *testing.T) {
	w := newWorld(-time.Hour, 0)
	w.none = true
	w.pass(time.Hour)
	w.want(t, schedule.DoubtUnknown, -time.Hour)
	w.none = false
	w.pass(askAgain + time.Second)
	w.want(t, "", 0)
	w.none = true
	w.pass(Fresh / 2)
	w.want(t, "", 0)
	w.pass(Fresh)
	w.want(t, schedule.DoubtUnknown, 0)
}

// TestClocksThatAreSet: whatever the clock of the machine shows, the time does not
// move; it is believed when the clock is right again.
func TestClocksThatAreSet(t *testing.T) {
	for _, by := range []time.Duration{12 * year, time.Hour, 2 * time.Minute, -2 * time.Minute, -time.Hour, -5 * year} {
		t.Run(by.String(), func(t *testing.T) {
			w := newWorld(0, 0)
			w.pass(time.Minute)
			since := w.Look().Since
			w.wall = by
			why := schedule.DoubtAhead
			if by < 0 {
				why = schedule.DoubtBehind
			}
			w.want(t, why, 0)
			w.pass(time.Minute)
			w.want(t, why, 0)
			if s := w.Look(); s.Ahead.Round(2*time.Second) != by || s.For < time.Minute {
				t.Errorf("ahead by %v for %v", s.Ahead, s.For)
			}
			w.wall = 0
			w.want(t, "", 0)
			if s := w.Look().Since; s.Sub(since) < time.Minute {
				t.Errorf("believed since %v, as if nothing had been", s)
			}
		})
	}
}

// TestSmallSteps: a clock that is set by less than the tolerance moves nothing.
func TestSmallSteps(t *testing.T) {
	w := newWorld(0, 0)
	w.pass(time.Minute)
	since := w.Look().Since
	for _, w.wall = range []time.Duration{Tolerance / 2, -Tolerance / 2, 0} {
		w.pass(5 * time.Minute)
		w.want(t, "", 0)
	}
	if s := w.Look().Since; !s.Equal(since) {
		t.Errorf("believed since %v, want %v", s, since)
	}
}

// TestStandingStill: a process that was frozen, and a machine that slept, believe
// nothing until Discord has confirmed it; then what lay between is no part of the
// span.
func TestStandingStill(t *testing.T) {
	for name, still := range map[string]func(*world, time.Duration){"frozen": (*world).freeze, "asleep": (*world).sleep} {
		for _, d := range []time.Duration{2 * time.Minute, 10 * 24 * time.Hour} {
			t.Run(name+" "+d.String(), func(t *testing.T) {
				w := newWorld(0, 0)
				w.pass(time.Minute)
				still(w, d)
				if s := w.Look(); s.Doubt == "" || !s.Since.IsZero() {
					t.Fatalf("believed: %+v", s)
				}
				woken := w.true
				if !w.Asks() {
					t.Error("Discord is not asked at once")
				}
				w.answer(time.Second)
				w.want(t, "", 0)
				if s := w.Look().Since; s.Before(woken.Add(-2 * time.Second)) {
					t.Errorf("believed since %v, and it stood still until %v", s, woken)
				}
			})
		}
	}
}

// TestAShortSleep is less than the tolerance: the first answer after it finds it.
func TestAShortSleep(t *testing.T) {
	w := newWorld(0, 0)
	w.pass(2 * time.Minute)
	w.sleep(40 * time.Second)
	woken := w.true
	w.pass(2 * time.Minute)
	w.want(t, "", 0)
	if s := w.Look().Since; s.Before(woken) {
		t.Errorf("believed since %v, and it slept until %v", s, woken)
	}
}

// TestForeignDatesStopTheClocks: a date that contradicts both other clocks stops the
// clocks, too, and moves nothing; nor does an answer that took too long.
func TestForeignDatesStopTheClocks(t *testing.T) {
	w := newWorld(0, 0)
	w.pass(time.Minute)
	w.discord = 5 * time.Hour
	w.pass(2 * time.Minute)
	w.want(t, schedule.DoubtBehind, 0)
	w.pass(24 * time.Hour)
	w.want(t, schedule.DoubtBehind, 0)
	w.discord = 0
	w.pass(askAgain + time.Second)
	w.want(t, "", 0)
	sent := w.Mark()
	date := w.true
	w.pass(askLate + time.Second)
	w.Dated(sent, date.Add(year))
	w.want(t, "", 0)
}

// TestKeeperNeverRunsAhead lets clocks be set, processes be stopped and
// machines sleep at random, with a Discord that tells the truth: the time is never
// ahead of the true one, and what passes while it is believed is no more than what
// the process was awake for.
func TestKeeperNeverRunsAhead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(-time.Hour, 0)
		const slow = 20 * time.Second // the longest answer, which is dated somewhere in between
		awake, spent, stops := time.Duration(0), time.Duration(0), 0
		last := w.Look()
		look := func() {
			s := w.Look()
			if late := s.Now.Sub(w.true); late > slow+2*time.Second {
				t.Fatalf("%v ahead of the true time: %+v", late, s)
			}
			if s.Doubt == "" && last.Doubt == "" && s.Since.Equal(last.Since) {
				spent += s.Now.Sub(last.Now)
			}
			last = s
		}
		seconds := func(most int) time.Duration {
			return time.Duration(rapid.IntRange(1, most).Draw(t, "seconds")) * time.Second
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) { look() },
			"pass": func(*rapid.T) {
				for d := seconds(90); d > 0; d -= time.Second {
					awake += time.Second
					w.awake(time.Second)
					if look(); w.Asks() {
						w.answer(0)
					}
				}
			},
			"freeze": func(*rapid.T) { w.freeze(seconds(4000)); stops++ },
			"sleep":  func(*rapid.T) { w.sleep(seconds(4000)); stops++ },
			"set":    func(t *rapid.T) { w.wall = time.Duration(rapid.Int64Range(-4e8, 4e8).Draw(t, "ahead")) * time.Second },
			"nudge":  func(t *rapid.T) { w.wall = time.Duration(rapid.Int64Range(-70, 70).Draw(t, "ahead")) * time.Second },
			"right":  func(*rapid.T) { w.wall = 0 },
			"answer": func(*rapid.T) {
				took := seconds(int(slow / time.Second))
				awake += took
				w.answer(took)
			},
			"dates": func(*rapid.T) { w.none = !w.none },
		})
		if most := awake + time.Duration(stops)*MaxGap + 2*time.Second; spent > most {
			t.Fatalf("%v passed while the time was believed, in %v awake with %d stops", spent, awake, stops)
		}
	})
}

// TestTheOperatorIsTold of a doubt that lasts, once an hour, and of its end; not of
// one that passes.
func TestTheOperatorIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		var ahead atomic.Int64
		k := New(Config{Read: Machine(func() time.Duration { return time.Duration(ahead.Load()) }), Log: slog.New(slog.NewTextHandler(&said, nil))})
		ctx, stop := context.WithCancel(t.Context())
		go k.Run(ctx)
		answers := func(d time.Duration) {
			for ; d > 0; d -= time.Second {
				time.Sleep(time.Second)
				k.Dated(k.Mark(), time.Now().Truncate(time.Second))
			}
		}
		count := func(errors, infos int) {
			t.Helper()
			synctest.Wait()
			text := said.String()
			if e, i := strings.Count(text, "level=ERROR"), strings.Count(text, "level=INFO"); e != errors || i != infos {
				t.Errorf("%d errors and %d notes, want %d and %d:\n%s", e, i, errors, infos, text)
			}
			said.Reset()
		}
		answers(20 * time.Second)
		ahead.Store(int64(time.Hour))
		answers(20 * time.Second)
		ahead.Store(0)
		answers(20 * time.Second)
		count(0, 0)
		ahead.Store(int64(time.Hour))
		answers(90*time.Minute + time.Minute)
		synctest.Wait()
		if text := said.String(); !strings.Contains(text, "why=ahead ahead=59m59s") || !strings.Contains(text, "NTP") {
			t.Errorf("it said:\n%s", text)
		}
		count(2, 0)
		ahead.Store(0)
		answers(time.Minute)
		count(0, 1)
		stop()
		synctest.Wait()
	})
}
