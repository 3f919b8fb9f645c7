package mailtest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// outside lists what the package may import beside the standard library, and why. Of ours it knows
// where a server is, and nothing of what is sent: a stand-in that shared code with the program would share its mistakes.
var outside = map[string]string{
	"github.com/emersion/go-imap/v2":                          "the words of IMAP",
	"github.com/emersion/go-imap/v2/imapserver":               "the IMAP server",
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver": "its mailboxes",
	"github.com/emersion/go-sasl":                             "how one logs in",
	"github.com/emersion/go-smtp":                             "the SMTP server",
	"referee/bot/mail/server":                                 "how the servers are reached",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", outside)
}
