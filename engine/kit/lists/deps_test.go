package lists

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// TestImports: lists need nothing.
func TestImports(t *testing.T) { imports.All(t, ".", nil) }
