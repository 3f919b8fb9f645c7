package match_test

import (
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

// TestHadStanding: an order counts for the questions of its seat and of the kind that
// its clause answers, which come after it.
func TestHadStanding(t *testing.T) {
	had := 0
	for seed := range uint64(40) {
		tb := newTable(t, seed)
		if tb.until(asked("loss")).Over() {
			continue
		}
		left := tb.m.Seq() + 1
		tb.take(tb.m.Stand(tb.by(tb.m.Player("blue")), "blue", match.ThisPhase, engine.Standing{
			Clause: "lose", Args: map[string][]string{"units": {"blue-a", "blue-b"}},
		}))
		m := tb.until(func(m *match.Match) bool { return m.Seq() > left })
		for _, e := range m.Log() {
			d := &e.Decision
			if d.Kind != match.KindAnswer {
				continue
			}
			want := d.Seq > left && d.Seat == "blue" && strings.HasPrefix(string(d.Prompt), "loss@")
			if got := m.HadStanding(d); got != want {
				t.Errorf("seed %d: %s answers %s in decision %d, an order was left in %d: %v", seed, d.Seat, d.Prompt, d.Seq, left, got)
			}
			if want {
				had++
			}
		}
	}
	if had == 0 {
		t.Error("nothing was answered after an order for it")
	}
}
