package board

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"maps":                        "tables in the order of their names",
	"referee/engine":              "what a board is",
	"referee/engine/hex":          "coordinates, and who is next to whom",
	"referee/engine/kit/csvtable": "the tables that it reads",
	"referee/engine/kit/facts":    "a hex in a position text",
	"referee/engine/kit/ways":     "steps from hex to hex",
	"slices":                      "searching",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
