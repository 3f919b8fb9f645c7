package account

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"cmp":                    "what cost more",
	"context":                "it takes seconds, and can be interrupted",
	"errors":                 "errors",
	"referee/engine":         "positions and answers",
	"referee/engine/match":   "the records that are gone through",
	"referee/engine/play":    "the judge",
	"referee/engine/refusal": "what a player is told of a match under way",
	"slices":                 "sorting",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
