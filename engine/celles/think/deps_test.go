package think

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"cmp":                            "what is worth more",
	"embed":                          "the weights",
	"hash/fnv":                       "streams of a captain's own dice",
	"io/fs":                          "the weights are a file",
	"maps":                           "the weights in a fixed order",
	"math":                           "limits that no worth reaches",
	"math/rand/v2":                   "dice of a captain's own, out of the record",
	"referee/engine":                 "the kernel",
	"referee/engine/ardennes":        "the sides",
	"referee/engine/celles":          "its windows",
	"referee/engine/celles/scenario": "the map, the units and the tables",
	"referee/engine/hex":             "directions",
	"referee/engine/kit/csvtable":    "the weights are a table",
	"referee/engine/kit/ways":        "how far it is to the Meuse",
	"referee/engine/play":            "what a player is",
	"referee/engine/play/weigh":      "the file of the weights, and reasons",
	"slices":                         "sorting",
	"strconv":                        "weights are numbers",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
