package celles

import (
	"flag"
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
)

var (
	games  = flag.Int("games", 20, "how many matches TestRandomMatches plays")
	update = flag.Bool("update", false, "write what is found into the files of testdata")
	long   = flag.Bool("long", false, "count perft lines marked long, too, and play more attacks out")
)

// strict opens the game with Check after every event.
func strict(t testing.TB) engine.Game {
	t.Helper()
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return engine.SealStrict(g)
}

// bias makes random players fight.
var bias = enginetest.Bias(Fight)

func TestRandomMatches(t *testing.T) {
	g := strict(t)
	var total enginetest.Stats
	for seed := range uint64(*games) {
		stats, err := enginetest.Play(g, nil, seed, bias, enginetest.Hooks{})
		if err != nil {
			t.Fatal(err)
		}
		total.Add(stats)
	}
	t.Logf("%+v", total)
}

// looks is how many positions a costly property looks at. They are other ones for
// each property, out of two thousand.
const looks = 60

func TestConformance(t *testing.T) {
	game, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: game, Strict: strict(t), Policy: bias, Seed: 7, Samples: looks,
		Setups: []engine.Setup{nil, {optionVariable: "yes", optionBid: "german-6"}},
	})
}
