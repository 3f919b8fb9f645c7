package lines_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/locale":   "words are written in three languages",
	"referee/bot/orders":   "names of places are read as at the table",
	"referee/bot/typed":    "accents and capitals do not matter, and mistyped words have near ones",
	"referee/engine/match": "how long a standing order is valid",
	"referee/engine":       "verbs, queries and messages are in its types",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
