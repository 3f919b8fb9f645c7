package drawings

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"fmt":                       "what is wrong with a text",
	"referee/engine":            "the vocabulary that is read",
	"referee/engine/kit/glyphs": "shapes that several games draw with",
	"reflect":                   "the lists and fields are those of the vocabulary",
	"slices":                    "searching",
	"strconv":                   "numbers and colours",
	"strings":                   "lines and words",
	"unicode/utf8":              "letters",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
