package event

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the events may import, and why.
var allowed = map[string]string{
	"bytes":                          "stored events",
	"encoding/json":                  "stored events",
	"fmt":                            "errors",
	"referee/engine":                 "messages, traces",
	"referee/engine/celles/scenario": "movement points, the order of the sides",
	"referee/engine/hex":             "coordinates",
	"strconv":                        "modifiers with their sign",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
