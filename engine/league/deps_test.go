package league_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. There is no clock, no
// randomness and no operating system among it: those come from outside.
var allowed = map[string]string{
	"cmp":                    "orders by several marks",
	"encoding/json":          "the stored form",
	"errors":                 "errors",
	"fmt":                    "errors",
	"math":                   "ratings, intervals",
	"math/bits":              "waking hours are counted",
	"slices":                 "sorting, comparing",
	"time":                   "durations of answers",
	"referee/engine/chain":   "the hash chain",
	"referee/engine/match":   "the matches of a league, what is stored with its decisions",
	"referee/engine/refusal": "what a player is told",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
