package clock

import "time"

// Balance is a player's clock where it stands.
type Balance struct {
	Left time.Duration // below 0: so much of the grace is used
	// Of is what there was when the hand-off began: reminders are shares of it.
	Of       time.Duration
	Handoffs int // that have begun
}

// Begin is the balance when a hand-off begins.
func (s Settings) Begin(b Balance) Balance {
	b.Left = max(0, b.Left) // grace is not paid for
	switch {
	case s.Mode == Limit || b.Handoffs == 0:
		b.Left = s.Time
	case s.Cap > 0:
		b.Left = max(b.Left, min(b.Left+s.Increment, s.Cap))
	default:
		b.Left += s.Increment
	}
	b.Of = b.Left
	b.Handoffs++
	return b
}

// Spend is the balance after the clock was let run from one moment to another.
func (b Balance) Spend(c Calendar, from, to time.Time) Balance {
	b.Left -= c.Counted(from, to)
	return b
}

// Reading is what a running clock says. The zero time stands for one that
// nobody knows yet, as the clock stands still.
type Reading struct {
	Reminders []time.Time // one for each of Settings.Remind
	Up        time.Time   // the time is up
	Expires   time.Time   // the grace is over, too
}

// Read reads a clock that runs since a moment, at which it had a balance.
func (s Settings) Read(b Balance, c Calendar, since time.Time) Reading {
	var r Reading
	used := b.Of - b.Left
	for _, p := range s.Remind {
		at, _ := c.Reach(since, b.Of/100*time.Duration(p)-used)
		r.Reminders = append(r.Reminders, at)
	}
	r.Up, _ = c.Reach(since, b.Left)
	r.Expires, _ = c.Reach(since, b.Left+s.Grace)
	return r
}
