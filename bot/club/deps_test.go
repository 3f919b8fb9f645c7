package club_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. The store is an interface of its own.
var allowed = map[string]string{
	"referee/bot/authority":  "who may do what",
	"referee/bot/post":       "what leagues and judges have posted",
	"referee/bot/referee":    "the matches of leagues",
	"referee/bot/schedule":   "when time alone lets something begin, and when players are awake",
	"referee/engine":         "games and messages are in its types",
	"referee/engine/clock":   "the nights of players, and times that ran out",
	"referee/engine/league":  "leagues, and what of them is stored",
	"referee/engine/luck":    "what dice brought, against what was to be expected",
	"referee/engine/chain":   "heads of leagues and matches",
	"referee/engine/match":   "records of matches, which results and cases are read from",
	"referee/engine/refusal": "what a player is told",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
