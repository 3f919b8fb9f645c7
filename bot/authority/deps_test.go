package authority_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// TestImports: who may do what depends on no door, no store and no game.
func TestImports(t *testing.T) {
	imports.Foreign(t, ".", map[string]string{"referee/engine/refusal": "what a player is told"})
}
