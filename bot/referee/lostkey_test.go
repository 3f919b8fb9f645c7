package referee_test

import (
	"errors"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// TestALostKeyLosesNoMatch: once it is said that a key is lost, no clock runs, the
// players are told, neither can change that, and with the key the match goes on as
// if nothing had been.
func TestALostKeyLosesNoMatch(t *testing.T) {
	w := newWatch(t)
	with := func(key byte) {
		w.dice = dice.NewServer([32]byte{key})
		w.crash(t.Context(), 0)
	}
	with(5)
	id := w.start("limit 24h then loss")
	w.order(id, "red", "plan march")
	w.deliver()
	with(6)
	if _, err := w.Order(t.Context(), command(id, "blue"), "plan march"); !errors.Is(err, match.ErrKey) {
		t.Fatalf("a roll without its key: %v", err)
	}
	w.must(w.LoseKey(t.Context(), id))
	lost := w.head(id)
	w.must(w.LoseKey(t.Context(), id))
	if w.head(id) != lost {
		t.Error("said twice")
	}
	told := func(key string) {
		t.Helper()
		l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator)
		w.must(err)
		lines, err := refereetest.Current(t.Context(), w.Referee, id).Lines(engine.Spectator, l.Seq-1, l.Seq)
		if w.must(err); len(lines) != 1 || lines[0].Said.Key != key {
			t.Errorf("told: %+v", lines)
		}
		posts, err := w.Outbox.Posts(t.Context(), "here")
		if w.must(err); len(posts) == 0 {
			t.Error("no posts")
		} else if _, seq := posts[len(posts)-1].Match(); seq != l.Seq {
			t.Errorf("posts: %+v", posts)
		}
		w.deliver()
	}
	told("referee.told.key-lost")

	for name, err := range map[string]error{
		"the setting":        second(w.ChangeSettings(t.Context(), command(id, "blue"), map[string]string{schedule.SettingKey: ""})),
		"a proposal":         second(w.ProposeSettings(t.Context(), command(id, "blue"), map[string]string{schedule.SettingKey: ""})),
		"the like anew":      second(w.ProposeSettings(t.Context(), command(id, "blue"), map[string]string{schedule.SettingKey: schedule.KeyLost})),
		"the end of a pause": second(w.Unpause(t.Context(), command(id, "blue"))),
	} {
		if !errors.Is(err, referee.ErrAgree) && !errors.Is(err, referee.ErrPause) {
			t.Errorf("%s, by a player: %v", name, err)
		}
	}
	w.now = w.now.Add(30 * 24 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	times, err := w.Times(t.Context(), id)
	if w.must(err); !times.Paused || !times.KeyLost {
		t.Errorf("times: %+v", times)
	}
	if l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator); err != nil || l.Ending != nil {
		t.Fatalf("it ended while no roll could be made: %+v, %v", l.Ending, err)
	}

	with(5)
	w.must(w.RegainKey(t.Context(), id))
	told("referee.told.key-back")
	w.order(id, "blue", "plan march")
	if r, err := refereetest.Current(t.Context(), w.Referee, id).Dice.Verify(); err != nil || r.Proven != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	w.deliver()
	w.now = w.now.Add(25 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	if l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), engine.Spectator); err != nil || l.Ending == nil {
		t.Errorf("no clock runs now: %v", err)
	}
}

func second[A any](_ A, err error) error { return err }

// TestAnAwaitedRollWaitsForItsKey loses the key between an order and the round of the
// beacon that it waits for: the roll stays due, an error stops nothing else, and with
// the key it is made by the round that it would have been made by.
func TestAnAwaitedRollWaitsForItsKey(t *testing.T) {
	b := newBench(t)
	with := func(key byte) {
		b.dice = dice.NewServer([32]byte{key}).WithBeacon(slow{t}, 10*time.Second)
		b.restart()
	}
	now := time.Unix(1_700_000_000, 0)
	b.now = func() time.Time { return now }
	with(5)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan march")
	with(6)
	now = now.Add(time.Minute)
	b.must(errors.Join(b.Up(b.t.Context(), now), b.RunDue(b.t.Context(), now)))
	due, err := b.store.Due(b.t.Context(), now.Add(2*time.Hour).UnixMilli())
	b.must(err)
	if len(due) != 1 || due[0].Name != "roll" || due[0].At != now.Add(time.Hour).UnixMilli() {
		t.Errorf("due: %+v", due)
	}
	b.must(b.LoseKey(b.t.Context(), id))
	if _, err := b.Resign(b.t.Context(), command(id, "red")); err != nil {
		t.Errorf("to resign: %v", err)
	}
	_, err = b.Moderator.TakeBack(b.t.Context(), judge(id, ""), b.seq(id)-1)
	if !errors.Is(err, match.ErrKey) {
		t.Errorf("taken up again without its key: %v", err)
	}
	with(5)
	_, err = b.Moderator.TakeBack(b.t.Context(), judge(id, ""), b.seq(id)-2)
	b.must(err)
	b.must(b.RegainKey(b.t.Context(), id))
	now = now.Add(time.Hour)
	b.must(errors.Join(b.Up(b.t.Context(), now), b.RunDue(b.t.Context(), now)))
	rolls := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Judge).Rolls()
	if len(rolls) != 1 || rolls[0].Rolled.Pulse == nil {
		t.Errorf("rolls: %+v", rolls)
	}
}

func (b *bench) seq(id match.ID) int {
	b.t.Helper()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	return l.Seq
}
