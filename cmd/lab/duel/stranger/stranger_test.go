package stranger

import (
	"testing"

	"referee/engine/celles"
	"referee/engine/celles/weights"
	"referee/engine/play"
	"referee/engine/play/duel"
)

// TestItPlays: from either side it plays a match to its end by legal answers, the same when it is asked again, and beats
// the recruit.
func TestItPlays(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	rivals := duel.Rivals{Game: g, A: Player(), B: play.Recruit(weights.Solo()), Seed: 1}
	for side, seat := range g.Info().Seats {
		result, answers, err := rivals.Match(0, side).Checked()
		if err != nil || answers == 0 || result.Winner != seat {
			t.Errorf("as %s: %+v after %d answers, %v", seat, result, answers, err)
		}
	}
}
