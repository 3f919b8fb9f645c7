package hands_test

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/hands"
)

// TestHands: the contract holds for a game with hands that only their owners see.
func TestHands(t *testing.T) {
	g, err := hands.Open(hands.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: g, Strict: hands.Strict(), Seed: 1, Games: 4, Samples: 40, Setups: []engine.Setup{nil, {"show": "off"}},
		Events: []string{"begun", "drawn", "taken", "turned", "played", "burying", "buried", "ended"},
	})
}
