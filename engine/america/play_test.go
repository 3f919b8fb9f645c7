package america

import (
	"flag"
	"testing"

	"referee/engine"
	"referee/engine/america/weights"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
)

var (
	games     = flag.Int("games", 2, "how many matches TestRandomMatches plays of each scenario")
	looks     = flag.Int("looks", 6, "at how many positions a costly property looks")
	forgeries = flag.Int("forgeries", 4000, "how many forged records TestForgedRecordsFold folds")
)

// bias makes random players fight.
var bias = enginetest.Bias(weights.Usual)

// strict opens the game with Check after every event.
func strict(t testing.TB) engine.Game {
	t.Helper()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return engine.SealStrict(g)
}

func TestRandomMatches(t *testing.T) {
	thorough.Slow(t)
	g := strict(t)
	for _, id := range []string{"breakthrough", "plan", "wacht"} {
		t.Run(id, func(t *testing.T) {
			var total enginetest.Stats
			for seed := range uint64(*games) {
				stats, err := enginetest.Play(g, engine.Setup{"scenario": id}, seed, bias, enginetest.Hooks{})
				if err != nil {
					t.Fatal(err)
				}
				total.Add(stats)
			}
			t.Logf("%+v", total)
		})
	}
}

// typing are the keys of what is refused as a matter of typing.
var typing = []string{"illegal.more", "illegal.query"}

func TestConformance(t *testing.T) { conforms(t, nil) }

// TestConformanceInLongScenarios is by itself as the race detector, which wants goroutines and not turns, leaves it out.
func TestConformanceInLongScenarios(t *testing.T) {
	thorough.Only(t)
	conforms(t,
		engine.Setup{"scenario": "plan", "bid": "german-2", "recon": "on"},
		engine.Setup{"scenario": "wacht", "reserves": "okw", "mech_overrun": "6mp"},
	)
}

// conforms checks the contract in matches of some set-ups.
func conforms(t *testing.T, setups ...engine.Setup) {
	t.Helper()
	game, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: game, Strict: strict(t), Policy: bias, Seed: 7, Samples: *looks, Games: 1, Typing: typing, Setups: setups,
	})
}
