package weigh

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"cmp":                         "the largest differences",
	"io/fs":                       "weights are a file",
	"maps":                        "the weights in a fixed order",
	"math":                        "points in halves",
	"referee/engine":              "reasons are messages",
	"referee/engine/kit/csvtable": "weights are a table",
	"slices":                      "sorting",
	"strconv":                     "weights are numbers",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
