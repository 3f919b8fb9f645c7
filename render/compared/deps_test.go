package compared

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// Nothing is imported: the package has only tests.
func TestImports(t *testing.T) { imports.Foreign(t, ".", nil) }
