package describe_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/engine":     "views, boards and sentences are in its types",
	"referee/engine/hex": "which hexes lie next to each other, and in which direction",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
