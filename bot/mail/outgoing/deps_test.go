package outgoing

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason. It knows
// nothing of matches.
var allowed = map[string]string{
	"github.com/emersion/go-sasl": "how one logs in",
	"github.com/emersion/go-smtp": "a connection to an SMTP server",
	"referee/bot/mail/server":     "where the server is",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
