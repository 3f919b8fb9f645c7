package clubs

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/board/links":     "addresses at which the page of a league is shown",
	"referee/bot/club":            "leagues and judges",
	"referee/bot/authority":       "what somebody may do here is told to the use cases",
	"referee/bot/discord/command": "what a command is, and what its handler works with",
	"referee/bot/discord/matches": "matches are shown beside what is decided about them",
	"referee/bot/discord/wire":    "shapes of Discord, and paths",
	"referee/bot/locale":          "words",
	"referee/bot/post":            "what waits to be posted",
	"referee/bot/referee":         "the use cases",
	"referee/bot/schedule":        "how clocks stand, who is waited for, what people prefer",
	"referee/engine":              "games, questions and messages are in its types",
	"referee/engine/league":       "ids and decisions of leagues are in its types",
	"referee/engine/match":        "ids of matches, and how they end",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
