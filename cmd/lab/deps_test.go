package main

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra": "the commands",
	"referee/cmd/lab/kills":  "the commands that kill the program",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
