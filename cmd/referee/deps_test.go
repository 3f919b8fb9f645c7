package main

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":         "the commands",
	"referee/bot/authority":          "a season's organiser and judge hold their powers",
	"golang.org/x/sys/unix":          "what is free on a disk",
	"referee/bot/backup":             "copies of a store in use",
	"referee/bot/control":            "commands beside a running process",
	"referee/bot/files":              "files of strangers",
	"referee/bot/discord":            "Discord",
	"referee/bot/discord/wire":       "Discord: the connection",
	"referee/bot/describe":           "the board in words",
	"referee/bot/locale":             "sentences for people",
	"referee/bot/operator":           "what is wrong, told to whoever runs it",
	"referee/bot/page":               "the page of a league",
	"referee/bot/orders":             "typed orders",
	"referee/bot/referee":            "use cases",
	"referee/bot/restore":            "backups are put back",
	"referee/bot/schedule":           "clocks of seasons and studies",
	"referee/bot/visible":            "texts of strangers at a terminal",
	"referee/bot/table":              "the local table",
	"referee/bot/timekeeper":         "time that can be believed",
	"referee/cmd/cli":                "exit codes, complaints, progress",
	"referee/cmd/config":             "the configuration",
	"referee/engine":                 "the kernel",
	"referee/engine/dice/beacon":     "rounds of a public beacon",
	"referee/engine/dice":            "loaded and seeded dice of the protocol, the key of the table's",
	"referee/engine/enginetest":      "random play",
	"referee/engine/hex":             "hexes on the command line",
	"referee/engine/league":          "seasons, and leagues as files",
	"referee/engine/luck":            "whether dice are fair",
	"referee/engine/match":           "files of matches",
	"referee/engine/celles":          "a game",
	"referee/engine/celles/event":    "what happened in it",
	"referee/engine/celles/scenario": "its data set",
	"referee/engine/kit/csvtable":    "what is wrong with a data set",
	"referee/engine/enginetest/toy":  "a game",
	"referee/render":                 "pictures",
	"referee/store":                  "matches",
	"referee/store/keyring":          "the file of the keys of the dice",
}

// only lists the imports that one file alone may have.
var only = map[string]string{
	"referee/engine/celles":          "celles.go",
	"referee/engine/celles/event":    "celles.go",
	"referee/engine/celles/scenario": "celles.go",
	"referee/engine/kit/csvtable":    "celles.go",
	"referee/engine/enginetest/toy":  "games.go",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
	imports.Only(t, ".", only)
}
