package command

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows no page.
var allowed = map[string]string{
	"referee/bot/board/links":     "who is let into the board in the browser",
	"referee/bot/club":            "the club of the referee, for the pages of clubs",
	"referee/bot/authority":       "what somebody may do here is told to the use cases",
	"referee/bot/discord/drawing": "how large a picture is drawn",
	"referee/bot/discord/wire":    "shapes of Discord, and paths",
	"referee/bot/limit":           "what is more than allowed",
	"referee/bot/locale":          "words",
	"referee/bot/orders":          "words that may follow, and what is wrong with others",
	"referee/bot/referee":         "the use cases",
	"referee/bot/sandbox":         "orders that are tried apart from a match",
	"referee/bot/tutor":           "courses of games",
	"referee/bot/typed":           "accents and capitals of what is typed",
	"referee/engine":              "games, questions and messages are in its types",
	"referee/engine/hex":          "a part of a map is round a hex",
	"referee/engine/league":       "ids of leagues",
	"referee/engine/match":        "ids of matches, and how they end",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
