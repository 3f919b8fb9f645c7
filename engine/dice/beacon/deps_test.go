package beacon_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. Nothing of ours is among
// it, no clock and no network: pulses and times come from outside.
var allowed = map[string]string{
	"crypto/sha256":                        "what is signed, and the value of a pulse",
	"encoding/binary":                      "what is signed",
	"encoding/hex":                         "the constants of a chain",
	"errors":                               "errors",
	"fmt":                                  "errors",
	"github.com/cloudflare/circl/sign/bls": "the signatures",
	"math":                                 "the longest time there is",
	"time":                                 "when rounds are due; times are arguments",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
