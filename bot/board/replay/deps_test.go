package replay

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/board":    "who draws, as for the board",
	"referee/bot/describe": "the map in words, and how a match came out",
	"referee/bot/locale":   "words",
	"referee/bot/referee":  "what is told of decisions",
	"referee/engine":       "views and messages",
	"referee/engine/match": "the record",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
