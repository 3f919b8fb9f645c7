package selfplay

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":      "the command",
	"referee/cmd/cli":             "exit codes, complaints, progress",
	"referee/cmd/config":          "the configuration",
	"referee/cmd/games":           "the games",
	"referee/engine":              "the kernel",
	"referee/engine/celles/event": "what is counted of Celles",
	"referee/engine/enginetest":   "random play",
	"referee/engine/kit/events":   "what an event says has happened",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
