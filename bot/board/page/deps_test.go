package page

import (
	"testing"

	"referee/engine/enginetest/imports"
)

func TestImports(t *testing.T) { imports.Foreign(t, ".", nil) }
