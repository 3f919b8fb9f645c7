package page

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/club":      "a league as everybody may see it",
	"referee/bot/describe":  "what stands for a picture",
	"referee/bot/locale":    "words",
	"referee/bot/referee":   "a league as everybody may see it",
	"referee/bot/visible":   "texts of strangers on a page",
	"referee/engine":        "messages and the game's own words",
	"referee/engine/league": "standings, cross tables, ratings",
	"referee/engine/luck":   "what the dice brought",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
