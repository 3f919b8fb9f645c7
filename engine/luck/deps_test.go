package luck_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"cmp":                  "dice by size",
	"bytes":                "what came is what the record says",
	"fmt":                  "errors",
	"math":                 "distributions",
	"referee/engine":       "positions and messages",
	"referee/engine/chain": "names an entry that does not hold",
	"referee/engine/match": "the records that rolls are read from",
	"slices":               "dice by size",
	"strconv":              "faces of dice",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
