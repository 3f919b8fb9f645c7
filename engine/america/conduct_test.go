package america

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest/matchtest"
	"referee/engine/enginetest/thorough"
)

// TestConduct does everything that people do with a record, at random: matches
// with standing orders that fire, taking back, and the judge going back.
func TestConduct(t *testing.T) {
	t.Parallel()
	game, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	total := matchtest.Count{}
	for seed := range uint64(thorough.Or(3, 6)) {
		set := engine.Setup{"scenario": []string{"breakthrough", "plan", "wacht"}[seed%3]}
		count, err := matchtest.Conduct(game, set, bias, seed, 300)
		if err != nil {
			t.Fatal(err)
		}
		for name, n := range count {
			total[name] += n
		}
	}
	for _, name := range []string{"answer", "undo", "judge", "ask back", "grant", "stand", "revoke"} {
		if total[name] < 5 {
			t.Errorf("%s: %d times, too few to mean anything (%v)", name, total[name], total)
		}
	}
}
