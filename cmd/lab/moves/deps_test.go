package moves

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and why.
var allowed = map[string]string{
	"referee/bot/discord/discordtest": "the messages that people are shown",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
