package balance

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":       "the command",
	"referee/cmd/cli":              "exit codes, complaints",
	"referee/cmd/config":           "the configuration",
	"referee/cmd/games":            "the games and who plays them",
	"referee/cmd/lab/duel":         "many matches at a time, in their order",
	"referee/engine":               "the kernel",
	"referee/engine/match":         "data sets, to change copies of them",
	"referee/engine/play":          "who plays",
	"referee/engine/play/duel":     "matches between programs",
	"referee/engine/play/strength": "sums of pairs and their errors",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
