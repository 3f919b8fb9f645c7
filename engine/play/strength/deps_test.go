package strength

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{"math": "standard errors and likelihoods"}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
