package discordtest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// outside lists what the package may import beside the standard library, and
// why. It knows nothing of ours: a stand-in that shared code with the bot would
// share its mistakes.
var outside = map[string]string{
	"github.com/gorilla/websocket":             "the gateway",
	"github.com/santhosh-tekuri/jsonschema/v6": "requests are checked against Discord's description",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", outside)
}
