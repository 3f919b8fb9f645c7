package scenario

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the data set may import, and why.
var allowed = map[string]string{
	"cmp":                         "the order of hexes and columns",
	"embed":                       "the drawings",
	"fmt":                         "errors",
	"io/fs":                       "data come as a file system",
	"referee/engine":              "seats, numbers in messages",
	"referee/engine/ardennes":     "the sides",
	"referee/engine/hex":          "coordinates",
	"referee/engine/kit/csvtable": "the files",
	"referee/engine/kit/drawings": "how the words of the game are drawn",
	"referee/engine/kit/exact":    "movement points",
	"referee/engine/kit/hexes":    "hexes by their numbers",
	"referee/engine/kit/names":    "ids of hexes, units and formations",
	"slices":                      "sorting, searching",
	"strconv":                     "numbers in words such as 12-16",
	"strings":                     "cells of several words",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
