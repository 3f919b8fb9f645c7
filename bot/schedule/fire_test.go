package schedule_test

import (
	"testing"
	"time"

	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

func TestRemindersAndExpiry(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h grace 2h remind 50 80 then remind")
	w.order(id, "red", "plan march")
	w.hours(5)
	w.want("5 here remind test:blue")
	w.hours(11)
	w.want("8 here remind test:blue")
	if list, err := w.Waiting(t.Context(), "test:blue"); err != nil || len(list) != 1 || !list[0].Clock.Expires.Equal(began.Add(12*time.Hour)) || !list[0].Clock.Since.Equal(began) {
		t.Errorf("waiting: %+v, %v", list, err)
	}
	if list, err := w.Waiting(t.Context(), "test:red"); err != nil || len(list) != 0 {
		t.Errorf("waiting for red: %+v, %v", list, err)
	}
	seq := w.seq(id)
	w.hours(11.99)
	if got := w.seq(id); got != seq {
		t.Errorf("decision %d before the time is up", got)
	}
	w.hours(1000)
	if got := w.seq(id); got != seq+1 {
		t.Errorf("%d decisions after the time was up, want one", got-seq)
	}
	w.want()
	w.order(id, "blue", "plan hold") // red marches
	w.left(id, 1, 10)
	w.hours(1005)
	w.want("1005 here remind test:red")
}

// TestNothingRunsBeforeDelivery: a place that does not take posts costs nobody
// time.
func TestNothingRunsBeforeDelivery(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then loss")
	w.order(id, "red", "plan march")
	w.bench.order(id, "blue", "plan hold")
	w.hours(500)
	w.left(id, 1, 10)
	w.must(w.Delivered(t.Context(), "elsewhere", id, w.seq(id), w.now))
	w.must(w.Delivered(t.Context(), "here", id, w.seq(id)-1, w.now))
	w.hours(600)
	w.left(id, 1, 10)
	w.deliver()
	w.must(w.Delivered(t.Context(), "here", id, w.seq(id), w.now.Add(time.Hour))) // again: it changes nothing
	w.hours(604)
	w.left(id, 1, 6)
	w.hours(605)
	w.want("605 here remind test:red")
}

func TestOutagesStopClocks(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then remind")
	w.order(id, "red", "plan march")
	w.hours(2)
	w.must(w.Down(t.Context(), w.now))
	w.must(w.RunDue(t.Context(), began.Add(100*time.Hour))) // nobody can be reached
	w.now = began.Add(100 * time.Hour)
	w.left(id, 2, 8)
	w.must(w.Up(t.Context(), w.now))
	w.left(id, 2, 8)
	w.hours(102)
	w.want()
	w.crash(t.Context(), 50*time.Hour) // without a word
	w.left(id, 2, 6)
	w.hours(153)
	w.want("153 here remind test:blue")
	w.must(w.Down(t.Context(), w.now))
	w.crash(t.Context(), 10*time.Hour)
	w.left(id, 2, 5)
	w.hours(168)
	if c := w.clock(id, 2); c.Runs || c.Left != 0 || w.seq(id) != 6 {
		t.Errorf("after the time is up: %+v, decision %d", c, w.seq(id))
	}
}

// TestSnoozeSurvivesOtherReminders: what is due for another player of the
// match brings no reminder to who has put it off.
func TestSnoozeSurvivesOtherReminders(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Sleep: "23:00-08:00"}))
	id := w.start("limit 2d remind 10 20 then remind")
	if _, err := w.Snooze(t.Context(), "test:blue", id); err != nil {
		t.Fatal(err)
	}
	w.hours(19)
	w.want("4.8 here remind test:red", "9.6 here remind test:red")
	w.hours(21)
	w.want("20 here remind test:blue")
}

// TestAPauseEndsWithItsNews: also for whom the match waited before the pause, no time
// runs before they could read that it goes on; what was delivered earlier counts for
// nothing.
func TestAPauseEndsWithItsNews(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h then loss")
	w.order(id, "red", "plan march")
	w.hours(2)
	_, err := w.play.Pause(t.Context(), command(id, "red"), time.Time{})
	w.must(err)
	_, err = w.play.Accept(t.Context(), command(id, "blue"), match.NewSettings)
	w.must(err)
	w.deliver()
	old := w.seq(id)
	w.hours(20)
	_, err = w.play.Unpause(t.Context(), command(id, "blue"))
	w.must(err)
	w.must(w.Delivered(t.Context(), "here", id, old, w.now)) // the news of the pause, once more
	w.hours(100)
	w.left(id, 2, 8)
	w.deliver()
	w.hours(103)
	w.left(id, 2, 5)
}

// TestUndoLeavesClocksAlone: who takes back gets no time by it.
func TestUndoLeavesClocksAlone(t *testing.T) {
	w := newWatch(t)
	id := w.start("reserve 10h +3h then loss")
	w.order(id, "red", "plan march")
	w.order(id, "blue", "plan march")
	mover, other := match.Player(1), match.Player(2)
	if w.clock(id, 2).Waited {
		mover, other = other, mover
	}
	seat := map[match.Player]engine.Seat{1: "red", 2: "blue"}[mover]
	unit := string(seat) + "-a"
	w.left(id, mover, 13)
	w.hours(4)
	w.order(id, seat, "march "+unit+" "+map[engine.Seat]string{"red": "0201", "blue": "0201"}[seat])
	w.left(id, mover, 9)
	w.left(id, other, 13)
	if !w.clock(id, other).Waited {
		t.Fatal("the other is not waited for")
	}
	w.hours(5)
	_, err := w.play.Undo(t.Context(), command(id, seat))
	w.must(err)
	w.deliver()
	w.left(id, mover, 9)
	w.left(id, other, 12)
	w.hours(7)
	w.left(id, mover, 7)
	w.left(id, other, 12)
}

// TestAPauseEndsByItself when its end has come, not sooner.
func TestAPauseEndsByItself(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h then loss")
	w.order(id, "red", "plan march")
	w.hours(2)
	_, err := w.play.Pause(t.Context(), command(id, "red"), began.Add(20*time.Hour))
	w.must(err)
	_, err = w.play.Accept(t.Context(), command(id, "blue"), match.NewSettings)
	w.must(err)
	w.deliver()
	w.hours(19)
	w.left(id, 2, 8)
	if x, err := w.Times(t.Context(), id); err != nil || !x.Paused || !x.Until.Equal(began.Add(20*time.Hour)) {
		t.Errorf("in the pause: %+v, %v", x, err)
	}
	w.hours(23)
	w.left(id, 2, 5)
}

// TestAVacationStopsTheClock of who takes it, and no other.
func TestAVacationStopsTheClock(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 3d vacation 2 then loss")
	days, err := clock.ParseVacation("2026-01-06")
	w.must(err)
	_, err = w.play.Vacation(t.Context(), command(id, "blue"), days)
	w.must(err)
	w.hours(12)
	w.left(id, 2, 60)
	w.hours(30)
	w.left(id, 1, 42)
	w.left(id, 2, 60)
	if c := w.clock(id, 2); c.Vacation != 1 || !c.Away.Equal(began.Add(36*time.Hour)) {
		t.Errorf("in the vacation: %+v", c)
	}
	w.hours(40)
	w.left(id, 2, 56)
}
