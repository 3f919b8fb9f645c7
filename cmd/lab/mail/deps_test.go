package mail

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"github.com/emersion/go-sasl": "players log in",
	"github.com/emersion/go-smtp": "players send, and where mails end that leave the lab",
	"github.com/spf13/cobra":      "a command",
	"referee/bot/mail/mailbox":    "mails are read",
	"referee/bot/mail/outgoing":   "mails are sent",
	"referee/bot/mail/server":     "where the servers are",
	"referee/cmd/lab/program":     "the program as a process",
	"referee/store":               "what it has left",
	"referee/cmd/cli":             "complaints",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
