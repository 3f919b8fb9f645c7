package config

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra": "the flags of commands",
	"github.com/spf13/pflag": "two names of one flag",
	"github.com/spf13/viper": "file, environment and flags in one order of strength",
	"referee/bot/locale":     "the languages",
	"referee/bot/web":        "what addresses can be listened at",
	"referee/bot/typed":      "what a misspelt key may be meant for",
	"referee/cmd/cli":        "what is said of a configuration that is not understood",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
