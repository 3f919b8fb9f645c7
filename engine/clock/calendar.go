package clock

import (
	"fmt"
	"time"
)

const day = 24 * time.Hour

// longestSleep bounds a night, so that nobody's clock stands still for good.
const longestSleep = 12 * time.Hour

// Sleep is when a player sleeps every night: minutes after midnight on the
// clock on their wall. It may go over midnight. Where both are equal they never
// sleep.
type Sleep struct{ From, To int }

// ParseSleep reads "23:00-07:30"; an empty text is no sleep. A night has at most
// 12 hours. It returns ErrSleep.
func ParseSleep(text string) (Sleep, error) {
	if text == "" {
		return Sleep{}, nil
	}
	var h, m, h2, m2 int
	var rest string
	n, _ := fmt.Sscanf(text+" ", "%d:%d-%d:%d%s", &h, &m, &h2, &m2, &rest)
	if n != 4 || h < 0 || h > 23 || h2 < 0 || h2 > 23 || m < 0 || m > 59 || m2 < 0 || m2 > 59 {
		return Sleep{}, fmt.Errorf("%w: %q", ErrSleep, text)
	}
	s := Sleep{From: 60*h + m, To: 60*h2 + m2}
	if s.length() > longestSleep {
		return Sleep{}, fmt.Errorf("%w: %q", ErrSleep, text)
	}
	return s, nil
}

// String is what ParseSleep reads.
func (s Sleep) String() string {
	if s.From == s.To {
		return ""
	}
	return fmt.Sprintf("%02d:%02d-%02d:%02d", s.From/60, s.From%60, s.To/60, s.To%60)
}

func (s Sleep) length() time.Duration {
	return time.Duration((s.To-s.From+24*60)%(24*60)) * time.Minute
}

// at reports whether a player sleeps at a time of day, and how long nothing
// changes from there, if the clock on their wall is not touched.
func (s Sleep) at(t time.Duration) (asleep bool, left time.Duration) {
	from, to := time.Duration(s.From)*time.Minute, time.Duration(s.To)*time.Minute
	sleeps, wakes := (from-t+day)%day, (to-t+day)%day // how long until they do
	if sleeps == 0 || wakes != 0 && wakes < sleeps {
		return true, wakes
	}
	return false, sleeps
}

// Window is a stretch of time, from From to before To. A zero To: nobody knows
// yet when it ends.
type Window struct{ From, To time.Time }

// holds reports whether t lies in the window.
func (w Window) holds(t time.Time) bool {
	return !t.Before(w.From) && (w.To.IsZero() || t.Before(w.To))
}

// Calendar is when a player's clock may run: always, but for their nights and the
// Stops.
type Calendar struct {
	Zone  *time.Location // of their nights; nil: UTC
	Sleep Sleep
	// Stops are vacations, pauses and outages. They may overlap.
	Stops []Window
}

// Counted is how much of the time from one moment to another counts.
func (c Calendar) Counted(from, to time.Time) time.Duration {
	var sum time.Duration
	for t := from; t.Before(to); {
		counts, until := c.stretch(t)
		if until.IsZero() || until.After(to) {
			until = to
		}
		if counts {
			sum += until.Sub(t)
		}
		t = until
	}
	return sum
}

// Reach is the moment at which d has been counted since from: for a d of zero,
// or less, when counting begins. It returns false where nobody knows yet, as a
// stop has no end.
func (c Calendar) Reach(from time.Time, d time.Duration) (time.Time, bool) {
	d = max(d, 0)
	for t := from; ; {
		counts, until := c.stretch(t)
		switch {
		case counts && (until.IsZero() || until.Sub(t) >= d):
			return t.Add(d), true
		case counts:
			d -= until.Sub(t)
		case until.IsZero():
			return time.Time{}, false
		}
		t = until
	}
}

// stretch reports whether time counts at t, and until when that is so at least;
// the zero time: for good.
func (c Calendar) stretch(t time.Time) (counts bool, until time.Time) {
	counts, until = c.awake(t)
	for _, w := range c.Stops {
		if w.holds(t) {
			return false, w.To
		}
		if w.From.After(t) && (until.IsZero() || w.From.Before(until)) {
			until = w.From
		}
	}
	return counts, until
}

// awake is stretch without the stops. Between two changes of the clock on the
// wall the hours are regular: no local time has to be looked up that does not
// exist or exists twice.
func (c Calendar) awake(t time.Time) (awake bool, until time.Time) {
	if c.Sleep.length() == 0 {
		return true, time.Time{}
	}
	local := t.In(c.zone())
	h, m, s := local.Clock()
	asleep, left := c.Sleep.at(time.Duration(h)*time.Hour + time.Duration(m)*time.Minute +
		time.Duration(s)*time.Second + time.Duration(local.Nanosecond()))
	until = t.Add(left)
	if _, change := local.ZoneBounds(); !change.IsZero() && change.Before(until) {
		until = change
	}
	return !asleep, until
}

func (c Calendar) zone() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// morning is when those wake of whom nothing is known.
const morning = 8 * 60

// Wakes is the player's first waking after t: the end of a night, or 8 o'clock
// where they have none.
func (c Calendar) Wakes(t time.Time) time.Time {
	if c.Sleep.length() == 0 {
		// A night of a minute, that there is a waking to look for.
		c.Sleep = Sleep{From: morning - 1, To: morning}
	}
	was, until := c.awake(t)
	for {
		now, next := c.awake(until)
		if now && !was {
			return until
		}
		was, until = now, next
	}
}
