package clubs_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/authority":  "a judge who was named acts as one",
	"referee/bot/club":       "leagues and judges",
	"referee/bot/locale":     "how words are written in the language of who reads",
	"referee/bot/mail/lines": "what was written",
	"referee/bot/referee":    "why something is refused, and matches",
	"referee/bot/typed":      "names are compared without accents",
	"referee/engine":         "messages and seats are in its types",
	"referee/engine/league":  "leagues",
	"referee/engine/match":   "what judges rule",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
