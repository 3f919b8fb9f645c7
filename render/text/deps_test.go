package text_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/engine":     "what is drawn is in its types",
	"referee/engine/hex": "the geometry of the map",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
