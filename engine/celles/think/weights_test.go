package think

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"referee/engine/celles"
	"referee/engine/enginetest/playtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/play/duel"
)

var (
	ablated = flag.Int("ablate", 0, "pairs of matches of each sergeant that lacks a weight (0: one, until it answers otherwise)")
	ablate  = flag.Uint64("ablate-seed", 1, "of their dice")
)

// TestEveryWeightCounts plays sergeants that lack one weight, and one whose weight of fights is halved, against the
// sergeant: each gives another answer somewhere. -v says what they win and lose by, for the table of
// docs/notes/bench.md.
func TestEveryWeightCounts(t *testing.T) {
	thorough.Slow(t)
	for _, name := range slices.Sorted(maps.Keys(built().named())) {
		t.Run(name, func(t *testing.T) { ablation(t, name, 0) })
	}
	t.Run("half-fight", func(t *testing.T) { ablation(t, termIDs[termFight], 0.5) })
}

// ablation plays a sergeant with a part of one weight against the sergeant.
func ablation(t *testing.T, name string, part float64) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	less := built()
	*less.named()[name] *= part
	without, _ := by(less).Find("sergeant")
	sergeant, _ := Players().Find("sergeant")
	rivals := duel.Rivals{Game: g, A: without, B: sergeant, Seed: *ablate}
	playtest.Differs(t, rivals, fmt.Sprintf("%s × %g", name, part), *ablated)
}
