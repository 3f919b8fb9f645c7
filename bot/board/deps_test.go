package board

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"golang.org/x/text/language": "which language a browser asks for",
	"referee/bot/board/page":     "what pages look like",
	"referee/bot/describe":       "a position in sentences, for who cannot see the map",
	"referee/bot/limit":          "how much a visitor may ask for at once",
	"referee/bot/locale":         "words",
	"referee/bot/orders":         "what is wrong with a typed order",
	"referee/bot/referee":        "matches, and what is done to them",
	"referee/bot/sandbox":        "orders tried on a copy",
	"referee/bot/schedule":       "how clocks stand",
	"referee/bot/table":          "what can be asked at a terminal is answered here, too",
	"referee/engine":             "views and messages are in its types",
	"referee/engine/hex":         "where pieces stand",
	"referee/engine/match":       "ids of matches, offers and endings",
	"referee/engine/refusal":     "what a player is told",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
