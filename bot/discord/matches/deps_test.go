package matches

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows
// neither leagues nor judges.
var allowed = map[string]string{
	"referee/bot/authority":       "what somebody may do here is told to the use cases",
	"referee/bot/board/links":     "links to the board in the browser",
	"referee/bot/describe":        "what stands for a picture",
	"referee/bot/discord/command": "what a command is, and what its handler works with",
	"referee/bot/discord/drawing": "how large a picture is drawn",
	"referee/bot/discord/wire":    "shapes of Discord, and paths",
	"referee/bot/locale":          "words",
	"referee/bot/turnfile":        "turn files, and the sealed replies to them",
	"referee/bot/orders":          "words that may follow, and what is wrong with others",
	"referee/bot/part":            "which part of a map is shown",
	"referee/bot/post":            "what waits to be posted",
	"referee/bot/referee":         "the use cases",
	"referee/bot/sandbox":         "orders that are tried apart from a match",
	"referee/bot/tutor":           "courses of games",
	"referee/bot/schedule":        "how clocks stand, who is waited for, what people prefer",
	"referee/bot/typed":           "words are proposed without their accents, too",
	"referee/engine":              "games, questions and messages are in its types",
	"referee/engine/clock":        "settings of clocks and vacations are read and shown",
	"referee/engine/hex":          "a part of a map is round a hex",
	"referee/engine/match":        "ids of matches, and how they end",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
