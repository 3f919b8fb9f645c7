package play

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"crypto/sha256":   "the digest of what a seat has said",
	"encoding/binary": "the same",
	"fmt":             "errors",
	"maps":            "weights in a fixed order",
	"math":            "less than any score",
	"math/rand/v2":    "a player's own randomness, out of the record: players are no rules",
	"referee/engine":  "the kernel",
	"slices":          "weights in a fixed order",
	"strings":         "errors",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
