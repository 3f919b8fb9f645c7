package referee_test

import (
	"testing"

	"referee/bot/referee"
	"referee/engine"
)

// TestSpansOfAMatch: the last phase ends where the one under way begins, the last
// round holds it, and what a seat has done reaches to what came of it.
func TestSpansOfAMatch(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	planned, err := b.Look(b.t.Context(), id, engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := b.LastSpan(b.t.Context(), id, referee.SpanPhase)
	if err != nil {
		t.Fatal(err)
	}
	if from != 0 || to != planned.Seq {
		t.Errorf("while red marches the last phase is %d to %d, not 0 to %d", from, to, planned.Seq)
	}
	b.order(id, "red", "march red-a 0201")
	now, err := b.Look(b.t.Context(), id, engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	if _, to, err := b.LastSpan(b.t.Context(), id, referee.SpanTurn); err != nil || to > now.Seq || to < planned.Seq {
		t.Errorf("the last round ends with %d of %d: %v", to, now.Seq, err)
	}
	for seat, want := range map[engine.Seat]int{"red": now.Seq, "blue": planned.Seq} {
		if got, err := b.Acted(b.t.Context(), id, []engine.Seat{seat}); err != nil || got != want {
			t.Errorf("%s acted last by decision %d, not %d: %v", seat, got, want, err)
		}
	}
	if got, err := b.Acted(b.t.Context(), id, nil); err != nil || got != 0 {
		t.Errorf("nobody acted last by decision %d: %v", got, err)
	}
	if _, _, err := b.LastSpan(b.t.Context(), "nosuch", referee.SpanPhase); err == nil {
		t.Error("a match that is not there has a phase")
	}
	if _, err := b.Acted(b.t.Context(), "nosuch", nil); err == nil {
		t.Error("in a match that is not there somebody acted")
	}
}
