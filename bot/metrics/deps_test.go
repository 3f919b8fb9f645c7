package metrics

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/prometheus/client_golang/prometheus":            "numbers",
	"github.com/prometheus/client_golang/prometheus/collectors": "those of the process",
	"github.com/prometheus/client_golang/prometheus/promhttp":   "their formats over HTTP",
	"referee/bot/discord/drawing":                               "the queue of pictures",
	"referee/bot/discord/rest":                                  "kinds of requests",
	"referee/bot/discord/wire":                                  "what came of interactions and posts",
	"referee/bot/limit":                                         "what is refused as there is too much of it",
	"referee/bot/referee":                                       "what tells of decisions and refusals",
	"referee/engine/match":                                      "kinds of decisions",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
