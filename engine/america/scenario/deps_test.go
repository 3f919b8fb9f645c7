package scenario

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the data set may import, and why.
var allowed = map[string]string{
	"referee/engine":           "seats, numbers in messages",
	"referee/engine/hex":       "coordinates",
	"referee/engine/kit/exact": "movement points",
	"referee/engine/kit/names": "ids of hexes, units and formations",
	"slices":                   "searching",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
