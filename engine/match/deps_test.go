package match_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. There is no clock, no
// randomness and no operating system among it: those come from outside.
var allowed = map[string]string{
	"bytes":                  "lines are compared byte for byte",
	"crypto/hmac":            "salts made of one",
	"crypto/sha256":          "the chain, seals, what dice hang on",
	"encoding/binary":        "lengths in what dice hang on",
	"encoding/csv":           "the list of rolls",
	"encoding/hex":           "heads, keys and phrases as text",
	"encoding/json":          "the stored form",
	"errors":                 "errors",
	"fmt":                    "errors",
	"hash":                   "the type of a hash that is written to",
	"io":                     "readers and writers of files",
	"io/fs":                  "a data set is a file system",
	"maps":                   "settings are copied, set-ups sorted",
	"slices":                 "sorting, comparing",
	"strconv":                "numbers of chances as ids",
	"strings":                "texts of divergences",
	"unicode":                "characters that nobody sees",
	"unicode/utf8":           "characters of a line",
	"time":                   "fs.FileInfo asks for a time, which is zero",
	"referee/engine/hex":     "ways that a scene shows",
	"referee/engine/chain":   "the hash chain",
	"referee/engine":         "the contract of games",
	"referee/engine/play":    "which program a player is, and what it is asked",
	"referee/engine/refusal": "what a player is told",

	"referee/engine/clock": "what follows when a time is up",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
