package load

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and why. It meets
// the referee as people do: only what growth costs while nobody plays is asked of the bot.
var allowed = map[string]string{
	"github.com/spf13/cobra":          "the command",
	"referee/bot/club":                "a beat of the schedule, in a backup",
	"referee/bot/discord/discordtest": "the stand-in for Discord",
	"referee/cmd/lab/moves":           "what people can press",
	"referee/bot/files":               "why a file cannot be written",
	"referee/bot/referee":             "the outbox, in a backup",
	"referee/cmd/cli":                 "progress, and what is said of faults",
	"referee/cmd/games":               "the games of a backup",
	"referee/cmd/lab/program":         "the program as a process",
	"referee/store":                   "a backup",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
