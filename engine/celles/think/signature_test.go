package think_test

import (
	"flag"
	"testing"

	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/enginetest/playtest"
	"referee/engine/play"
)

var update = flag.Bool("update", false, "rewrite the signature")

// TestSignature: what players answer changes only on purpose. Whoever means to change it counts the
// player's version up, and rewrites the signature with -update.
func TestSignature(t *testing.T) {
	roster := append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
	playtest.Signature(t, "testdata/signature.txt", openGame(t), roster, []playtest.Signed{
		{A: "recruit", B: "recruit", Pairs: 3},
		{A: "sergeant", B: "recruit", Pairs: 3},
		{A: "sergeant", B: "sergeant", Pairs: 4},
		{A: "captain", B: "sergeant", Pairs: 1, Decisions: 60},
	}, *update)
}
