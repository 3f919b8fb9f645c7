package wire

import (
	"sync"
	"time"
)

// serverClock is Discord's clock, as far as the dates of its answers tell it: in whole
// seconds, and after a time on their way. Our own clock may be wrong by more than Discord
// gives for an answer.
type serverClock struct {
	base time.Time // from which the monotonic clock is counted

	mu          sync.Mutex
	early, late time.Time // what it showed at base, at the earliest and at the latest; zero: it is not known
	at          time.Time // when it was told last
}

// How long a date holds: clocks differ in their pace, and the monotonic one may stand
// while a machine sleeps.
const (
	dateHolds = 10 * time.Minute
	sleptAt   = time.Second // that the clock on the wall has moved more
)

func newServerClock() *serverClock { return &serverClock{base: time.Now()} }

// dated takes the date of an answer, and when its request was sent and the answer came.
// All dates together tell more than the last one.
func (c *serverClock) dated(sent, came, date time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	early, late := date.Add(-came.Sub(c.base)), date.Add(time.Second-sent.Sub(c.base))
	fits := !c.at.IsZero() && !early.After(c.late) && !late.Before(c.early)
	if fits && c.early.After(early) {
		early = c.early
	}
	if fits && c.late.Before(late) {
		late = c.late
	}
	c.early, c.late, c.at = early, late, came
}

// stale reports whether the clock has to be told anew before it is trusted.
func (c *serverClock) stale(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	slept := now.Round(0).Sub(c.at.Round(0)) - now.Sub(c.at)
	return c.at.IsZero() || now.Sub(c.at) > dateHolds || slept.Abs() > sleptAt
}

// age is how old something is at least that Discord made at a moment of its clock; 0 where
// nothing is known.
func (c *serverClock) age(made, now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at.IsZero() {
		return 0
	}
	return max(c.early.Add(now.Sub(c.base)).Sub(made), 0)
}

// lead is by how much our clock is at least ahead of it, behind if negative; 0: they may
// agree, or nothing is known.
func (c *serverClock) lead(now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	since := now.Sub(c.base)
	switch early, late := c.early.Add(since), c.late.Add(since); {
	case c.at.IsZero():
		return 0
	case now.After(late):
		return now.Sub(late)
	case now.Before(early):
		return now.Sub(early)
	}
	return 0
}
