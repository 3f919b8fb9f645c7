package playtest

import (
	"errors"
	"math"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/play"
	"referee/engine/play/duel"
	"referee/engine/play/strength"
)

// errDiffers ends a match that has shown what it is for.
var errDiffers = errors.New("playtest: another answer is given")

// Differs plays pairs of matches of A, a player that lacks something, against B, who has it: A has to give another answer
// somewhere. What they win and lose by is logged, under what A lacks. Of no pairs one is played, until A does so.
func Differs(t *testing.T, r duel.Rivals, lacks string, pairs int) {
	t.Helper()
	sum, differs := strength.Sum{}, false
	for i := range max(1, pairs) {
		pair, err := r.Pair(i, func(side int, m duel.Match) (engine.Result, error) {
			m.Decided = func(d duel.Decision) error {
				if differs || d.Prompt.Seat != r.Game.Info().Seats[side] {
					return nil
				}
				q, err := play.At("", d.Prompt.Seat).Ask(d.Before, d.Prompt.ID)
				if err != nil {
					return err
				}
				a, err := r.B.Answer(q)
				if differs = err == nil && !slices.Equal(a.Path, d.Answer.Path); differs && pairs == 0 {
					return errDiffers
				}
				return err
			}
			return m.Play()
		})
		if errors.Is(err, errDiffers) {
			return
		}
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
	t.Logf("%s: %d pairs, %d : %d, %d drawn, %+.1f ± %.1f", lacks, sum.Pairs, wins, losses, draws, margin, off)
	if !differs {
		t.Errorf("%s: answers as with it", lacks)
	}
}
