package wire

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows neither the use cases nor the pages.
var allowed = map[string]string{
	"github.com/bwmarrin/discordgo": "gateway, transport and rate limits; in session.go and rest.go alone",
	"github.com/gorilla/websocket":  "discordgo wants its dialler; in session.go alone",
	"referee/bot/post":              "what waits to be posted",
	"referee/bot/visible":           "texts of strangers on the wire",
	"referee/engine/match":          "ids of matches, and that there is no such match",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
	imports.Only(t, ".", map[string]string{
		"github.com/bwmarrin/discordgo": "session.go rest.go",
		"github.com/gorilla/websocket":  "session.go",
	})
}
