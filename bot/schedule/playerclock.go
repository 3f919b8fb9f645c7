package schedule

import (
	"slices"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
)

// clocks is how the clocks of a match stand, as it is stored beside the record.
// Lengths and moments in it are milliseconds.
type clocks struct {
	Settings string `json:"settings,omitempty"` // that it was reckoned by
	Paused   bool   `json:"paused,omitempty"`
	Until    int64  `json:"until,omitempty"` // when the pause ends by itself; 0: it does not
	// Stands: it was told where the match is played that clocks stand, as the time is
	// not believed.
	Stands  bool          `json:"stands,omitempty"`
	Players []playerClock `json:"hands,omitempty"` // by player
}

// playerClock is one player's clock, and their hand-off: the time in which they are
// waited for until somebody else is.
type playerClock struct {
	Player   match.Player `json:"player"`
	Left     int64        `json:"left"` // below 0: of the grace
	Of       int64        `json:"of"`   // what there was when the hand-off began
	Handoffs int          `json:"handoffs"`
	// Open: nobody else has been waited for since the hand-off began. It may be
	// that nobody is, as a roll is awaited.
	Open  bool `json:"open,omitempty"`
	Acted bool `json:"acted,omitempty"` // they have answered something in it
	// Seq is the decision that asked them; 0: they are not waited for.
	Seq   int   `json:"seq,omitempty"`
	Asked int64 `json:"asked,omitempty"` // when the hand-off began
	// Since is when the clock was set running; 0: it stands, as it is not yet
	// known that they were told, or there is a pause.
	Since int64 `json:"since,omitempty"`
	// Phase is that of the game in which the hand-off began. Call is when the player is called, as
	// they were not at once; 0: they were.
	Phase  string `json:"phase,omitempty"`
	Call   int64  `json:"call,omitempty"`
	Sent   int    `json:"sent,omitempty"` // reminders of the hand-off, skipped ones too
	Up     bool   `json:"up,omitempty"`   // their time was up, and what follows is done
	Snooze int64  `json:"snooze,omitempty"`
	// Zone and Sleep are their nights as they were when the clock was set running:
	// who changes them in the middle of a hand-off gains nothing.
	Zone  string `json:"zone,omitempty"`
	Sleep string `json:"sleep,omitempty"`
	// Away are their vacations.
	Away []match.Outage `json:"away,omitempty"`
}

// waited reports whether the player is waited for.
func (p *playerClock) waited() bool { return p.Seq != 0 }

// runs reports whether the clock runs.
func (p *playerClock) runs() bool { return p.Since != 0 && !p.Up }

// of is a player's clock, made if need be. It stays where it is until the next is
// made.
func (c *clocks) of(player match.Player) *playerClock {
	i, found := slices.BinarySearchFunc(c.Players, player, func(p playerClock, player match.Player) int { return int(p.Player - player) })
	if !found {
		c.Players = slices.Insert(c.Players, i, playerClock{Player: player})
	}
	return &c.Players[i]
}

func (p *playerClock) balance() clock.Balance {
	return clock.Balance{Left: length(p.Left), Of: length(p.Of), Handoffs: p.Handoffs}
}

func (p *playerClock) put(b clock.Balance) {
	p.Left, p.Of, p.Handoffs = b.Left.Milliseconds(), b.Of.Milliseconds(), b.Handoffs
}

// calendar is when the clock may run, with the outages that count for it.
func (p *playerClock) calendar(outages []match.Outage) clock.Calendar {
	c := nights(p.Zone, p.Sleep)
	for _, list := range [][]match.Outage{p.Away, outages} {
		for _, o := range list {
			if o.To > p.Since {
				c.Stops = append(c.Stops, clock.Window{From: timeFromMillis(o.From), To: timeFromMillis(o.To)})
			}
		}
	}
	return c
}

// nights is a calendar with a player's nights alone. They chose them well formed;
// a zone that is not known any more counts as UTC.
func nights(zone, sleep string) clock.Calendar {
	var c clock.Calendar
	if z, err := time.LoadLocation(zone); err == nil {
		c.Zone = z
	}
	if s, err := clock.ParseSleep(sleep); err == nil {
		c.Sleep = s
	}
	return c
}

// read is what a clock says, which must run.
func (p *playerClock) read(s clock.Settings, outages []match.Outage) clock.Reading {
	return s.Read(p.balance(), p.calendar(outages), timeFromMillis(p.Since))
}

// stop lets the clock stand from now on, if it runs.
func (p *playerClock) stop(now int64, outages []match.Outage) {
	if p.Since != 0 {
		p.put(p.balance().Spend(p.calendar(outages), timeFromMillis(p.Since), timeFromMillis(now)))
		p.Since = 0
	}
}

// begin begins a hand-off.
func (p *playerClock) begin(s clock.Settings, now int64) {
	p.put(s.Begin(p.balance()))
	p.Open, p.Acted, p.Up, p.Sent, p.Snooze, p.Asked, p.Call = true, false, false, 0, 0, now, 0
}

// next is when the clock has something to do; 0: nothing to be seen.
func (p *playerClock) next(s clock.Settings, outages []match.Outage) int64 {
	if !p.runs() || !s.Runs() {
		return 0
	}
	r := p.read(s, outages)
	at := milli(r.Expires)
	for i := p.Sent; i < len(r.Reminders); i++ {
		at = Earlier(at, max(milli(r.Reminders[i]), p.Snooze))
	}
	return at
}

// Earlier is the earlier of two moments in Unix milliseconds, of which 0 is none.
func Earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// timeFromMillis is a moment in milliseconds as a time; 0 is the zero time.
func timeFromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// milli is the first whole millisecond that is not before t; 0 for the zero time.
func milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Add(time.Millisecond - 1).UnixMilli()
}

func length(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }
