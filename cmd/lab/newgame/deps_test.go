package newgame

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and why.
var allowed = map[string]string{
	"github.com/spf13/cobra": "the command",
	"referee/cmd/cli":        "what is said of misuse",
	"referee/cmd/games":      "the games that there are",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
