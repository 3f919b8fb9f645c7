package schedule_test

import (
	"errors"
	"testing"
	"time"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
)

func TestPreferences(t *testing.T) {
	w := newWatch(t)
	p, err := w.Preferences(t.Context(), "test:red")
	if err != nil || p != (schedule.Preferences{Where: schedule.InChannel}) {
		t.Errorf("of who has chosen nothing: %+v, %v", p, err)
	}
	want := schedule.Preferences{Zone: "Europe/Paris", Sleep: "23:00-07:00", Where: schedule.ByLetter, Digest: true, Portrait: true}
	chosen := want
	chosen.Sleep = "23:00-7:00"
	w.must(w.Prefer(t.Context(), "test:red", chosen))
	if p, err := w.Preferences(t.Context(), "test:red"); err != nil || p != want {
		t.Errorf("got %+v, %v", p, err)
	}
	for _, c := range []struct {
		p   schedule.Preferences
		err error
		key string
	}{
		{schedule.Preferences{Zone: "Paris"}, schedule.ErrZone, "referee.refuse.zone"},
		{schedule.Preferences{Zone: "Local"}, schedule.ErrZone, "referee.refuse.zone"},
		{schedule.Preferences{Sleep: "22-6"}, clock.ErrSleep, "referee.refuse.sleep"},
		{schedule.Preferences{Where: "pigeon"}, schedule.ErrWhere, "referee.refuse.where"},
	} {
		err := w.Prefer(t.Context(), "test:red", c.p)
		if !errors.Is(err, c.err) || referee.Explain(err).Key != c.key {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
	if p, _ := w.Preferences(t.Context(), "test:red"); p != want {
		t.Errorf("after refusals: %+v", p)
	}
	w.must(w.play.Erase(t.Context(), "test:red"))
	if p, _ := w.Preferences(t.Context(), "test:red"); p.Zone != "" {
		t.Errorf("after erasing: %+v", p)
	}
}

// TestNightsCount: the clock of who sleeps stands, and other nights chosen while
// it runs hold from the next hand-off on.
func TestNightsCount(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Zone: "Europe/Paris", Sleep: "22:00-06:00"}))
	id := w.start("limit 10h remind 50 then remind") // at 13 o'clock in Paris
	w.order(id, "red", "plan march")
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Zone: "Europe/Paris", Sleep: "14:00-23:00"}))
	w.hours(5)
	w.want("5 here remind test:blue")
	w.hours(16.9)
	w.left(id, 2, 1) // 22:00 was after 9 hours, it is not yet 6
	if c := w.clock(id, 2); !c.Expires.Equal(began.Add(18 * time.Hour)) {
		t.Errorf("expires at %s", c.Expires)
	}
	w.order(id, "blue", "plan hold")
	w.order(id, "red", "march red-a 0201") // blue is asked for their next plan, at 5:54
	w.hours(30)
	w.left(id, 2, 1.9) // it ran until 14:00
}

// TestJoiningPlayerIsNotReminded: who joins last is asked at once, and is there.
func TestJoiningPlayerIsNotReminded(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Where: schedule.ByLetter}))
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Where: schedule.ByLetter}))
	w.start("limit 10h")
	w.hours(1)
	w.want("0 letter:test:red turn test:red")
}

// TestWherePlayersAreTold: by letter, not at all, and in the channel.
func TestWherePlayersAreTold(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Where: schedule.ByLetter}))
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Where: schedule.Quiet}))
	w.start("limit 10h remind 50 80 then remind")
	w.hours(9)
	w.want("0 letter:test:red turn test:red", "5 letter:test:red remind test:red", "8 letter:test:red remind test:red")
	if account, ok := post.DMAccount(post.DMPlace("a:b")); !ok || account != "a:b" {
		t.Errorf("a letter to %q, %v", account, ok)
	}
	if _, ok := post.DMAccount("here"); ok {
		t.Error("a place is a letter box")
	}
}

// TestNoReminderAfterAnAnswer: a reminder that waits in the outbox says nothing any
// more once its reader has answered.
func TestNoReminderAfterAnAnswer(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then remind")
	w.now = began.Add(5 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	w.bench.order(id, "red", "plan march")
	w.deliver()
	w.want("5 here remind test:blue")
}

// TestNoReminderForAnOldQuestion: nor once they have answered and are waited for anew.
func TestNoReminderForAnOldQuestion(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then remind")
	w.order(id, "red", "plan march")
	w.now = began.Add(5 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	w.now = w.now.Add(time.Minute)
	w.bench.order(id, "blue", "plan hold")
	w.bench.order(id, "red", "march red-a 0201")
	if !w.clock(id, 2).Waited {
		t.Fatal("blue is not waited for anew")
	}
	w.deliver()
	w.want()
}

func TestSnooze(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Zone: "America/New_York", Sleep: "23:00-07:00"}))
	id := w.start("limit 2d remind 10 20 80 then remind") // at 7 o'clock in New York
	w.order(id, "blue", "plan march")
	w.hours(5)
	w.want("4.8 here remind test:red")
	until, err := w.Snooze(t.Context(), "test:red", id)
	if err != nil || !until.Equal(began.Add(24*time.Hour)) {
		t.Errorf("until %s, %v", until, err)
	}
	w.hours(30)
	w.want("24 here remind test:red") // the second, which would have come after 9.6
	if _, err := w.Snooze(t.Context(), "test:blue", id); !errors.Is(err, engine.ErrSeat) {
		t.Errorf("who is not waited for: %v", err)
	}
}

// TestDigest gathers what waits for a player of several matches.
func TestDigest(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Where: schedule.ByLetter, Sleep: "22:00-06:00"}))
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Where: schedule.Quiet}))
	first := w.start("limit 3d remind 10 20 80 then remind")
	w.start("none")
	w.want("0 letter:test:red turn test:red", "0 letter:test:red turn test:red")
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Where: schedule.ByLetter, Sleep: "22:00-06:00", Digest: true}))
	w.start("none")
	w.hours(70)
	w.want("18 letter:test:red digest test:red 3", "42 letter:test:red digest test:red 3", "66 letter:test:red digest test:red 3")
	w.crash(t.Context(), time.Hour)
	w.hours(80)
	w.want()
	w.order(first, "red", "plan march")
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{}))
	w.hours(200)
	w.want()
}

// TestLastReminderIsNotGathered: who is told by digest is called before their time
// is up.
func TestLastReminderIsNotGathered(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Digest: true}))
	id := w.start("limit 10h remind 50 80 then remind")
	w.order(id, "blue", "plan march")
	w.hours(10)
	w.want("8 here remind test:red")
}

// TestQuietPlayersGetNoDigest, though they have asked for one before.
func TestQuietPlayersGetNoDigest(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:red", schedule.Preferences{Where: schedule.Quiet, Sleep: "22:00-06:00", Digest: true}))
	w.start("none")
	w.hours(70)
	w.want()
}
