package hexes

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"referee/engine/hex":          "coordinates",
	"referee/engine/kit/csvtable": "cells of tables",
	"referee/engine/kit/names":    "hexes by their numbers as they are printed",
	"referee/engine/kit/set":      "what an index is",
	"slices":                      "the order of hexes",
	"strings":                     "cells of several hexes",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
