package celles

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the game may import, and why.
var allowed = map[string]string{
	"bytes":              "data files, stored events",
	"cmp":                "the order of hexes and columns",
	"crypto/sha256":      "the hash of a data set",
	"embed":              "the data set and the catalogues",
	"encoding/csv":       "the data set",
	"encoding/hex":       "the form of the hash",
	"encoding/json":      "stored events",
	"errors":             "errors",
	"fmt":                "errors and the position text",
	"io":                 "the end of a data file",
	"io/fs":              "data come as a file system",
	"math":               "a limit that no price reaches",
	"math/big":           "movement points as exact fractions",
	"math/bits":          "sets of units and hexes",
	"referee/engine":     "the contract",
	"referee/engine/hex": "coordinates",
	"regexp":             "results of the combat table",
	"maps":               "the chosen options in a fixed order",
	"slices":             "sorting, searching",
	"sort":               "problems by file and line",
	"strconv":            "numbers",
	"strings":            "the position text",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
