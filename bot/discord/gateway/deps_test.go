package gateway

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows nothing of the bot.
var allowed = map[string]string{
	"referee/bot/discord/rest":     "waits that end with their context",
	"github.com/gorilla/websocket": "the websocket",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
