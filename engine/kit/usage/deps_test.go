package usage

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"referee/engine": "verbs, queries and clauses",
	"slices":         "which words are literals",
	"strings":        "the words",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
