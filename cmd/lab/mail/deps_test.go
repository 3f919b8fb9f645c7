package mail

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"github.com/emersion/go-sasl":     "players log in",
	"github.com/emersion/go-smtp":     "players send, and where mails end that leave the lab",
	"github.com/spf13/cobra":          "a command",
	"referee/bot/mail/mailbox":        "mails are read",
	"referee/bot/mail/outgoing":       "mails are sent",
	"referee/bot/mail/server":         "where the servers are",
	"referee/bot/discord/discordtest": "who plays in Discord does so in a stand-in",
	"referee/bot/referee":             "the same orders without doors",
	"referee/cmd/games":               "which games those are",
	"referee/cmd/lab/moves":           "what can be pressed",
	"referee/cmd/lab/program":         "the program as a process",
	"referee/engine":                  "whose answer a decision is",
	"referee/engine/dice":             "the dice of the same keys",
	"referee/engine/match":            "records",
	"referee/store":                   "what it has left",
	"referee/store/keyring":           "the keys of its dice",
	"referee/cmd/cli":                 "complaints",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
