package endpoint

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library: nothing. It
// knows nothing of the bot.
var allowed = map[string]string{}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
