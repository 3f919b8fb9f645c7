package discord

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/discord/clubs":   "the commands of leagues and judges",
	"referee/bot/discord/command": "the table of commands",
	"referee/bot/discord/matches": "the commands of matches",
	"referee/bot/discord/servers": "the commands about a server",
	"referee/bot/discord/wire":    "what answers interactions, and makes what is posted",
	"referee/bot/post":            "what waits to be posted",
	"referee/engine":              "what is said is a message",
	"referee/engine/match":        "ids of matches, and that there is none",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}

// TestWords: every language has every text, with the arguments of the English.
func TestWords(t *testing.T) {
	for _, info := range []*engine.Info{nil} {
		w, err := stageWords.Of(info)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range w.Gaps() {
			t.Error(g)
		}
	}
}
