package answer

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"referee/engine":         "options, nodes, refusals",
	"referee/engine/kit/set": "a group of units",
	"slices":                 "places in a list",
	"strconv":                "the faces of a die",
	"strings":                "the plus before a unit's id",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
