package schedule_test

import (
	"context"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine/match"
)

// TestTend lets the timer itself find what is due, to the second.
func TestTend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "referee.db")
	synctest.Test(t, func(t *testing.T) {
		b := &bench{t: t, file: file}
		b.begin(referee.Config{})
		defer b.end()
		b.must(b.Up(b.t.Context(), time.Now()))
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go b.Tend(ctx)
		synctest.Wait() // it waits, with nothing due
		id := b.open("limit 1h remind 50 then loss")
		b.order(id, "red", "plan march")
		b.must(b.Delivered(ctx, "here", id, 100, time.Now()))
		calls := func(want int) {
			t.Helper()
			synctest.Wait()
			posts, err := b.play.Outbox.Posts(ctx, "here")
			b.must(err)
			n := 0
			for _, p := range posts {
				if _, ok := p.What.(post.Call); ok {
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
		if b.look(id).Ending != nil {
			t.Error("over too early")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if end := b.look(id).Ending; end == nil || end.How != match.TimedOut {
			t.Errorf("ending: %+v", end)
		}
		calls(1)
	})
}
