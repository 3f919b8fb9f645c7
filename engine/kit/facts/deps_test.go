package facts

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"cmp":                      "what a field without a word is called",
	"fmt":                      "what is wrong with a text",
	"iter":                     "many of a kind",
	"referee/engine":           "the error of a text",
	"referee/engine/kit/names": "ids in lines",
	"referee/engine/kit/set":   "what an index is",
	"slices":                   "searching",
	"strconv":                  "numbers",
	"strings":                  "lines and words",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
