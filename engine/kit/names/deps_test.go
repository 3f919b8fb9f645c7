package names

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{"referee/engine/kit/set": "what an index is"}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
