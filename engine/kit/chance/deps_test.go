package chance

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"errors":         "a tree that is too large",
	"fmt":            "chances that cannot be divided",
	"iter":           "going through values",
	"referee/engine": "the faces of a die, and charts",
	"slices":         "searching",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
