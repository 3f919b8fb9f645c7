package post_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/authority": "in which role somebody acted",
	"referee/engine":        "a notice is a message",
	"referee/engine/league": "which league it is about",
	"referee/engine/match":  "which match it is about, and what the outbox keeps",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
