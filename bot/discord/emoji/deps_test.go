package emoji

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its
// reason. It knows neither matches nor how pictures are drawn.
var allowed = map[string]string{
	"referee/bot/discord/rest": "requests, and why they are refused",
	"referee/bot/discord/wire": "the shape of an emoji on a component",
	"referee/engine":           "games and their counters",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
