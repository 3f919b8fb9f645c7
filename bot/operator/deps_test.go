package operator_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"referee/bot/post":     "what it tells goes through the outbox",
	"referee/engine":       "messages are in its types",
	"referee/engine/match": "what is put into the outbox",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
