package backup_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. A store is an interface of its own.
var allowed = map[string]string{
	"referee/engine":        "the games that matches are folded with",
	"referee/engine/league": "the leagues of a copy",
	"referee/engine/match":  "the matches of a copy",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
