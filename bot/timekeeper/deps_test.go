package timekeeper

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/schedule": "what a look at the time tells is its type",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
