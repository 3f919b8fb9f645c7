package server

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// TestImports: connecting needs the standard library alone.
func TestImports(t *testing.T) {
	imports.Foreign(t, ".", nil)
}
