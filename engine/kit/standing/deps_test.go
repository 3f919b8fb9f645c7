package standing

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"iter":                      "units of sets",
	"referee/engine":            "orders, and the questions that they answer",
	"referee/engine/kit/events": "lists of nouns",
	"referee/engine/kit/lists":  "the ids of units",
	"referee/engine/kit/names":  "the ids of units",
	"referee/engine/kit/set":    "what an index is",
	"referee/engine/kit/usage":  "arguments that are given wrongly",
	"slices":                    "searching",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
