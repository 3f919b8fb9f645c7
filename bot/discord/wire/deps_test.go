package wire

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows neither the use cases nor the pages.
var allowed = map[string]string{
	"referee/bot/discord/drawing":  "the queue of pictures",
	"referee/bot/discord/endpoint": "interactions over HTTP",
	"referee/bot/discord/gateway":  "the connections over which interactions come",
	"referee/bot/discord/rest":     "requests, and why they are refused",
	"referee/bot/limit":            "how many interactions may come from whom",
	"referee/bot/post":             "what waits to be posted",
	"referee/bot/visible":          "texts of strangers on the wire",
	"referee/engine/match":         "ids of matches, and that there is no such match",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
