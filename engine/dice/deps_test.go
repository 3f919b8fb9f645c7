package dice_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. There is no source of
// true randomness among it: keys and seeds come from outside.
var allowed = map[string]string{
	"crypto/hmac":                "keys of matches",
	"crypto/sha256":              "keys of matches, seeds",
	"crypto/sha512":              "numbers beyond the first of a roll",
	"encoding/binary":            "numbers",
	"encoding/hex":               "keys and proofs as text",
	"errors":                     "errors",
	"fmt":                        "errors",
	"referee/engine/dice/beacon": "pulses that a roll waits for",
	"time":                       "how long to wait for the beacon",
	"math/rand/v2":               "the generator of Seeded, which is seeded",
	"slices":                     "the key of a match among those of a server",
	"strconv":                    "faces of dice as ids",
	"strings":                    "lists in errors",
	"referee/engine":             "faces",
	"referee/engine/dice/vrf":    "rolls and their proofs",
	"referee/engine/match":       "the roller it implements, the rolls it checks",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
