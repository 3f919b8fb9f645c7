package lists

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{"slices": "searching"}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
