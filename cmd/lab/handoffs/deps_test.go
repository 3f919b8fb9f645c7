package handoffs

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":          "the command",
	"referee/bot/files":               "why a file cannot be written",
	"referee/bot/referee":             "use cases",
	"referee/bot/schedule":            "how often people wait for each other",
	"referee/cmd/cli":                 "exit codes, complaints, progress",
	"referee/cmd/config":              "the configuration",
	"referee/cmd/games":               "the games",
	"referee/cmd/lab/doctrine":        "how players answer",
	"referee/engine":                  "the kernel",
	"referee/engine/america/event":    "events of America Triumphant",
	"referee/engine/america/scenario": "its grid",
	"referee/engine/america/weights":  "how its players weigh",
	"referee/engine/celles/event":     "events of Celles",
	"referee/engine/hex":              "directions",
	"referee/engine/celles/weights":   "how its players weigh",
	"referee/engine/dice":             "seeded dice",
	"referee/engine/enginetest":       "random play",
	"referee/engine/match":            "matches",
	"referee/store":                   "matches",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
