package limit

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. It knows neither Discord nor matches.
var allowed = map[string]string{
	"golang.org/x/time/rate": "buckets of tokens",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
