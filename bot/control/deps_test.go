package control

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows nothing of matches.
var allowed = map[string]string{
	"golang.org/x/sys/unix": "who has connected, and what a socket's file allows",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
