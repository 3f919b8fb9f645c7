package clock_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. It reads no clock: the
// linter holds that.
var allowed = map[string]string{
	"referee/engine/refusal": "what a player is told",
	"fmt":                    "errors, hours and settings as text",
	"slices":                 "the words that begin a part of settings",
	"strconv":                "numbers in texts",
	"strings":                "texts of settings",
	"time":                   "moments, lengths and zones",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
