package schedule

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"referee/engine/match"
)

// How often it is found out and noted whether clocks run.
const (
	// checkEvery is how often Tend looks.
	checkEvery = 2 * time.Second
	// noteEvery is how often it is stored that they do: what a crash takes from an
	// outage, or adds to it, is not more than that.
	noteEvery = time.Minute
)

// Time is a clock that may be doubted.
type Time interface {
	Look() Sight
}

// Sight is what a look at the time tells.
type Sight struct {
	Now   time.Time     // as well as it is known; while it is doubted it does not jump
	Since time.Time     // it has been believed, and looked at, without a break
	Doubt Doubt         // "": it is believed
	Ahead time.Duration // the clock of the machine, of Discord's, where they differ; below 0: it is behind
	For   time.Duration // the doubt has lasted
}

// Doubt says why the time is not believed.
type Doubt string

// The doubts.
const (
	DoubtUnknown Doubt = "unknown" // nothing confirms it
	DoubtAhead   Doubt = "ahead"   // the clock of the machine is ahead of Discord's
	DoubtBehind  Doubt = "behind"
)

// OutageStore keeps when clocks stood for everybody.
type OutageStore interface {
	// PutOutage keeps an outage, in the place of one that began with it.
	PutOutage(ctx context.Context, o match.Outage) error
	// Outages lists those that were not over at a moment, by their beginnings.
	Outages(ctx context.Context, since int64) ([]match.Outage, error)
	// PutAlive and Alive are the moment at which the process was last alive.
	PutAlive(ctx context.Context, at int64) error
	Alive(ctx context.Context) (at int64, err error)
}

// Availability is whether clocks run: while people can be reached and the time is
// believed. A process that has just begun does not know yet: they stand.
type Availability struct {
	store OutageStore
	time  Time // nil: now is believed
	now   func() time.Time
	wake  func() // says that something may be due

	changing  *semaphore.Weighted // of one: held while the rest is read or changed, and stored
	outages   outageList
	reachable bool        // people can be reached
	runs      atomic.Bool // no outage is under way
	from      int64       // of the outage under way, or of the last; 0: there was none
	since     time.Time   // clocks run, or did, since the end of that outage
	checked   time.Time   // when it was known last that they run
	noted     time.Time   // the check that is stored
	announced bool        // of this outage, where matches are played
	resumed   bool        // matches are to be looked through, as clocks run again
	wrong     bool        // what is kept of them may be of a time to come

	seen struct { // when people were reached for certain; zero: nobody says that
		sync.Mutex
		at time.Time
	}
}

// lock waits until nobody else reads or changes whether clocks run.
func (a *Availability) lock(ctx context.Context) error {
	if err := a.changing.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("schedule: wait for whether clocks run: %w", err)
	}
	return nil
}

// Sight is what time it is, and whether it is believed: what an operator may want to
// hear of, too.
func (a *Availability) Sight() Sight {
	if a.time == nil {
		return Sight{Now: a.now()}
	}
	return a.time.Look()
}

// Down says that from at on nobody can be reached: clocks stand, and nothing is
// done until [Availability.Up].
func (a *Availability) Down(ctx context.Context, at time.Time) error {
	if err := a.lock(ctx); err != nil {
		return err
	}
	defer a.changing.Release(1)
	if a.runs.Load() {
		if at.Before(a.since) {
			at = a.since // before it was another outage
		}
		if err := a.stop(ctx, at); err != nil {
			return err
		}
	}
	a.reachable = false
	return nil
}

// Up says that people can be reached, again or for the first time since the
// process began. From the last sign of life until at was an outage, which lasts
// until the time is believed, too.
func (a *Availability) Up(ctx context.Context, at time.Time) error {
	if err := a.lock(ctx); err != nil {
		return err
	}
	defer a.changing.Release(1)
	if a.reachable {
		return nil
	}
	if a.from == 0 {
		if err := a.absent(ctx, at); err != nil {
			return err
		}
	}
	a.reachable = true
	if _, _, err := a.checkLocked(ctx, at); err != nil {
		a.reachable = false
		return err
	}
	return nil
}

// Seen says that people were reached for certain at a moment. Whoever has said so
// once must go on: the end of a player's time is decided only when people were
// reached after it.
func (a *Availability) Seen(at time.Time) {
	a.seen.Lock()
	defer a.seen.Unlock()
	if at.After(a.seen.at) {
		a.seen.at = at
	}
}

// reached is the last moment up to now at which people were reached for certain.
func (a *Availability) reached(now int64) int64 {
	a.seen.Lock()
	defer a.seen.Unlock()
	if a.seen.at.IsZero() {
		return now
	}
	return min(now, a.seen.at.UnixMilli())
}

// check finds out whether clocks run now, and what time it is: where they run, the
// time that is believed, in the place of what the caller may have read while it was
// not yet. It is asked for whenever clocks are read, too: what stood still may have
// gone on that very moment.
func (a *Availability) check(ctx context.Context, now time.Time) (at time.Time, runs bool, err error) {
	if err := a.lock(ctx); err != nil {
		return now, false, err
	}
	defer a.changing.Release(1)
	return a.checkLocked(ctx, now)
}

func (a *Availability) checkLocked(ctx context.Context, now time.Time) (at time.Time, runs bool, err error) {
	s := Sight{}
	if a.time != nil {
		s = a.time.Look()
		now = s.Now
	}
	switch {
	case !a.reachable:
		return now, false, nil
	case s.Doubt != "":
		if a.runs.Load() {
			err = a.stop(ctx, a.checked)
		}
		return now, false, err
	case !a.runs.Load():
		err = a.resume(ctx, now)
	case s.Since.After(a.checked) || a.time != nil && now.Before(a.checked): // it stood still, or was wrong
		if err = a.stop(ctx, a.checked); err == nil {
			err = a.resume(ctx, now)
		}
	}
	if err != nil {
		return now, false, err
	}
	if now.After(a.checked) {
		a.checked = now
	}
	if now.Sub(a.noted) >= noteEvery {
		a.noted = now
		err = a.store.PutAlive(ctx, milli(now))
	}
	return now, true, err
}

// outagesSince lists what counts as an outage for a clock that was set running at a moment.
// One that is under way ends now.
func (a *Availability) outagesSince(ctx context.Context, since, now int64) ([]match.Outage, error) {
	if err := a.lock(ctx); err != nil {
		return nil, err
	}
	defer a.changing.Release(1)
	list, err := a.outages.list(ctx, since)
	for i := range list {
		if list[i].To == 0 {
			list[i].To = now
		}
	}
	return list, err
}

// absent finds out since when the process was not there, which is an outage.
func (a *Availability) absent(ctx context.Context, now time.Time) error {
	from, err := a.store.Alive(ctx)
	if err != nil {
		return err
	}
	at := milli(now)
	list, err := a.outages.list(ctx, at)
	if err != nil {
		return err
	}
	for _, o := range list {
		if o.To == 0 {
			from = o.From // said before the process ended
		}
	}
	if from == 0 || from > at { // a time to come was no sign of life
		a.wrong = from > at
		from = at
	}
	a.from = from
	return a.outages.put(ctx, match.Outage{From: from})
}

// stop begins an outage. The time is gone on from there if the process ends in it.
func (a *Availability) stop(ctx context.Context, from time.Time) error {
	if err := a.outages.put(ctx, match.Outage{From: milli(from)}); err != nil {
		return err
	}
	if err := a.store.PutAlive(ctx, milli(from)); err != nil {
		return err
	}
	a.runs.Store(false)
	a.from, a.announced = milli(from), false
	return nil
}

// resume ends the outage under way, and those that a wrong clock has left which
// would last into a time to come.
func (a *Availability) resume(ctx context.Context, now time.Time) error {
	at := milli(now)
	list, err := a.outages.list(ctx, at)
	if err != nil {
		return err
	}
	for _, o := range list {
		end := max(o.From, at)
		if o.To == end {
			continue
		}
		a.wrong = a.wrong || o.From != a.from || o.From > at
		if err := a.outages.put(ctx, match.Outage{From: o.From, To: end}); err != nil {
			return err
		}
	}
	if err := a.store.PutAlive(ctx, at); err != nil {
		return err
	}
	a.runs.Store(true)
	a.since, a.checked, a.noted, a.resumed = now, now, now, true
	a.seen.Lock()
	if a.seen.at.After(now) {
		a.seen.at = now
	}
	a.seen.Unlock()
	a.wake()
	return nil
}

// doubt is why clocks stand that would run; "": they run, or nobody is reached.
func (a *Availability) doubt() Doubt {
	if a.runs.Load() {
		return ""
	}
	return a.Sight().Doubt
}

// mostHold is how long after an outage what waits for everybody is held at most.
const mostHold = 24 * time.Hour

// DueUpTo is the moment, as a Unix time in milliseconds, up to which that has come
// which people were given a date for, as the end of a league's bids. During an outage
// it stands still, and after it for as long as the outage lasted, a day at most. What
// comes after its date is refused all the same by whoever set it.
func (a *Availability) DueUpTo(ctx context.Context, now int64) (int64, error) {
	if err := a.lock(ctx); err != nil {
		return 0, err
	}
	defer a.changing.Release(1)
	list, err := a.outages.list(ctx, now-mostHold.Milliseconds())
	if err != nil {
		return 0, err
	}
	until := now
	for _, o := range list {
		held := o.To == 0 || now < o.To+min(o.To-o.From, mostHold.Milliseconds())
		if held && o.From < until {
			until = o.From
		}
	}
	return until, nil
}
