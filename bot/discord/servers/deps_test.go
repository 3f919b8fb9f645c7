package servers

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/discord/command": "what a command is, and what its handler works with",
	"referee/bot/discord/matches": "time zones are proposed as for a person",
	"referee/bot/discord/wire":    "shapes of Discord, and paths",
	"referee/bot/locale":          "the language of a server's owner",
	"referee/bot/post":            "what waits to be posted",
	"referee/engine":              "messages are in its types",
	"referee/engine/match":        "what is put into the outbox",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
