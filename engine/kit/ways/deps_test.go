package ways

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"iter":                   "nodes one after the other",
	"referee/engine/kit/set": "what an index is",
	"slices":                 "a way is found from its end",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
