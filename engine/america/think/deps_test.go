package think

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"cmp":                             "what is worth more",
	"embed":                           "the weights",
	"math":                            "limits that no worth reaches",
	"referee/engine":                  "the kernel",
	"referee/engine/america":          "its windows",
	"referee/engine/america/scenario": "the map, the units and the tables",
	"referee/engine/ardennes":         "the sides",
	"referee/engine/hex":              "directions",
	"referee/engine/kit/ways":         "how far it is to places",
	"referee/engine/play":             "what a player is",
	"referee/engine/play/weigh":       "the file of the weights, and reasons",
	"slices":                          "sorting",
	"strings":                         "units as they are named in answers",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
