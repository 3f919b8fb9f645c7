package schedule_test

import (
	"context"
	"testing"

	"referee/bot/schedule"
	"referee/engine/match"
)

// agree has red propose a clock in the middle of a match, and blue agree to it.
func (w *watch) agree(ctx context.Context, id match.ID, clock string) {
	w.t.Helper()
	_, err := w.play.ProposeSettings(ctx, command(id, "red"), map[string]string{schedule.SettingClock: clock})
	w.must(err)
	_, err = w.play.Accept(ctx, command(id, "blue"), match.NewSettings)
	w.must(err)
	w.deliver()
}

// TestAClockShowsItsFullTimeBeforeTheFirstHandOff: red has answered, and is waited for again only later.
func TestAClockShowsItsFullTimeBeforeTheFirstHandOff(t *testing.T) {
	for _, clock := range []string{"limit 10h then loss", "reserve 10h +1h then loss"} {
		for _, before := range []string{"none", "limit 3h then remind"} {
			w := newWatch(t)
			id := w.start(before)
			w.hours(1)
			w.order(id, "red", "plan march")
			w.agree(t.Context(), id, clock)
			w.hours(3)
			w.left(id, 1, 10)
			w.left(id, 2, 8)
		}
	}
}

// TestSubstitutesStartWithFullTime: a player who has come into the place of another has all of their time.
func TestSubstitutesStartWithFullTime(t *testing.T) {
	w := newWatch(t)
	id := w.start("reserve 10h then loss")
	w.hours(1)
	w.order(id, "red", "plan march")
	_, err := w.play.Leave(t.Context(), command(id, "red"))
	w.must(err)
	joins := command(id, "red")
	joins.Account = "test:green"
	_, err = w.play.Join(t.Context(), joins)
	w.must(err)
	w.deliver()
	w.left(id, 3, 10)
	w.left(id, 2, 9)
}

// TestALimitIsFullAgain: what was left over of a hand-off that is over counts for nothing.
func TestALimitIsFullAgain(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h then loss")
	w.hours(4)
	w.left(id, 1, 6)
	w.order(id, "red", "plan march")
	w.left(id, 1, 10)
	w.left(id, 2, 6)
}
