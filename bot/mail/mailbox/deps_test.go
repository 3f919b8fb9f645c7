package mailbox

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason. It knows
// nothing of what is in a mail.
var allowed = map[string]string{
	"github.com/emersion/go-imap/v2":            "the words of IMAP",
	"github.com/emersion/go-imap/v2/imapclient": "a connection to an IMAP server",
	"referee/bot/mail/server":                   "where the server is",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
