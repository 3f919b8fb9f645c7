package referee_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/store"
)

// BenchmarkAnswer is one command from its coming in to its reply, the wait for
// the disk included; the picture is made later. The 99th percentile is reported
// as p99-ms.
func BenchmarkAnswer(b *testing.B) {
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "referee.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	}()
	r, err := referee.New(referee.Config{Games: []referee.Game{toyGame}, Store: s, Dice: dice.NewSeeded("bench")})
	if err != nil {
		b.Fatal(err)
	}
	open := func() referee.Command {
		reply, err := r.Open(b.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"rounds": "5"}})
		if err != nil {
			b.Fatal(err)
		}
		for _, seat := range []engine.Seat{"red", "blue"} {
			if _, err := r.Join(b.Context(), command(reply.Match, seat)); err != nil {
				b.Fatal(err)
			}
		}
		return command(reply.Match, "red")
	}
	c := open()
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		look, err := refereetest.Current(b.Context(), r, c.Match).Look(b.Context(), engine.Judge)
		if err != nil {
			b.Fatal(err)
		}
		if look.Ending != nil {
			c = open()
			b.StartTimer()
			continue
		}
		ask := look.Asks[0]
		b.StartTimer()
		start := time.Now()
		if _, err := r.Order(b.Context(), command(c.Match, ask.Seat), simplest[ask.Kind]); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	if len(took) > 0 {
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	}
}

// simplest is an order that answers each kind of question.
var simplest = map[string]string{"plan": "plan hold"}
