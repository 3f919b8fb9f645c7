package part_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/engine":     "maps and what is drawn over them are in its types",
	"referee/engine/hex": "a part of a map is round some hexes",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
