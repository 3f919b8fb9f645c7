package mail_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/board/links":   "links to the board in the browser",
	"referee/bot/club":          "leagues and judges",
	"referee/bot/describe":      "the map in words, and the alternative text of pictures",
	"referee/bot/locale":        "what is said, in three languages",
	"referee/bot/mail/clubs":    "what is written about leagues and to judges",
	"referee/bot/mail/delivery": "mails wait and are sent",
	"referee/bot/mail/incoming": "mails as they were read",
	"referee/bot/mail/kept":     "what is remembered",
	"referee/bot/mail/lines":    "which lines are orders",
	"referee/bot/mail/outgoing": "mails as data",
	"referee/bot/orders":        "why an order cannot be read",
	"referee/bot/part":          "which part of a map is shown",
	"referee/bot/post":          "what waits in the outbox",
	"referee/bot/referee":       "matches",
	"referee/bot/sandbox":       "what is tried is tried on a copy",
	"referee/bot/schedule":      "nights, reminders and clocks",
	"referee/bot/table":         "questions are answered as at the table",
	"referee/bot/typed":         "accents and capitals of a side's name",
	"referee/bot/turnfile":      "turn files, and the sealed replies to them",
	"referee/bot/visible":       "how somebody calls themselves is shown to others",
	"referee/engine":            "messages and seats are in its types",
	"referee/engine/clock":      "vacations are read",
	"referee/engine/hex":        "a part of a map is round some hexes",
	"referee/engine/league":     "ids of leagues",
	"referee/engine/match":      "ids of matches, offers",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
