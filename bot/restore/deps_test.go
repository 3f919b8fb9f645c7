package restore_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/club":      "leagues are made to stand",
	"referee/bot/referee":   "matches are made to stand",
	"referee/engine/league": "logs are compared",
	"referee/engine/match":  "records are compared",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
