package patience_test

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/patience"
)

// TestPatience: the contract holds for a game of one seat and without a board.
func TestPatience(t *testing.T) {
	g, err := patience.New(patience.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: engine.Seal[*patience.State](g), Strict: engine.SealStrict[*patience.State](g),
		Policy: enginetest.Bias(map[string]int{"roll": 8}), Seed: 1, Games: 10, Positions: []string{"patience 1\ntotal 17\n"},
		Events: []string{"begun", "called", "fell", "stopped"},
	})
}
