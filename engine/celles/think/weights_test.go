package think

import (
	"flag"
	"maps"
	"math"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/play"
	"referee/engine/play/duel"
	"referee/engine/play/strength"
)

var (
	ablated = flag.Int("ablate", 1, "pairs of matches of each sergeant that lacks a weight, against the one that has all")
	ablate  = flag.Uint64("ablate-seed", 1, "of their dice")
)

// TestEveryWeightCounts plays sergeants that lack one weight, and one whose weight of fights is halved, against the
// sergeant: each gives another answer somewhere. -v says what they win and lose by, for the table of
// docs/computer-player.md.
func TestEveryWeightCounts(t *testing.T) {
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
	rivals, sum, differs := duel.Rivals{Game: g, A: without, B: sergeant, Seed: *ablate}, strength.Sum{}, false
	for i := range *ablated {
		pair, err := rivals.Pair(i, func(side int, m duel.Match) (engine.Result, error) {
			m.Decided = func(d duel.Decision) error {
				if differs || d.Prompt.Seat != g.Info().Seats[side] {
					return nil
				}
				q, err := play.At("", d.Prompt.Seat).Ask(d.Before, d.Prompt.ID)
				if err != nil {
					return err
				}
				a, err := sergeant.Answer(q)
				differs = err == nil && !slices.Equal(a.Path, d.Answer.Path)
				return err
			}
			return m.Play()
		})
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(pair)
	}
	wins, losses, draws := sum.Results()
	margin, off := sum.Margin()
	if math.IsInf(off, 1) {
		off = 0
	}
	t.Logf("%s × %g: %d pairs, %d : %d, %d drawn, %+.1f ± %.1f", name, part, sum.Pairs, wins, losses, draws, margin, off)
	if !differs {
		t.Errorf("%s × %g: answers as with it", name, part)
	}
}
