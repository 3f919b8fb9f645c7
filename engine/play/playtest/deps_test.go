package playtest

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"crypto/sha256":                "a hash of decisions",
	"errors":                       "where a match is to end",
	"fmt":                          "lines of the file",
	"math":                         "the error of one pair is infinite",
	"os":                           "the file",
	"referee/engine":               "the kernel",
	"referee/engine/play":          "players",
	"referee/engine/play/duel":     "matches between them",
	"referee/engine/play/strength": "what they come to",
	"slices":                       "answers are compared",
	"strings":                      "lines of the file",
	"testing":                      "it is for tests",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
