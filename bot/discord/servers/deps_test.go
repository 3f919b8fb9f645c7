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
	"referee/engine":              "messages are in its types",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
