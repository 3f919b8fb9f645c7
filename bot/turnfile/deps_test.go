package turnfile_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/referee":    "matches, and what is done to them",
	"referee/engine":         "positions, questions and messages are in its types",
	"referee/engine/chain":   "heads, and how records are written as JSON",
	"referee/engine/dice":    "the signature of a match's key",
	"referee/engine/match":   "positions without secrets, and refusals",
	"referee/engine/refusal": "what a player is told",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
