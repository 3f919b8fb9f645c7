package season

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/bot/club":               "a league is played",
	"github.com/spf13/cobra":         "the command",
	"referee/bot/authority":          "the organiser and judge hold their powers",
	"referee/bot/files":              "why a file cannot be written",
	"referee/bot/referee":            "use cases",
	"referee/bot/schedule":           "the clock of a season",
	"referee/cmd/cli":                "exit codes, complaints, progress",
	"referee/cmd/config":             "the configuration",
	"referee/cmd/games":              "the games",
	"referee/cmd/leaguedir":          "the export",
	"referee/engine":                 "the kernel",
	"referee/engine/america/weights": "how its rash players weigh",
	"referee/engine/dice":            "proven dice, and players by chance",
	"referee/engine/league":          "leagues",
	"referee/engine/match":           "matches",
	"referee/engine/play":            "programs give sound answers",
	"referee/store":                  "matches",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
