package schedule_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/timekeeper"
	"referee/engine/match"
	"referee/store"
)

// shift is how the clocks of a test differ from those of its bubble.
type shift struct {
	stood time.Duration // the process, in all: everything but the bubble went on
	ahead time.Duration // the clock of the machine
	date  time.Duration // Discord's
	deaf  bool          // Discord does not answer
}

// doubter is a referee, in a bubble of synctest, whose time is kept by a keeper.
type doubter struct {
	*bench
	shifted atomic.Pointer[shift]
	keeper  *timekeeper.Keeper
	stop    func()
}

// doubting runs a test in a bubble.
func doubting(t *testing.T, test func(u *doubter)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "referee.db")
	synctest.Test(t, func(t *testing.T) {
		u := &doubter{bench: &bench{t: t, file: file}}
		u.shifted.Store(new(shift))
		u.begin(t.Context())
		test(u)
		u.end()
	})
}

// begin starts the process.
func (u *doubter) begin(ctx context.Context) {
	u.t.Helper()
	var err error
	u.store, err = store.Open(ctx, u.file, store.Options{NoSync: true})
	u.must(err)
	last, err := u.store.Alive(ctx)
	u.must(err)
	began := time.Now()
	c := timekeeper.Config{Log: slog.New(slog.DiscardHandler), Read: func() timekeeper.ClockReading {
		now, by := time.Now(), u.shifted.Load()
		return timekeeper.ClockReading{Wall: now.Add(by.stood + by.ahead), Mono: now.Sub(began) + by.stood}
	}}
	if last != 0 {
		c.Last = time.UnixMilli(last)
	}
	u.keeper = timekeeper.New(c)
	u.on(referee.Config{Time: u.keeper})
	ctx, stop := context.WithCancel(u.t.Context())
	go u.keeper.Run(ctx)
	go u.Tend(ctx)
	go u.discord(ctx)
	u.stop = stop
	u.must(u.Up(ctx, u.keeper.Now()))
	u.pass(3 * time.Second)
}

// end stops the process.
func (u *doubter) end() {
	u.t.Helper()
	u.stop()
	synctest.Wait()
	u.bench.end()
}

// discord answers when it is asked.
func (u *doubter) discord(ctx context.Context) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		if by := u.shifted.Load(); u.keeper.Asks() && !by.deaf {
			sent := u.keeper.Mark()
			u.keeper.Dated(sent, time.Now().Add(by.stood+by.date).Truncate(time.Second))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// pass lets time pass.
func (u *doubter) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// true is what time it really is.
func (u *doubter) true() time.Time { return time.Now().Add(u.shifted.Load().stood) }

// stand lets the process stand still.
func (u *doubter) stand(d time.Duration) {
	by := *u.shifted.Load()
	by.stood += d
	u.shifted.Store(&by)
}

// turn sets the machine's clock ahead.
func (u *doubter) turn(ahead time.Duration) {
	by := *u.shifted.Load()
	by.ahead = ahead
	u.shifted.Store(&by)
}

// start opens a match with a clock, in which blue is waited for.
func (u *doubter) start(ctx context.Context, clock string) match.ID {
	u.t.Helper()
	id := u.open(clock)
	u.order(id, "red", "plan march")
	u.deliver(ctx)
	return id
}

// deliver sends what waits at the place, and tells what was said of clocks.
func (u *doubter) deliver(ctx context.Context) (said []post.ClockNews) {
	u.t.Helper()
	posts, err := u.play.Outbox.Posts(ctx, "here")
	u.must(err)
	for _, p := range posts {
		if k, ok := p.What.(post.Clocks); ok {
			said = append(said, k.Now)
		}
		id, seq := p.Match()
		u.must(errors.Join(u.Delivered(ctx, "here", id, seq, u.keeper.Now()), u.play.Outbox.Posted(ctx, "here", p)))
	}
	return said
}

// over checks whether a match is lost.
func (u *doubter) over(id match.ID, want bool) {
	u.t.Helper()
	l := u.look(id)
	if got := l.Ending != nil && l.Ending.How == match.TimedOut; got != want {
		u.t.Errorf("at %v lost: %v, want %v", u.true(), got, want)
	}
}

// left checks what blue has, to some seconds: an outage begins with the last look.
func (u *doubter) left(ctx context.Context, id match.ID, want time.Duration) {
	u.t.Helper()
	t, err := u.Times(ctx, id)
	u.must(err)
	i := slices.IndexFunc(t.Clocks, func(c schedule.Clock) bool { return c.Waited })
	if i < 0 {
		u.t.Fatalf("nobody is waited for: %+v", t)
	}
	if c := t.Clocks[i]; c.Left < want || c.Left > want+5*time.Second {
		u.t.Errorf("blue has %v left, want %v: %+v", c.Left, want, t)
	}
}

// ends checks that blue has so much time, and no more.
func (u *doubter) ends(ctx context.Context, id match.ID, left time.Duration) {
	u.t.Helper()
	u.left(ctx, id, left)
	u.pass(left - time.Second)
	u.over(id, false)
	u.pass(10 * time.Second)
	u.over(id, true)
}

// TestAFrozenProcessTakesNoTime: nothing is decided when it goes on, and nobody
// pays for it, not even who is the first to do anything.
func TestAFrozenProcessTakesNoTime(t *testing.T) {
	for _, long := range []time.Duration{100 * time.Second, 10 * 24 * time.Hour} {
		t.Run(long.String(), func(t *testing.T) {
			doubting(t, func(u *doubter) {
				id, other := u.start(u.t.Context(), "limit 1m then loss"), u.start(u.t.Context(), "reserve 1m then loss")
				u.pass(30 * time.Second)
				u.stand(long)
				u.order(other, "blue", "plan hold") // before anybody has looked at the time
				u.left(u.t.Context(), id, 30*time.Second)
				tt, err := u.Times(u.t.Context(), other)
				u.must(err)
				if c := tt.Clocks[1]; c.Left < 30*time.Second || c.Left > 35*time.Second {
					t.Errorf("who answered at once has %v left", c.Left)
				}
				u.over(id, false)
				u.pass(3 * time.Second)
				u.over(id, false)
				u.ends(u.t.Context(), id, 27*time.Second)
			})
		})
	}
}

// TestAClockThatIsSetEndsNothing, nor does it stop clocks for longer than it is
// wrong.
func TestAClockThatIsSetEndsNothing(t *testing.T) {
	for _, by := range []time.Duration{12 * 365 * 24 * time.Hour, time.Hour, -time.Hour, -5 * 365 * 24 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			doubting(t, func(u *doubter) {
				id := u.start(u.t.Context(), "limit 1m then loss")
				u.pass(30 * time.Second)
				u.turn(by)
				u.left(u.t.Context(), id, 30*time.Second)
				late := u.start(u.t.Context(), "limit 1m then loss") // they play on
				u.pass(time.Minute)
				u.over(id, false)
				if tt, err := u.Times(u.t.Context(), id); err != nil || tt.Doubt == "" || tt.Clocks[1].Runs || !tt.Clocks[1].Expires.IsZero() {
					t.Errorf("shown as running: %+v, %v", tt, err)
				}
				record, err := u.store.Load(u.t.Context(), late)
				u.must(err)
				for _, e := range record {
					if off := time.UnixMilli(e.Decision.At).Sub(u.true()).Abs(); off > 2*time.Minute {
						t.Errorf("decision %d is %v off", e.Decision.Seq, off)
					}
				}
				u.turn(0)
				u.pass(3 * time.Second)
				u.left(u.t.Context(), late, 57*time.Second)
				u.ends(u.t.Context(), id, 27*time.Second)
				u.left(u.t.Context(), late, 21*time.Second)
			})
		})
	}
}

// TestStartedWithAWrongClock: the clocks stand, and say so, until it is right.
func TestStartedWithAWrongClock(t *testing.T) {
	for _, by := range []time.Duration{5 * 365 * 24 * time.Hour, -5 * 365 * 24 * time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
			doubting(t, func(u *doubter) {
				id := u.start(u.t.Context(), "limit 1m then loss")
				u.pass(30 * time.Second)
				u.must(u.Down(u.t.Context(), u.keeper.Now()))
				u.end()
				u.turn(by)
				u.begin(u.t.Context())
				u.pass(24 * time.Hour)
				u.left(u.t.Context(), id, 30*time.Second)
				w, err := u.Waiting(u.t.Context(), "test:blue")
				u.must(err)
				if len(w) != 1 || w[0].Doubt == "" || w[0].Clock.Runs {
					t.Errorf("waiting: %+v", w)
				}
				u.end() // and once more
				u.begin(u.t.Context())
				u.turn(0)
				u.pass(3 * time.Second)
				u.ends(u.t.Context(), id, 27*time.Second)
			})
		})
	}
}

// TestMarksOfATimeToCome are what an older referee has left in the store when its
// clock was ahead: they are put right.
func TestMarksOfATimeToCome(t *testing.T) {
	doubting(t, func(u *doubter) {
		id := u.start(u.t.Context(), "limit 1m then loss")
		u.pass(30 * time.Second)
		future := u.true().Add(5 * 365 * 24 * time.Hour)
		u.end()
		s, err := store.Open(u.t.Context(), u.file, store.Options{NoSync: true})
		u.must(err)
		alive, err := s.Alive(u.t.Context())
		u.must(err)
		u.must(errors.Join(s.PutOutage(u.t.Context(), match.Outage{From: alive + 1, To: future.UnixMilli()}), s.PutAlive(u.t.Context(), future.UnixMilli()), s.Close()))
		u.begin(u.t.Context())
		u.pass(3 * time.Second)
		tt, err := u.Times(u.t.Context(), id)
		u.must(err)
		if c := tt.Clocks[1]; tt.Doubt != "" || !c.Runs || c.Expires.Sub(u.true()) > time.Minute {
			t.Errorf("after the start: %+v", tt)
		}
		u.pass(time.Minute)
		u.over(id, true)
	})
}

// TestATimeReadTooEarlyEndsNothing: between the reading of a time to come and its use
// the right one may be believed. It is the one that counts.
func TestATimeReadTooEarlyEndsNothing(t *testing.T) {
	doubting(t, func(u *doubter) {
		id := u.start(u.t.Context(), "limit 1m then loss")
		u.pass(30 * time.Second)
		u.must(u.RunDue(u.t.Context(), u.true().Add(5*365*24*time.Hour)))
		u.over(id, false)
		u.ends(u.t.Context(), id, 30*time.Second)
	})
}

// TestPlayersAreToldOnce that clocks stand, when it lasts, and that they run again:
// where one would run, over starts of the process, too.
func TestPlayersAreToldOnce(t *testing.T) {
	doubting(t, func(u *doubter) {
		id := u.start(u.t.Context(), "limit 1d then loss")
		u.start(u.t.Context(), "none")
		told := func(want ...post.ClockNews) {
			t.Helper()
			if got := u.deliver(u.t.Context()); !slices.Equal(got, want) {
				t.Errorf("told %q, want %q", got, want)
			}
		}
		u.turn(time.Hour)
		u.pass(9 * time.Minute)
		u.turn(0)
		u.pass(time.Minute)
		told()
		u.turn(time.Hour)
		u.pass(11 * time.Minute)
		told(post.ClocksStand)
		u.pass(time.Hour)
		told()
		u.end()
		u.begin(u.t.Context())
		u.pass(time.Hour)
		told()
		u.turn(0)
		u.pass(10 * time.Second)
		told(post.ClocksRun)
		u.pass(time.Hour)
		told()
		u.turn(time.Hour) // a board shows that clocks stand: another shows that they run
		u.pass(3 * time.Second)
		u.must(u.Delivered(u.t.Context(), "here", id, 100, u.keeper.Now()))
		u.turn(0)
		u.pass(10 * time.Second)
		told(post.ClocksRun)
	})
}

// TestADateThatIsMissingOrWrong: a Discord that says nothing of the time, or
// contradicts both other clocks, stops the clocks.
func TestADateThatIsMissingOrWrong(t *testing.T) {
	for name, what := range map[string]shift{"missing": {deaf: true}, "wrong": {date: -3 * time.Hour}} {
		t.Run(name, func(t *testing.T) {
			doubting(t, func(u *doubter) {
				id := u.start(u.t.Context(), "limit 1h then loss")
				u.shifted.Store(&what)
				u.pass(12 * time.Minute)
				tt, err := u.Times(u.t.Context(), id)
				u.must(err)
				if tt.Doubt == "" {
					t.Errorf("believed: %+v", tt)
				}
				u.pass(10 * time.Hour)
				u.over(id, false)
				u.shifted.Store(new(shift))
				u.pass(10 * time.Second)
				u.pass(time.Hour)
				u.over(id, true)
			})
		})
	}
}

// TestNoTimeoutBeforeDelivery: where the door says when people were reached for certain,
// a player's time ends only when they were after it.
func TestNoTimeoutBeforeDelivery(t *testing.T) {
	doubting(t, func(u *doubter) {
		id := u.start(u.t.Context(), "limit 1m then loss")
		u.Seen(u.keeper.Now())
		u.pass(50 * time.Second)
		last := u.keeper.Now()
		u.Seen(last)
		u.pass(time.Minute)
		u.over(id, false)
		u.must(u.Down(u.t.Context(), last)) // nobody was reached since
		u.pass(time.Minute)
		u.must(u.Up(u.t.Context(), u.keeper.Now()))
		u.Seen(u.keeper.Now())
		u.left(u.t.Context(), id, 10*time.Second)
		u.pass(8 * time.Second)
		u.Seen(u.keeper.Now())
		u.pass(time.Minute)
		u.over(id, false)
		u.Seen(u.keeper.Now())
		u.pass(2 * time.Second)
		u.over(id, true)
	})
}

// TestOutagesDoNotOverlap: an outage that is said to have begun before the end of
// the last one does not overlap it.
func TestOutagesDoNotOverlap(t *testing.T) {
	doubting(t, func(u *doubter) {
		id := u.start(u.t.Context(), "limit 1m then loss")
		u.pass(10 * time.Second)
		u.stand(time.Hour)
		u.pass(5 * time.Second)
		u.must(u.Down(u.t.Context(), u.keeper.Now().Add(-30*time.Minute)))
		u.must(u.Up(u.t.Context(), u.keeper.Now()))
		list, err := u.store.Outages(u.t.Context(), 0)
		u.must(err)
		for i := range list {
			if i > 0 && list[i].From < list[i-1].To {
				t.Errorf("they overlap: %s", fmt.Sprint(list))
			}
		}
		u.left(u.t.Context(), id, 50*time.Second)
	})
}
