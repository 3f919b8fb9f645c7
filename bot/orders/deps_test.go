package orders_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/typed":  "accents and capitals of what is typed",
	"referee/engine":     "verbs, positions and messages are in its types",
	"referee/engine/hex": "a hex in an order is known by its shape",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
