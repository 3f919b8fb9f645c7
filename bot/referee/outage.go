package referee

import (
	"sync"
	"time"

	"referee/engine/match"
)

// How often it is found out and noted whether clocks run.
const (
	// beatEvery is how often Tend looks.
	beatEvery = 2 * time.Second
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

// reach is whether clocks run: while people can be reached and the time is
// believed. A referee that has just begun does not know yet: they stand.
type reach struct {
	mu    sync.Mutex
	door  bool      // people can be reached
	runs  bool      // no outage is under way
	from  int64     // of the outage under way, or of the last; 0: there was none
	since time.Time // clocks run, or did, since the end of that outage
	beat  time.Time // when it was known last that they run
	noted time.Time // the beat that is stored
	seen  time.Time // when people were reached for certain; zero: the door does not say
	told  bool      // of this outage, where matches are played
	mend  bool      // matches are to be looked through, as clocks run again
	wrong bool      // what is kept of them may be of a time to come
}

// Sight is what time it is, and whether it is believed: what an operator may want to
// hear of, too.
func (r *Referee) Sight() Sight {
	if r.time == nil {
		return Sight{Now: r.now()}
	}
	return r.time.Look()
}

// Down says that from at on nobody can be reached: clocks stand, and nothing is
// done until [Referee.Up].
func (r *Referee) Down(at time.Time) error {
	c := &r.reach
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.runs {
		if at.Before(c.since) {
			at = c.since // before it was another outage
		}
		if err := r.stop(at); err != nil {
			return err
		}
	}
	c.door = false
	return nil
}

// Up says that people can be reached, again or for the first time since the
// process began. From the last sign of life until at was an outage, which lasts
// until the time is believed, too.
func (r *Referee) Up(at time.Time) error {
	c := &r.reach
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.door {
		return nil
	}
	if c.from == 0 {
		if err := r.absent(at); err != nil {
			return err
		}
	}
	c.door = true
	if _, _, err := r.beatLocked(at); err != nil {
		c.door = false
		return err
	}
	return nil
}

// Seen says that people were reached for certain at a moment. A door that has said
// so once must go on: the end of a player's time is decided only when people were
// reached after it.
func (r *Referee) Seen(at time.Time) {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if at.After(r.reach.seen) {
		r.reach.seen = at
	}
}

// reached is the last moment up to now at which people were reached for certain.
func (r *Referee) reached(now int64) int64 {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if r.reach.seen.IsZero() {
		return now
	}
	return min(now, r.reach.seen.UnixMilli())
}

// beat finds out whether clocks run now, and what time it is: where they run, the
// time that is believed, in the place of what the caller may have read while it was
// not yet. It is asked for whenever clocks are read, too: what stood still may have
// gone on that very moment.
func (r *Referee) beat(now time.Time) (at time.Time, runs bool, err error) {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	return r.beatLocked(now)
}

func (r *Referee) beatLocked(now time.Time) (at time.Time, runs bool, err error) {
	c := &r.reach
	s := Sight{}
	if r.time != nil {
		s = r.time.Look()
		now = s.Now
	}
	switch {
	case !c.door:
		return now, false, nil
	case s.Doubt != "":
		if c.runs {
			err = r.stop(c.beat)
		}
		return now, false, err
	case !c.runs:
		err = r.resume(now)
	case s.Since.After(c.beat) || r.time != nil && now.Before(c.beat): // it stood still, or was wrong
		if err = r.stop(c.beat); err == nil {
			err = r.resume(now)
		}
	}
	if err != nil {
		return now, false, err
	}
	if now.After(c.beat) {
		c.beat = now
	}
	if now.Sub(c.noted) >= noteEvery {
		c.noted = now
		err = r.store.PutAlive(milli(now))
	}
	return now, true, err
}

// absent finds out since when the process was not there, which is an outage.
func (r *Referee) absent(now time.Time) error {
	from, err := r.store.Alive()
	if err != nil {
		return err
	}
	at := milli(now)
	list, err := r.store.Outages(at)
	if err != nil {
		return err
	}
	for _, o := range list {
		if o.To == 0 {
			from = o.From // said before the process ended
		}
	}
	if from == 0 || from > at { // a time to come was no sign of life
		r.reach.wrong = from > at
		from = at
	}
	r.reach.from = from
	return r.store.PutOutage(match.Outage{From: from})
}

// stop begins an outage. The time is gone on from there if the process ends in it.
func (r *Referee) stop(from time.Time) error {
	if err := r.store.PutOutage(match.Outage{From: milli(from)}); err != nil {
		return err
	}
	if err := r.store.PutAlive(milli(from)); err != nil {
		return err
	}
	r.reach.runs, r.reach.from, r.reach.told = false, milli(from), false
	return nil
}

// resume ends the outage under way, and those that a wrong clock has left which
// would last into a time to come.
func (r *Referee) resume(now time.Time) error {
	c, at := &r.reach, milli(now)
	list, err := r.store.Outages(at)
	if err != nil {
		return err
	}
	for _, o := range list {
		end := max(o.From, at)
		if o.To == end {
			continue
		}
		c.wrong = c.wrong || o.From != c.from || o.From > at
		if err := r.store.PutOutage(match.Outage{From: o.From, To: end}); err != nil {
			return err
		}
	}
	if err := r.store.PutAlive(at); err != nil {
		return err
	}
	c.runs, c.since, c.beat, c.noted, c.mend = true, now, now, now, true
	if c.seen.After(now) {
		c.seen = now
	}
	r.nudge()
	return nil
}

// doubt is why clocks stand that would run; "": they run, or nobody is reached.
func (r *Referee) doubt() Doubt {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if r.reach.runs {
		return ""
	}
	return r.Sight().Doubt
}

// mostHold is how long after an outage leagues wait at most.
const mostHold = 24 * time.Hour

// ripe is the moment up to which what leagues wait for has come. During an outage
// it stands still, and after it for as long as it lasted, a day at most. Bids that
// come after their end the league's own law refuses all the same.
func (r *Referee) ripe(now int64) (int64, error) {
	list, err := r.store.Outages(now - mostHold.Milliseconds())
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
