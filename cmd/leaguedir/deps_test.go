package leaguedir

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/bot/files":     "files of strangers",
	"referee/bot/club":      "leagues are written and verified",
	"referee/cmd/cli":       "files are written in one go",
	"referee/engine/league": "which league",
	"referee/engine/match":  "how its matches are verified",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
