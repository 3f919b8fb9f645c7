package refereetest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// Began is when tests with a clock begin: a Monday noon, in the winter of Europe.
var Began = time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)

// Command is one of the person who plays a seat of a match of no league.
func Command(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:" + string(seat), Name: string(seat), Door: "test"}
}

// Start opens a match of the toy with a clock, at the place "here", and two people join
// it.
func Start(t testing.TB, r *referee.Referee, clock string) match.ID {
	t.Helper()
	return StartAt(t, r, "here", clock)
}

// StartAt is [Start] at another place.
func StartAt(t testing.TB, r *referee.Referee, place, clock string) match.ID {
	t.Helper()
	opened, err := r.Open(t.Context(), Command("", ""), referee.Opening{
		Setup: engine.Setup{"weather": "off"}, Place: place, Settings: map[string]string{schedule.SettingClock: clock},
	})
	must(t, err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := r.Join(t.Context(), Command(opened.Match, seat))
		must(t, err)
	}
	return opened.Match
}

// Deliver sends all that waits in the outbox, as a front end does. It returns the calls
// that reached somebody, as "hour place kind account", the hours since [Began]; a digest
// has the number of its matches behind it.
func Deliver(t testing.TB, r *referee.Referee, now time.Time) (heard []string) {
	t.Helper()
	places, err := r.Outbox.Places(t.Context())
	must(t, err)
	for _, place := range slices.Sorted(maps.Keys(places)) {
		posts, err := r.Outbox.Posts(t.Context(), place)
		must(t, err)
		for _, p := range posts {
			if call, ok := p.What.(post.Call); ok {
				heard = append(heard, hear(t, r, now, place, call)...)
			} else if id, seq := p.Match(); id != "" { // no clock hangs on a league's
				must(t, r.Schedule.Delivered(t.Context(), place, id, seq, now))
			}
			must(t, r.Outbox.Posted(t.Context(), place, p))
		}
	}
	return heard
}

// hear is what somebody hears of a call; nothing where it has lapsed.
func hear(t testing.TB, r *referee.Referee, now time.Time, place string, p post.Call) []string {
	t.Helper()
	c, ok, err := r.Schedule.Called(t.Context(), p)
	must(t, err)
	if !ok {
		return nil
	}
	text := fmt.Sprintf("%v %s %s %s", now.Sub(Began).Hours(), place, c.Kind, c.Account)
	if c.Kind == post.CallDigest {
		text += fmt.Sprint(" ", len(c.Waits))
	}
	return []string{text}
}

// Pass lets time pass until so many hours after [Began]: next says when something is due
// (Unix time in milliseconds), it is done in time, and deliver is called after it. now is
// the clock that the referee reads.
func Pass(t testing.TB, r *referee.Referee, now *time.Time, hours float64, next func(context.Context) (int64, bool, error), deliver func()) {
	t.Helper()
	end := Began.Add(time.Duration(hours * float64(time.Hour)))
	for runs := 0; ; runs++ {
		at, ok, err := next(t.Context())
		must(t, err)
		if !ok || at > end.UnixMilli() {
			break
		}
		if runs == 1000 {
			t.Fatal("something stays due")
		}
		*now = time.UnixMilli(max(at, now.UnixMilli())).UTC()
		must(t, r.Schedule.RunDue(t.Context(), *now))
		deliver()
	}
	*now = end
	must(t, r.Schedule.RunDue(t.Context(), *now)) // it is alive
}

// Clock is how the clock of a player stands.
func Clock(t testing.TB, r *referee.Referee, id match.ID, p match.Player) schedule.Clock {
	t.Helper()
	times, err := r.Schedule.Times(t.Context(), id)
	must(t, err)
	for _, c := range times.Clocks {
		if c.Player == p {
			return c
		}
	}
	return schedule.Clock{}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
