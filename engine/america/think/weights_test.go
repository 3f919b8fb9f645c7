package think

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/america"
	"referee/engine/enginetest/playtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/play/duel"
)

var (
	ablated = flag.Int("ablate", 0, "pairs of matches of each sergeant that lacks a weight (0: one, until it answers otherwise)")
	ablate  = flag.Uint64("ablate-seed", 1, "of their dice")
)

// only are the scenarios that weights are for, where that is not the short one.
var only = map[string]string{"peril": "wacht", "kill": "plan", "spare": "wacht", "wall": "plan"}

// TestEveryWeightCounts plays sergeants that lack one weight against the sergeant: each gives another answer somewhere. -v says
// what they win and lose by, for the table of docs/notes/bench.md.
func TestEveryWeightCounts(t *testing.T) {
	thorough.Only(t)
	g, err := america.Open(america.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(built().named())) {
		t.Run(name, func(t *testing.T) {
			less := built()
			*less.named()[name] = 0
			without, _ := by(less).Find("sergeant")
			sergeant, _ := Players().Find("sergeant")
			r := duel.Rivals{Game: g, A: without, B: sergeant, Seed: *ablate}
			if id := only[name]; id != "" {
				r.Setup = engine.Setup{"scenario": id}
			}
			playtest.Differs(t, r, name, *ablated)
		})
	}
}
