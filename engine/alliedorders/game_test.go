package alliedorders_test

import (
	"io/fs"
	"testing"

	"referee/engine"
	"referee/engine/alliedorders"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
)

// TestContract: the contract holds without an owner's data set, whose cards and units are typed, and with one, from which a
// server draws.
func TestContract(t *testing.T) {
	for name, of := range map[string]struct {
		data   fs.FS
		setups []engine.Setup
	}{
		"template": {alliedorders.Files(), []engine.Setup{{"day": "20"}, {"day": "22", "dice": "hand"}}},
		"box":      {box, []engine.Setup{{"day": "18", "deck": "server"}, {"day": "31", "deck": "server", "dice": "hand"}}},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := alliedorders.New(of.data, 1)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, enginetest.Suite{
				Game: engine.Seal[*alliedorders.State](g), Strict: engine.SealStrict[*alliedorders.State](g), Setups: of.setups,
				Seed: 1, Games: thorough.Or(2, 6), Samples: thorough.Or(6, 30), Nodes: 30,
				Policy: enginetest.Bias(map[string]int{"go": 8, "none": 4, "finish": 2, "correct": 2, "allied": 12, "ends": 6, "day": 4, "german": 4}),
				Typing: []string{"refuse.choice", "refuse.extra", "illegal.query"},
				Events: []string{"begun", "called", "turned", "drawn", "rolled", "answered", "acted", "finished", "passed", "corrected", "dawned", "ended"},
			})
		})
	}
}
