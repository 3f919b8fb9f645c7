package referee_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// TestClocksTakeBoth: nobody changes the clocks of a match by himself once it has
// begun, but the judge.
func TestClocksTakeBoth(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h then loss")
	quick := map[string]string{schedule.SettingClock: "limit 1m then loss"}
	for _, s := range []map[string]string{quick, {schedule.SettingPause: "on"}, {"away.2": "2026-01-06"}} {
		if _, err := w.ChangeSettings(t.Context(), command(id, "red"), s); !errors.Is(err, referee.ErrAgree) {
			t.Errorf("%v: %v", s, err)
		}
	}
	if _, err := w.ProposeSettings(t.Context(), command(id, "red"), map[string]string{"away.2": "2026-01-06"}); !errors.Is(err, referee.ErrAgree) {
		t.Errorf("another's vacation proposed: %v", err)
	}
	if _, err := w.ProposeSettings(t.Context(), command(id, "red"), map[string]string{schedule.SettingClock: "soon"}); !errors.Is(err, clock.ErrSettings) {
		t.Errorf("a clock that is none: %v", err)
	}
	if _, err := w.Moderator.ChangeSettings(t.Context(), judge(id, ""), map[string]string{schedule.SettingClock: "soon"}); !errors.Is(err, clock.ErrSettings) {
		t.Errorf("by the judge: %v", err)
	}
	if _, err := w.Open(t.Context(), command("", ""), referee.Opening{Settings: map[string]string{schedule.SettingClock: "soon"}}); !errors.Is(err, clock.ErrSettings) {
		t.Errorf("at the opening: %v", err)
	}
	slow := map[string]string{schedule.SettingClock: "limit 20h then loss"}
	_, err := w.ProposeSettings(t.Context(), command(id, "red"), slow)
	w.must(err)
	_, err = w.Decline(t.Context(), command(id, "blue"), match.NewSettings)
	w.must(err)
	_, err = w.ProposeSettings(t.Context(), command(id, "red"), slow)
	w.must(err)
	w.hours(5)
	w.left(id, 2, 5)
	if x, err := w.Times(t.Context(), id); err != nil || x.Proposed[schedule.SettingClock] != slow[schedule.SettingClock] {
		t.Errorf("proposed: %v, %v", x.Proposed, err)
	}
	_, err = w.Accept(t.Context(), command(id, "blue"), match.NewSettings)
	w.must(err)
	w.hours(6)
	w.left(id, 2, 20) // the news of it are not out
	w.deliver()
	w.hours(7)
	w.left(id, 2, 19)
	_, err = w.Moderator.ChangeSettings(t.Context(), judge(id, ""), map[string]string{schedule.SettingClock: "none"})
	w.must(err)
	w.deliver()
	w.hours(1000)
	if l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator); err != nil || l.Ending != nil {
		t.Errorf("ended without a clock: %+v, %v", l.Ending, err)
	}
}

func TestPause(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h remind 50 then loss")
	w.order(id, "red", "plan march")
	w.hours(2)
	_, err := w.Pause(t.Context(), command(id, "red"), time.Time{})
	w.must(err)
	w.hours(3)
	w.left(id, 2, 7)
	_, err = w.Accept(t.Context(), command(id, "blue"), match.NewSettings)
	w.must(err)
	w.deliver()
	w.hours(50)
	w.left(id, 2, 7)
	if x, err := w.Times(t.Context(), id); err != nil || !x.Paused || !x.Until.IsZero() {
		t.Errorf("%+v, %v", x, err)
	}
	_, err = w.Unpause(t.Context(), command(id, "red"))
	w.must(err)
	w.hours(60)
	w.left(id, 2, 7)
	w.deliver()
	w.hours(61)
	w.left(id, 2, 6)
	if _, err := w.Unpause(t.Context(), command(id, "red")); !errors.Is(err, referee.ErrPause) {
		t.Errorf("no pause ended: %v", err)
	}
	if _, err := w.Pause(t.Context(), command(id, "red"), w.now); !errors.Is(err, referee.ErrPause) {
		t.Errorf("a pause until now: %v", err)
	}
	_, err = w.Pause(t.Context(), command(id, "blue"), began.Add(70*time.Hour))
	w.must(err)
	_, err = w.Accept(t.Context(), command(id, "red"), match.NewSettings)
	w.must(err)
	w.deliver()
	w.hours(70.5) // it ended by itself
	w.left(id, 2, 5.5)
	w.want()
	w.hours(72)
	w.want("71 here remind test:blue")
}

func TestVacation(t *testing.T) {
	w := newWatch(t)
	w.must(w.Prefer(t.Context(), "test:blue", schedule.Preferences{Zone: "Asia/Tokyo"}))
	id := w.start("limit 3d vacation 4 then loss")
	w.order(id, "red", "plan march")
	v := func(text string) clock.Vacation {
		v, err := clock.ParseVacation(text)
		w.must(err)
		return v
	}
	for _, text := range []string{"2026-01-07..2026-01-11", "2026-01-04"} { // too long; past
		if _, err := w.Vacation(t.Context(), command(id, "blue"), v(text)); !errors.Is(err, referee.ErrVacation) {
			t.Errorf("%s: %v", text, err)
		}
	}
	stranger := command(id, "blue")
	stranger.Account = "test:stranger"
	if _, err := w.Vacation(t.Context(), stranger, v("2026-01-07")); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("another's: %v", err)
	}
	_, err := w.Vacation(t.Context(), command(id, "blue"), v("2026-01-07..2026-01-08"))
	w.must(err)
	lines, err := refereetest.Current(t.Context(), w.Referee, id).Lines("red", 0, 0)
	w.must(err)
	if text := said(t, lines); !strings.Contains(text, english("referee.told.vacation", engine.Noun("seat", "blue"), engine.Text("first", "2026-01-07"), engine.Text("last", "2026-01-08"))) {
		t.Errorf("red is told:\n%s", text)
	}
	if c := w.clock(id, 2); c.Vacation != 2 || !c.Expires.Equal(began.Add(5*24*time.Hour)) {
		t.Errorf("blue: %+v", c)
	}
	w.hours(30) // it is the 7th in Tokyo since 27
	w.left(id, 2, 72-27)
	if c := w.clock(id, 2); !c.Away.Equal(time.Date(2026, 1, 8, 15, 0, 0, 0, time.UTC)) {
		t.Errorf("away until %s", c.Away)
	}
	// The 8th was taken, and two more days are left; from now on, not from midnight.
	_, err = w.Vacation(t.Context(), command(id, "blue"), v("2026-01-08..2026-01-10"))
	w.must(err)
	w.hours(120)
	w.left(id, 2, 72-27)
	w.hours(124)
	w.left(id, 2, 72-28)
	if _, err := w.Vacation(t.Context(), command(id, "blue"), v("2026-01-20")); !errors.Is(err, referee.ErrVacation) {
		t.Errorf("a fifth day: %v", err)
	}
	if l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator); err != nil || l.Ending != nil {
		t.Errorf("%+v, %v", l.Ending, err)
	}
}

// TestPlayersCannotMuteTheirOpponent: a player chooses whether they are mentioned themselves, and nothing for others; a
// moderator chooses it for all, and not for one.
func TestPlayersCannotMuteTheirOpponent(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	for name, may := range map[string]bool{
		referee.SettingMentions: false, referee.OwnMentions(2): false, referee.OwnMentions(1): true, referee.SettingLanguage: true,
	} {
		_, err := w.ChangeSettings(t.Context(), command(id, "red"), map[string]string{name: "no"})
		if may != (err == nil) || !may && !errors.Is(err, referee.ErrAgree) {
			t.Errorf("red sets %s: %v", name, err)
		}
	}
	l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator)
	w.must(err)
	if l.Mentions(1) || !l.Mentions(2) {
		t.Errorf("mentioned: red %v, blue %v", l.Mentions(1), l.Mentions(2))
	}
}
