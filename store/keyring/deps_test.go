package keyring

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import besides the standard library, and why.
var allowed = map[string]string{
	"filippo.io/age":       "keys under a passphrase",
	"filippo.io/age/armor": "such a file as text",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
