package doctrine

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/engine":                 "the kernel",
	"referee/engine/celles":          "its units",
	"referee/engine/celles/event":    "what its attacks come to",
	"referee/engine/celles/scenario": "how the map of Celles is numbered",
	"referee/engine/hex":             "which way a hex lies",
	"referee/engine/kit/events":      "what an event says has happened",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
