package set

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"iter":      "members one after the other",
	"math/bits": "a set is bits",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
