package referee_test

import (
	"errors"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// TestAnAwaitedRollIsNotMadeWhileAMatchStands restores a match whose roll waits for a
// round of the beacon: it is made when the round has come and both players have agreed
// to go on, by the process that heard them or by the next.
func TestAnAwaitedRollIsNotMadeWhileAMatchStands(t *testing.T) {
	for name, restarts := range map[string]bool{"the same process": false, "the next process": true} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.dice = dice.NewServer([32]byte{5}).WithBeacon(slow{t}, 10*time.Second)
			now := time.Unix(1_700_000_000, 0)
			b.now = func() time.Time { return now }
			b.restart()
			id := b.open()
			b.order(id, "red", "plan march")
			b.order(id, "blue", "plan march")
			rolls := func(want int) {
				t.Helper()
				b.must(errors.Join(b.Up(b.t.Context(), now), b.RunDue(b.t.Context(), now)))
				list := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Judge).Rolls()
				if len(list) != want {
					t.Errorf("%d rolls, want %d", len(list), want)
				}
			}
			b.must(b.Suspend(b.t.Context(), id))
			b.restart()
			stood := b.head(id)
			for range 3 { // the round comes in the first
				now = now.Add(time.Hour)
				rolls(0)
				if r, err := b.MakeRoll(b.t.Context(), id); err == nil && r.To != r.From {
					t.Errorf("resumed while it stands: %+v", r)
				}
			}
			if got := b.head(id); got != stood {
				t.Errorf("something was decided while it stood")
			}
			_, err := b.Resume(b.t.Context(), command(id, "red"), "")
			b.must(err)
			now = now.Add(time.Hour)
			rolls(0)
			_, err = b.Resume(b.t.Context(), command(id, "blue"), "")
			b.must(err)
			if restarts {
				b.restart()
			}
			now = now.Add(time.Minute)
			rolls(1)
			if _, err := b.Resume(b.t.Context(), command(id, "red"), ""); !errors.Is(err, match.ErrNotOnHold) || referee.Explain(err).Key == "" {
				t.Errorf("agreed once more: %v", err)
			}
		})
	}
}

// TestRestoredMatchSkipsErasedPlayers: a match goes on after a backup when all have agreed of
// whom somebody is known.
func TestRestoredMatchSkipsErasedPlayers(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.must(b.Suspend(b.t.Context(), id))
	b.must(b.Erase(b.t.Context(), "test:blue"))
	_, err := b.Resume(b.t.Context(), command(id, "red"), "")
	b.must(err)
	s, err := b.Snapshot(b.t.Context(), id)
	b.must(err)
	if _, waits := s.Match().Restored(); waits {
		t.Error("it waits for somebody of whom nothing is known")
	}
}
