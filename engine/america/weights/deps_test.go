package weights

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"maps": "weights that differ from others in one kind",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
