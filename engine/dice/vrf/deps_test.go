package vrf_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. Nothing of ours is among
// it, and no source of randomness: secrets come from outside.
var allowed = map[string]string{
	"bytes":                   "a point must be written as it was read",
	"crypto/sha512":           "the hash of the suite",
	"errors":                  "errors",
	"filippo.io/edwards25519": "the curve",
	"fmt":                     "errors",
	"slices":                  "what is hashed is put together",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
