package referee_test

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/engine/match"
)

// recordingObserver writes down what an observer hears.
type recordingObserver struct{ said []string }

func (c *recordingObserver) Decided(game string, kind match.Kind, person bool) {
	c.said = append(c.said, fmt.Sprintf("%s %s %t", game, kind, person))
}

func (c *recordingObserver) Refused(game, rule string) {
	c.said = append(c.said, fmt.Sprintf("%s refuses by %q", game, rule))
}

// TestDecisionsAndRefusalsAreObserved: each once, those of the referee apart, and neither what
// is only looked at nor what is repeated.
func TestDecisionsAndRefusalsAreObserved(t *testing.T) {
	b, c := newBench(t), &recordingObserver{}
	b.work(referee.Config{
		Games: []referee.Game{toyGame}, Store: b.store, Dice: b.dice, Now: func() time.Time { return time.UnixMilli(1_000_000) },
		Log: slog.New(slog.DiscardHandler), Observer: c,
	})
	id := b.open()
	want := []string{"toy open false", "toy join true", "toy join true"}
	heard := func(more ...string) {
		t.Helper()
		want = append(want, more...)
		if !slices.Equal(c.said, want) {
			t.Fatalf("heard %q, want %q", c.said, want)
		}
	}
	heard()
	if _, err := b.Order(b.t.Context(), command(id, "red"), "plan nonsense"); err == nil {
		t.Error("nonsense is a plan")
	}
	heard(`toy refuses by ""`)
	stranger := command(id, "red")
	stranger.Account = "test:stranger"
	if _, err := b.Order(b.t.Context(), stranger, "plan march"); err == nil {
		t.Error("a stranger plans")
	}
	heard(`toy refuses by ""`)
	key := command(id, "red")
	key.Key = "once"
	for range 2 {
		_, err := b.Order(b.t.Context(), key, "plan march")
		b.must(err)
	}
	heard("toy answer true")
}
