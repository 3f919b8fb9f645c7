package celles

import (
	"testing"

	"referee/engine/celles/weights"
	"referee/engine/enginetest"
	"referee/engine/enginetest/matchtest"
)

// TestConduct does everything that people do with a record, at random: matches
// with standing orders that fire, taking back, and the judge going back.
func TestConduct(t *testing.T) {
	t.Parallel()
	total := matchtest.Count{}
	for seed := range uint64(12) {
		count, err := matchtest.Conduct(openGame(t), nil, enginetest.Bias(weights.Usual), seed, 300)
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range count {
			total[name] += n
		}
	}
	for _, name := range []string{"answer", "undo", "judge", "ask back", "grant", "stand", "revoke", "fired"} {
		if total[name] < 5 {
			t.Errorf("%s: %d times, too few to mean anything (%v)", name, total[name], total)
		}
	}
}
