package kills

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why. It meets the referee as people do, so it knows neither games nor the bot.
var allowed = map[string]string{
	"github.com/fsnotify/fsnotify":    "the moment at which the file is written",
	"github.com/spf13/cobra":          "the commands",
	"referee/bot/discord/discordtest": "the stand-in for Discord",
	"referee/cmd/lab/moves":           "what people can press",
	"referee/cmd/cli":                 "what is said of faults",
	"referee/cmd/lab/program":         "the program as a process",
	"referee/store/witness":           "what became of the file",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
