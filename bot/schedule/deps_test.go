package schedule_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. Store and matches are interfaces of its own.
var allowed = map[string]string{
	"referee/bot/post":       "calls, and news of clocks, wait to be posted",
	"referee/engine":         "what players are asked is in its types",
	"referee/engine/clock":   "what clocks say",
	"referee/engine/match":   "matches, and what of them is stored",
	"referee/engine/refusal": "what a player is told",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
