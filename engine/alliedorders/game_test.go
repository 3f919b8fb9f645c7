package alliedorders_test

import (
	"testing"

	"referee/engine"
	"referee/engine/alliedorders"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
)

// TestContract: the contract holds without an owner's data set, whose cards and units are typed.
func TestContract(t *testing.T) {
	g, err := alliedorders.New(alliedorders.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: engine.Seal[*alliedorders.State](g), Strict: engine.SealStrict[*alliedorders.State](g),
		Setups: []engine.Setup{{"day": "20"}, {"day": "22", "dice": "hand"}}, Seed: 1, Games: thorough.Or(4, 12), Samples: thorough.Or(6, 60), Nodes: 30,
		Policy: enginetest.Bias(map[string]int{"go": 8, "none": 4, "finish": 2, "correct": 2, "allied": 12, "ends": 6, "day": 4, "german": 4}),
		Typing: []string{"refuse.choice", "refuse.extra", "illegal.query"},
		Events: []string{"begun", "called", "turned", "drawn", "rolled", "answered", "acted", "finished", "passed", "corrected", "dawned", "ended"},
	})
}
