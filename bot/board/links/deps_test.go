package links

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/board":      "who a browser is",
	"referee/bot/locale":     "words",
	"referee/bot/referee":    "who holds a seat, and what is a refusal",
	"referee/engine":         "seats, and messages",
	"referee/engine/league":  "ids of leagues",
	"referee/engine/match":   "ids of matches",
	"referee/engine/refusal": "what somebody is told who is not let in",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
