package events

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"encoding/json":        "the stored form",
	"fmt":                  "what cannot be read",
	"referee/engine":       "events and messages",
	"referee/engine/chain": "records are read strictly",
	"referee/engine/hex":   "hexes in messages",
	"reflect":              "the fields that a sentence names",
	"strings":              "the names of those fields",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
