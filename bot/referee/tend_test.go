package referee_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// TestTend lets the timer itself find what is due, to the second.
func TestTend(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(s.Check(), s.Close()); err != nil {
			t.Error(err)
		}
	}()
	synctest.Test(t, func(t *testing.T) {
		r, err := referee.New(referee.Config{
			Games: []referee.Game{toyGame}, Store: s, Dice: dice.NewSeeded("tend"), Log: slog.New(slog.DiscardHandler),
		})
		b := &bench{t: t, Referee: r, Schedule: r.Schedule()}
		b.must(err)
		b.must(r.Schedule().Up(time.Now()))
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go r.Schedule().Tend(ctx)
		synctest.Wait() // it waits, with nothing due
		id := b.open()
		_, err = r.Conduct(judge(id, ""), map[string]string{schedule.SettingClock: "limit 1h remind 50 then loss"})
		b.must(err)
		b.order(id, "red", "plan march")
		b.must(r.Schedule().Delivered("here", id, 100, time.Now()))
		calls := func(want int) {
			t.Helper()
			synctest.Wait()
			posts, err := r.Posts("here")
			b.must(err)
			n := 0
			for _, p := range posts {
				if p.Call != nil {
					n++
				}
			}
			if n != want {
				t.Errorf("%d calls, want %d", n, want)
			}
		}
		time.Sleep(30*time.Minute - time.Second)
		calls(0)
		time.Sleep(time.Second)
		calls(1)
		time.Sleep(30*time.Minute - time.Second)
		l, err := r.Look(id, engine.Spectator)
		if b.must(err); l.Ending != nil {
			t.Error("over too early")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		l, err = r.Look(id, engine.Spectator)
		if b.must(err); l.Ending == nil || l.Ending.How != match.TimedOut {
			t.Errorf("ending: %+v", l.Ending)
		}
		calls(1)
	})
}
