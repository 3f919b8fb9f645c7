package schedule

import (
	"context"
	"slices"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
)

// Clock is how the clock of a player stands. What is not known yet, or not to
// come, is the zero time.
type Clock struct {
	Player match.Player
	Waited bool
	Since  time.Time     // they are waited for since then
	Runs   bool          // false: it stands, and what follows is what they have
	Left   time.Duration // now
	Up     time.Time     // the time is up
	// Expires is when what the settings say is done: at the end of the grace.
	Expires   time.Time
	Reminders []time.Time // to come
	Vacation  int         // days that they may still take
	Away      time.Time   // they are on vacation until then
	// Later is when they are called, as their move has come back soon after an order of theirs.
	Later time.Time
}

// Times is how the clocks of a match stand.
type Times struct {
	Settings clock.Settings
	Paused   bool
	Until    time.Time // of a pause that ends by itself
	KeyLost  bool      // they stand until the key of the dice is back
	Appealed bool      // they stand until the judges have ruled
	Restored bool      // they stand until the match goes on after a backup
	// Doubt says why all clocks stand: nobody knows what time it is. "": they do not.
	Doubt Doubt
	// Proposed are the settings that one player proposes to the other; nil: none.
	Proposed map[string]string
	Clocks   []Clock // of the people who play or have played, by player
}

// Times tells how the clocks of a match stand. It returns match.ErrUnknown.
func (s *Schedule) Times(ctx context.Context, id match.ID) (Times, error) {
	m, err := s.matches.Lock(ctx, id)
	if err != nil {
		return Times{}, s.matches.Classify(ctx, err, id, nil)
	}
	defer m.Unlock()
	t, err := s.TimesOf(ctx, m.Match())
	return t, s.matches.Classify(ctx, err, id, m.Match())
}

// TimesOf is [Schedule.Times] of a match as the caller knows it. Who has not locked it
// may see clocks that stand as they did some moments later.
func (s *Schedule) TimesOf(ctx context.Context, m *match.Match) (Times, error) {
	c, err := s.clocksOf(ctx, m.ID())
	if err != nil {
		return Times{}, err
	}
	return s.times(ctx, m, c)
}

func (s *Schedule) times(ctx context.Context, m *match.Match, c *clocks) (Times, error) {
	set, _ := clock.Parse(m.Setting(SettingClock))
	t := Times{Settings: set, Paused: c.Paused, Until: timeFromMillis(c.Until), KeyLost: lostKey(m), Proposed: m.Offered().Settings}
	_, t.Appealed = m.Appealed()
	_, t.Restored = m.Restored()
	now := milli(s.now())
	outages, err := s.outages(ctx, c, now)
	if err != nil {
		return Times{}, err
	}
	t.Doubt = s.doubt()
	for _, p := range playing(m) {
		c.of(p) // players who were never waited for have a clock, too
	}
	for i := range c.Players {
		p := &c.Players[i]
		shown := p.shown(set, outages, now)
		if t.Doubt != "" {
			shown.Runs, shown.Up, shown.Expires, shown.Reminders = false, time.Time{}, time.Time{}, nil
		}
		shown.Vacation = max(0, set.Vacation-DaysAway(m, p.Player))
		t.Clocks = append(t.Clocks, shown)
	}
	return t, nil
}

// playing lists the people who play a match that has begun. Programs have no clock.
func playing(m *match.Match) []match.Player {
	var out []match.Player
	for _, seat := range m.Game().Info().Seats {
		if _, program := m.Program(seat); m.Started() && !program && m.Player(seat) != match.Referee {
			out = append(out, m.Player(seat))
		}
	}
	return out
}

// shown is a clock as it is shown.
func (p *playerClock) shown(s clock.Settings, outages []match.Outage, now int64) Clock {
	c := Clock{Player: p.Player, Waited: p.waited(), Left: max(0, p.balance().Left)}
	if p.Handoffs == 0 || s.Mode == clock.Limit && !p.Open { // the next hand-off begins with all of it
		c.Left = s.Time
	}
	if c.Waited {
		c.Since, c.Later = timeFromMillis(p.Asked), timeFromMillis(p.Call)
	}
	for _, o := range p.Away {
		if o.From <= now && now < o.To {
			c.Away = timeFromMillis(o.To)
		}
	}
	if !p.runs() || !s.Runs() {
		return c
	}
	cal := p.calendar(outages)
	read := s.Read(p.balance(), cal, timeFromMillis(p.Since))
	c.Runs, c.Up, c.Expires = true, read.Up, read.Expires
	c.Left = max(0, p.balance().Spend(cal, timeFromMillis(p.Since), timeFromMillis(now)).Left)
	c.Reminders = slices.Clone(read.Reminders[min(p.Sent, len(read.Reminders)):])
	return c
}
