package rest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows nothing of the bot.
var allowed = map[string]string{
	"github.com/bwmarrin/discordgo": "requests and multipart bodies",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
