package referee_test

import (
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
)

// TestSpansOfAMatch: the last phase ends where the one under way begins, the last
// round holds it, and what a seat has done reaches to what came of it.
func TestSpansOfAMatch(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	planned, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	from, to, err := referee.SpanPhase.Last(refereetest.Current(b.t.Context(), b.Referee, id).Match())
	if err != nil {
		t.Fatal(err)
	}
	if from != 0 || to != planned.Seq {
		t.Errorf("while red marches the last phase is %d to %d, not 0 to %d", from, to, planned.Seq)
	}
	b.order(id, "red", "march red-a 0201")
	now, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	if _, to, err := referee.SpanTurn.Last(refereetest.Current(b.t.Context(), b.Referee, id).Match()); err != nil || to > now.Seq || to < planned.Seq {
		t.Errorf("the last round ends with %d of %d: %v", to, now.Seq, err)
	}
	for seat, want := range map[engine.Seat]int{"red": now.Seq, "blue": planned.Seq} {
		if got := referee.LastDecision(refereetest.Current(b.t.Context(), b.Referee, id).Match(), []engine.Seat{seat}); got != want {
			t.Errorf("%s acted last by decision %d, not %d", seat, got, want)
		}
	}
	if got := referee.LastDecision(refereetest.Current(b.t.Context(), b.Referee, id).Match(), nil); got != 0 {
		t.Errorf("nobody acted last by decision %d", got)
	}
}
