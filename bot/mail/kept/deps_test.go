package kept_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/club":          "who asks to be entered into a league",
	"referee/bot/mail/incoming": "the sealed reply of a mail that waits for a code",
	"referee/bot/mail/outgoing": "mails that wait to be sent",
	"referee/engine":            "seats, and questions of a match",
	"referee/engine/league":     "ids of leagues",
	"referee/engine/match":      "ids of matches",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
