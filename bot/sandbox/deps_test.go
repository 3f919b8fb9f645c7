package sandbox_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/orders":     "typed orders, read and completed",
	"referee/bot/referee":    "copies of matches, and what is said of them",
	"referee/engine":         "positions, questions and messages are in its types",
	"referee/engine/match":   "ids of matches, and questions without a choice",
	"referee/engine/refusal": "what a player is told",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
