package matches

import (
	"context"
	"fmt"
	"strings"
	"time"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// stamp is a moment as Discord shows it to each reader in their own zone, with how
// long it is until then.
func stamp(t time.Time) string { return fmt.Sprintf("<t:%d:f> (%s)", t.Unix(), until(t)) }

// soon is stamp the other way round: in how long, and when that is.
func soon(t time.Time) string { return fmt.Sprintf("%s (<t:%d:f>)", until(t), t.Unix()) }

// until is how long it is until a moment, or since: Discord counts.
func until(t time.Time) string { return fmt.Sprintf("<t:%d:R>", t.Unix()) }

// on is the day of a moment.
func on(t time.Time) string { return fmt.Sprintf("<t:%d:D>", t.Unix()) }

// lasting is a length of time in words: its two largest parts, to the minute.
func lasting(v command.Voice, d time.Duration) string {
	const day = 24 * time.Hour
	d = d.Round(time.Minute)
	var parts []string
	for _, u := range []struct {
		key string
		of  time.Duration
	}{{"days", day}, {"hours", time.Hour}, {"minutes", time.Minute}} {
		if n := d / u.of; n > 0 && len(parts) < 2 {
			parts = append(parts, v.Say(u.key, engine.Num("n", int(n))))
		} else if len(parts) > 0 {
			break
		}
		d %= u.of
	}
	if len(parts) == 0 {
		return v.Say("moment")
	}
	return strings.Join(parts, " ")
}

// times says how the clocks stand of those who are asked; starts reports whether
// one is to run once it is known that its player was told. A match without clocks
// says nothing.
func times(ctx context.Context, h *command.Handlers, v command.Voice, l referee.Look) (lines []string, starts bool, err error) {
	t, err := h.Referee.Schedule.TimesOf(ctx, l.Snapshot.Match())
	if err != nil || !l.Started || l.Ending != nil {
		return nil, false, err
	}
	if t.Paused {
		return []string{paused(v, t)}, false, nil
	}
	if !t.Settings.Runs() {
		return nil, false, nil
	}
	if t.Doubt != "" {
		lines = append(lines, doubted(v, t.Doubt))
	}
	for _, s := range asked(l) {
		c, ok := clockOf(t, s.Player)
		if !ok {
			continue
		}
		lines = append(lines, clockLine(v, s, c))
		starts = starts || !c.Runs && c.Left > 0 && t.Doubt == ""
	}
	return lines, starts, nil
}

// clockOf is the clock of a player; false where they were never waited for.
func clockOf(t schedule.Times, p match.Player) (schedule.Clock, bool) {
	for _, c := range t.Clocks {
		if c.Player == p {
			return c, true
		}
	}
	return schedule.Clock{}, false
}

// paused says that the clocks stand, and until when.
func paused(v command.Voice, t schedule.Times) string {
	switch {
	case t.KeyLost:
		return v.Say("key-lost")
	case t.Restored:
		return v.Say("paused-restored")
	case t.Appealed:
		return v.Say("paused-appealed")
	case t.Until.IsZero():
		return v.Say("paused")
	}
	return v.Say("paused-until", engine.Text("until", stamp(t.Until)))
}

// doubted says that all clocks stand, as nobody knows what time it is, and why.
func doubted(v command.Voice, why schedule.Doubt) string {
	if why == schedule.DoubtUnknown {
		return v.Say("clocks-doubted")
	}
	return v.Say("clocks-differ")
}

// ClockNews tells that clocks stand, or run again.
func ClockNews(ctx context.Context, h *command.Handlers, p post.Clocks) (*wire.Message, error) {
	l, v, err := InPublic(ctx, h, p.Match)
	if err != nil {
		return nil, err
	}
	t, err := h.Referee.Schedule.Times(ctx, p.Match)
	stand := p.Now == post.ClocksStand
	if err != nil || stand != (t.Doubt != "") || l.Ending != nil {
		return nil, err // it is not so any more
	}
	c := cardOf(l)
	if stand {
		c.Text(doubted(v, t.Doubt))
	} else {
		c.Text(v.Say("clocks-run"))
	}
	return c.Post(), nil
}

// clockLine says how the clock of somebody who is waited for stands.
func clockLine(v command.Voice, s referee.Sitting, c schedule.Clock) string {
	name := engine.Text("who", who(v, s))
	switch {
	case !c.Away.IsZero():
		return v.Say("clock-away", name, engine.Text("until", stamp(c.Away)))
	case !c.Runs && c.Left == 0:
		return v.Say("clock-up", name)
	case !c.Runs || c.Up.IsZero():
		return v.Say("clock-left", name, engine.Text("left", lasting(v, c.Left)))
	case !c.Expires.Equal(c.Up) && !c.Expires.IsZero():
		return v.Say("clock-grace", name, engine.Text("until", stamp(c.Up)), engine.Text("grace", until(c.Expires)))
	}
	return v.Say("clock-until", name, engine.Text("until", stamp(c.Up)))
}
