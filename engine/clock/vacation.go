package clock

import (
	"fmt"
	"strings"
	"time"
)

// Vacation is a time of whole days, from First to Last, at which a player is
// away. They are dates: the zone that makes moments of them is the player's.
type Vacation struct{ First, Last time.Time }

// ParseVacation reads "2026-12-24..2026-12-28", or one date. It returns
// ErrVacation.
func ParseVacation(text string) (Vacation, error) {
	first, last, found := strings.Cut(text, "..")
	if !found {
		last = first
	}
	from, err := time.Parse(time.DateOnly, first)
	to, err2 := time.Parse(time.DateOnly, last)
	if err != nil || err2 != nil || to.Before(from) {
		return Vacation{}, fmt.Errorf("%w: %q", ErrVacation, text)
	}
	return Vacation{from, to}, nil
}

// String is what ParseVacation reads.
func (v Vacation) String() string {
	return v.First.Format(time.DateOnly) + ".." + v.Last.Format(time.DateOnly)
}

// Window is the vacation in a zone, from midnight to midnight.
func (v Vacation) Window(zone *time.Location) Window {
	midnight := func(date time.Time, days int) time.Time {
		y, m, d := date.Date()
		return time.Date(y, m, d+days, 0, 0, 0, 0, zone)
	}
	return Window{From: midnight(v.First, 0), To: midnight(v.Last, 1)}
}
