package celles

import (
	"flag"
	"testing"

	"referee/engine"
	"referee/engine/celles/weights"
	"referee/engine/enginetest"
)

var (
	games  = flag.Int("games", 8, "how many matches TestRandomMatches plays")
	looks  = flag.Int("looks", 10, "at how many positions a costly property looks, other ones for each, out of two thousand")
	update = flag.Bool("update", false, "write what is found into the files of testdata")
	long   = flag.Bool("long", false, "count perft lines marked long, too, play more attacks out, and fold more forged records")
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
var bias = enginetest.Bias(weights.Usual)

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

// typing are the keys of what is refused as a matter of typing.
var typing = []string{"illegal.more", "illegal.query", "illegal.untimely.go"}

func TestConformance(t *testing.T) {
	game, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.Run(t, enginetest.Suite{
		Game: game, Strict: strict(t), Policy: bias, Seed: 7, Samples: *looks, Typing: typing,
		Setups: []engine.Setup{nil, {optionVariable: "yes", optionBid: "german-6"}},
	})
}
