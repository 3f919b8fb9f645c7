package notary_test

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/notary"
)

// TestContract: the contract holds for each title that the game comes with.
func TestContract(t *testing.T) {
	g, err := notary.New(notary.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: engine.Seal[*notary.State](g), Strict: engine.SealStrict[*notary.State](g),
		Setups: []engine.Setup{nil, {"title": "chit-pull"}, {"title": "card-driven"}, {"title": "you-go"}},
		Seed:   1, Games: thorough.Or(2, 6), Samples: thorough.Or(20, 60), Nodes: 60,
		Policy: enginetest.Bias(map[string]int{"roll": 20, "draw": 30, "play": 30, "orders": 20, "discard": 15, "return": 10, "shuffle": 10, "table": 20, "pass": 15, "track": 10, "score": 10, "open": 15}),
		Typing: []string{"refuse.choice", "refuse.extra", "refuse.text"},
	})
}
