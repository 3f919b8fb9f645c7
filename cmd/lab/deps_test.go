package main

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":      "the commands",
	"referee/cmd/cli":             "exit codes, complaints",
	"referee/cmd/config":          "the configuration",
	"referee/cmd/games":           "the games",
	"referee/cmd/games/gamestest": "the smallest game",
	"referee/cmd/lab/balance":     "a command",
	"referee/cmd/lab/duel":        "a command",
	"referee/cmd/lab/handoffs":    "a command",
	"referee/cmd/lab/image":       "a command",
	"referee/cmd/lab/kills":       "commands that kill the program",
	"referee/cmd/lab/load":        "a command",
	"referee/cmd/lab/mail":        "a command",
	"referee/cmd/lab/newgame":     "a command",
	"referee/cmd/lab/season":      "a command",
	"referee/cmd/lab/selfplay":    "a command",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
