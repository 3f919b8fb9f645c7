package load

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and why. It meets
// the referee as people do, so it knows neither games nor the bot.
var allowed = map[string]string{
	"github.com/spf13/cobra":          "the command",
	"referee/bot/discord/discordtest": "the stand-in for Discord",
	"referee/cmd/cli":                 "progress, and what is said of faults",
	"referee/cmd/lab/program":         "the program as a process",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
