package drawn

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its reason.
var allowed = map[string]string{
	"referee/bot/board": "it draws for the board",
	"referee/engine":    "maps and views are in its types",
	"referee/render":    "it draws by the operations of pictures",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
