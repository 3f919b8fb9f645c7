package refereetest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each with its
// reason.
var allowed = map[string]string{
	"referee/bot/orders":   "orders are read",
	"referee/bot/post":     "calls in the outbox",
	"referee/bot/referee":  "what is asked",
	"referee/bot/schedule": "clocks",
	"referee/engine":       "questions and answers are in its types",
	"referee/engine/match": "ids of matches",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
