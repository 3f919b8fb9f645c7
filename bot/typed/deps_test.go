package typed_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"golang.org/x/text/unicode/norm": "letters without their accents",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
