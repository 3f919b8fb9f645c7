package timekeeper

import (
	"cmp"
	"log/slog"
	"sync"
	"time"

	"referee/bot/schedule"
)

// The limits within which clocks are believed.
const (
	// Tolerance is how far the machine's clock may be from Discord's. It costs players
	// nothing, as time follows the monotonic clock.
	Tolerance = time.Minute
	// MaxGap is the longest allowed time between two calls of Look: after a longer time
	// the process or its machine must have been stopped.
	MaxGap = 5 * time.Second
	// Fresh is how long an answer of Discord confirms the time.
	Fresh = 10 * time.Minute
)

// How often Discord is asked for the time if there are no other requests.
const (
	askEvery = time.Minute
	askAgain = 10 * time.Second // while the time is doubted
	askLate  = 30 * time.Second // an answer that took longer is too inexact
)

// ClockReading is what the machine's two clocks show.
type ClockReading struct {
	Wall time.Time
	Mono time.Duration // since some moment
}

// Config is what a Keeper works with.
type Config struct {
	// Read reads the clocks; nil: those of the machine.
	Read func() ClockReading
	// Last is the last time that was believed before the process began, from which it
	// continues until another is confirmed. Zero: none is known.
	Last time.Time
	// Log gets what the operator must know. nil: slog.Default.
	Log *slog.Logger
}

// Keeper keeps time. It may be used by many goroutines.
type Keeper struct {
	read func() ClockReading
	log  *slog.Logger

	mu     sync.Mutex
	base   time.Time     // what it was at Mono 0, as well as is known
	looked time.Duration // when somebody looked last, by Mono
	told   time.Time     // the last time that was told
	ever   bool          // the time was believed once
	since  time.Time     // it has been believed without a break; zero: it is not
	doubt  schedule.Doubt
	ahead  time.Duration // the machine's clock, of Discord's
	began  time.Duration // of the doubt, by Mono

	// What Discord said last: at Mono 0 it was between early and late.
	heard       bool
	early, late time.Time
	at          time.Duration // when it was said, by Mono
	asked       time.Duration // when it was asked last, by Mono
}

// New makes a Keeper, which believes no time before Discord has confirmed it.
func New(c Config) *Keeper {
	k := &Keeper{read: c.Read, log: cmp.Or(c.Log, slog.Default()), doubt: schedule.DoubtUnknown}
	if k.read == nil {
		k.read = Machine(nil)
	}
	r := k.read()
	k.looked, k.began, k.asked = r.Mono, r.Mono, r.Mono-1
	k.base = r.Wall.Add(-r.Mono)
	if !c.Last.IsZero() {
		k.base = c.Last.Add(-r.Mono)
	}
	return k
}

// Machine reads the clocks of the machine, of which the one that can be set is
// ahead by what a test says; nil: it is not.
func Machine(ahead func() time.Duration) func() ClockReading {
	start := time.Now()
	return func() ClockReading {
		now := time.Now()
		r := ClockReading{Wall: now.Round(0), Mono: now.Sub(start)}
		if ahead != nil {
			r.Wall = r.Wall.Add(ahead())
		}
		return r
	}
}

// Look tells the time. It must be called more often than every MaxGap, as [Keeper.Run]
// does.
func (k *Keeper) Look() schedule.Sight {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.look()
	now := k.base.Add(r.Mono)
	if now.Before(k.told) && k.told.Sub(now) <= Tolerance {
		now = k.told // a small correction makes nobody's time go back
	}
	k.told = now
	s := schedule.Sight{Now: now, Since: k.since, Doubt: k.doubt, Ahead: k.ahead}
	if k.doubt != "" {
		s.For = r.Mono - k.began
	}
	return s
}

// Now is the best known time. It does not jump while it is doubted.
func (k *Keeper) Now() time.Time { return k.Look().Now }

// Mark is the moment at which a request is sent: see [Keeper.Dated].
func (k *Keeper) Mark() time.Duration { return k.read().Mono }

// Dated takes the Date of an answer that was just received, a time in whole
// seconds, and when its request was sent.
func (k *Keeper) Dated(sent time.Duration, date time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.look() // it may be that a gap is found before what was said can close it
	if r.Mono-sent > askLate {
		return
	}
	k.heard, k.at = true, r.Mono
	k.early, k.late = date.Add(-r.Mono), date.Add(time.Second-sent)
	k.judge(r)
}

// Asks reports whether Discord should be sent a request now, for its Date. A caller
// that gets true must send one.
func (k *Keeper) Asks() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := k.look()
	due := r.Mono-k.at >= askEvery && r.Mono-k.asked >= askAgain
	if k.doubt != "" {
		due = k.asked < k.began || r.Mono-k.asked >= askAgain
	}
	if due {
		k.asked = r.Mono
	}
	return due
}

// look reads the clocks and judges them. The lock is held.
func (k *Keeper) look() ClockReading {
	r := k.read()
	if gap := r.Mono - k.looked; gap > MaxGap {
		k.heard = false
		k.log.Warn("the process was suspended: this time is not counted against anybody", "for", gap.Round(time.Second))
	}
	k.looked = r.Mono
	k.judge(r)
	return r
}

// judge says whether the time is believed by what is known, and sets it by
// Discord's answer where it is. The lock is held.
func (k *Keeper) judge(r ClockReading) {
	wall := r.Wall.Add(-r.Mono)
	switch {
	case !k.heard || r.Mono-k.at > Fresh:
		k.doubted(r, schedule.DoubtUnknown, 0)
	case wall.After(k.late.Add(Tolerance)):
		k.doubted(r, schedule.DoubtAhead, wall.Sub(k.late))
	case wall.Before(k.early.Add(-Tolerance)):
		k.doubted(r, schedule.DoubtBehind, wall.Sub(k.early))
	default:
		k.believed(r, wall)
	}
}

// doubted says why the time is not believed. As long as none was, it is the earliest of
// the known times: a time in the future must not get into a record.
func (k *Keeper) doubted(r ClockReading, why schedule.Doubt, ahead time.Duration) {
	if k.doubt == "" {
		k.began, k.since = r.Mono, time.Time{}
	}
	k.doubt, k.ahead = why, ahead
	if k.heard && !k.ever && k.late.Before(k.base) {
		k.base = k.late
	}
}

// believed continues the believed time, or begins it. If it was wrong by more than a
// gap, for example after a sleep in which the monotonic clock stopped, it begins again.
func (k *Keeper) believed(r ClockReading, wall time.Time) {
	base := k.base
	if base.Before(k.early) || base.After(k.late) {
		base = wall
		if base.Before(k.early) {
			base = k.early
		}
		if base.After(k.late) {
			base = k.late
		}
	}
	moved := base.Sub(k.base)
	if k.doubt != "" || moved.Abs() > MaxGap {
		k.since = base.Add(r.Mono)
	}
	if k.ever && moved > MaxGap {
		k.log.Warn("the machine stood still: this time is taken from nobody", "for", moved.Round(time.Second))
	}
	k.base, k.doubt, k.ahead, k.ever = base, "", 0, true
}
