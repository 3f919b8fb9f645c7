package locale_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/BurntSushi/toml":                     "catalogues are TOML",
	"github.com/nicksnyder/go-i18n/v2/i18n":          "keys, plurals and fallback",
	"github.com/nicksnyder/go-i18n/v2/i18n/template": "a missing argument must be an error",
	"golang.org/x/text/language":                     "go-i18n names languages by it",
	"referee/bot/typed":                              "accents and capitals of what is typed",
	"referee/engine":                                 "messages are in its types",
	"referee/engine/hex":                             "ids of hexes are said as hexes",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
