package gamestest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/cmd/games":             "the list that the entry is for",
	"referee/engine/enginetest/toy": "the game",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
