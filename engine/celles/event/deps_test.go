package event

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the events may import, and why.
var allowed = map[string]string{
	"referee/engine":                 "messages, traces",
	"referee/engine/celles/scenario": "movement points, the order of the sides",
	"referee/engine/kit/events":      "the descriptions of the kinds",
	"referee/engine/kit/exact":       "modifiers with their sign",
	"referee/engine/kit/lists":       "lists in sentences",
	"slices":                         "a copy of the list",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
