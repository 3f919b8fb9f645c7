package referee

import (
	"slices"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
)

// ledger is how the clocks of a match stand, as it is stored beside the record.
// Lengths and moments in it are milliseconds.
type ledger struct {
	Settings string `json:"settings,omitempty"` // that it was reckoned by
	Paused   bool   `json:"paused,omitempty"`
	Until    int64  `json:"until,omitempty"` // when the pause ends by itself; 0: it does not
	// Stands: it was told where the match is played that clocks stand, as the time is
	// not believed.
	Stands bool   `json:"stands,omitempty"`
	Hands  []hand `json:"hands,omitempty"` // by player
}

// hand is one player's clock, and his hand-off: the time in which he is waited
// for until somebody else is.
type hand struct {
	Player   match.Player `json:"player"`
	Left     int64        `json:"left"` // below 0: of the grace
	Of       int64        `json:"of"`   // what there was when the hand-off began
	Handoffs int          `json:"handoffs"`
	// Open: nobody else has been waited for since the hand-off began. It may be
	// that nobody is, as a roll is awaited.
	Open  bool `json:"open,omitempty"`
	Acted bool `json:"acted,omitempty"` // he has answered something in it
	// Seq is the decision that asked him; 0: he is not waited for.
	Seq   int   `json:"seq,omitempty"`
	Asked int64 `json:"asked,omitempty"` // when the hand-off began
	// Since is when his clock was set running; 0: it stands, as it is not yet
	// known that he was told, or there is a pause.
	Since  int64 `json:"since,omitempty"`
	Sent   int   `json:"sent,omitempty"` // reminders of the hand-off, skipped ones too
	Up     bool  `json:"up,omitempty"`   // his time was up, and what follows is done
	Snooze int64 `json:"snooze,omitempty"`
	// Zone and Sleep are his nights as they were when the clock was set running:
	// who changes them in the middle of a hand-off gains nothing.
	Zone  string `json:"zone,omitempty"`
	Sleep string `json:"sleep,omitempty"`
	// Away are his vacations.
	Away []match.Outage `json:"away,omitempty"`
}

// waited reports whether the player is waited for.
func (h *hand) waited() bool { return h.Seq != 0 }

// runs reports whether the clock runs.
func (h *hand) runs() bool { return h.Since != 0 && !h.Up }

// hand is a player's, made if need be. It stays where it is until the next is
// made.
func (l *ledger) hand(p match.Player) *hand {
	i, found := slices.BinarySearchFunc(l.Hands, p, func(h hand, p match.Player) int { return int(h.Player - p) })
	if !found {
		l.Hands = slices.Insert(l.Hands, i, hand{Player: p})
	}
	return &l.Hands[i]
}

func (h *hand) balance() clock.Balance {
	return clock.Balance{Left: length(h.Left), Of: length(h.Of), Handoffs: h.Handoffs}
}

func (h *hand) put(b clock.Balance) {
	h.Left, h.Of, h.Handoffs = b.Left.Milliseconds(), b.Of.Milliseconds(), b.Handoffs
}

// calendar is when the clock may run, with the outages that count for it.
func (h *hand) calendar(outages []match.Outage) clock.Calendar {
	c := nights(h.Zone, h.Sleep)
	for _, list := range [][]match.Outage{h.Away, outages} {
		for _, o := range list {
			if o.To > h.Since {
				c.Stops = append(c.Stops, clock.Window{From: moment(o.From), To: moment(o.To)})
			}
		}
	}
	return c
}

// nights is a calendar with a player's nights alone. He chose them well formed;
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

// read is what the clock of a hand says, which must run.
func (h *hand) read(s clock.Settings, outages []match.Outage) clock.Reading {
	return s.Read(h.balance(), h.calendar(outages), moment(h.Since))
}

// stop lets the clock stand from now on, if it runs.
func (h *hand) stop(now int64, outages []match.Outage) {
	if h.Since != 0 {
		h.put(h.balance().Spend(h.calendar(outages), moment(h.Since), moment(now)))
		h.Since = 0
	}
}

// begin begins a hand-off.
func (h *hand) begin(s clock.Settings, now int64) {
	h.put(s.Begin(h.balance()))
	h.Open, h.Acted, h.Up, h.Sent, h.Snooze, h.Asked = true, false, false, 0, 0, now
}

// moment is a moment in milliseconds as a time; 0 is the zero time.
func moment(ms int64) time.Time {
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
