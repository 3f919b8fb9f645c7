package delivery_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/mail/incoming": "reports of mails that came back",
	"referee/bot/mail/kept":     "what waits",
	"referee/bot/mail/outgoing": "mails as data, and when one is tried again",
	"referee/bot/post":          "the place at which somebody is told by mail",
	"referee/bot/referee":       "what is refused",
	"referee/bot/schedule":      "clocks stand until a mail has come",
	"referee/engine/match":      "ids of matches",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
