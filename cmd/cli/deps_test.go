package cli

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra": "the commands",
	"github.com/spf13/pflag": "what is wrong with the value of a flag",
	"golang.org/x/term":      "progress is for a terminal alone",
	"referee/bot/files":      "why a file cannot be written",
	"referee/bot/visible":    "texts of strangers at a terminal",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
