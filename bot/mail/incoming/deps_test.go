package incoming_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/emersion/go-message":           "the parts of a mail, as a stream",
	"github.com/emersion/go-message/textproto": "headers in reports",
	"golang.org/x/net/html":                    "the elements of HTML, one after the other",
	"golang.org/x/net/html/atom":               "their names",
	"golang.org/x/text/encoding":               "characters of a mail",
	"golang.org/x/text/encoding/charmap":       "characters of a mail that does not say which",
	"golang.org/x/text/encoding/htmlindex":     "the names of characters as programs write them",
	"golang.org/x/text/width":                  "figures of full width",
	"referee/bot/typed":                        "phrases of mail programs, however they are spelt",
	"referee/bot/visible":                      "texts of strangers",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
