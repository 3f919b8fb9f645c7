package match_test

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest/matchtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
)

// TestConduct does everything that people do with a record, at random, and wants
// each thing done often enough to be tested.
func TestConduct(t *testing.T) {
	thorough.Slow(t)
	total := matchtest.Count{}
	for seed := range uint64(40) {
		count, err := matchtest.Conduct(toy.Strict(), engine.Setup{"rounds": "5"}, nil, seed, 120)
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range count {
			total[name] += n
		}
	}
	for _, name := range []string{"answer", "undo", "judge", "ask back", "grant", "stand", "revoke", "fired", "substitute", "restore", "adopt"} {
		if total[name] < 20 {
			t.Errorf("%s: %d times, too few to mean anything (%v)", name, total[name], total)
		}
	}
}
