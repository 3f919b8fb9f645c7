package names

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"fmt":                    "what an event names that there is not",
	"referee/engine/kit/set": "what an index is",
	"slices":                 "searching",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
