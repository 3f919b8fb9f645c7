package duel

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"crypto/sha256":                "streams of dice by their names",
	"encoding/binary":              "the same",
	"errors":                       "errors",
	"fmt":                          "errors, and names of matches",
	"math/bits":                    "a face out of one number",
	"math/rand/v2":                 "dice of matches that are no record",
	"referee/engine":               "the kernel",
	"referee/engine/play":          "who plays",
	"referee/engine/play/strength": "results of pairs",
	"runtime/debug":                "where a player panicked",
	"slices":                       "answers compared",
	"strings":                      "answers in errors",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
