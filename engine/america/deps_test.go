package america

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the game may import, and why.
var allowed = map[string]string{
	"cmp":                             "the first of several invariants",
	"embed":                           "the data set and the catalogues",
	"errors":                          "errors",
	"fmt":                             "errors",
	"io/fs":                           "data come as a file system",
	"iter":                            "hexes that can be reached, one after the other",
	"referee/engine":                  "the contract",
	"referee/engine/america/event":    "what happens",
	"referee/engine/america/scenario": "the map, the units and the tables",
	"referee/engine/ardennes":         "the sides",
	"referee/engine/hex":              "coordinates",
	"referee/engine/kit/answer":       "walking an answer",
	"referee/engine/kit/chance":       "odds: all outcomes of a die",
	"referee/engine/kit/events":       "the facts of events, hexes and nouns by their ids",
	"referee/engine/kit/exact":        "numbers as they are read",
	"referee/engine/kit/facts":        "the position text",
	"referee/engine/kit/hexes":        "what lies around a hex",
	"referee/engine/kit/lists":        "those of a list that fit",
	"referee/engine/kit/names":        "ids",
	"referee/engine/kit/reach":        "where units can go, as an answer",
	"referee/engine/kit/set":          "sets of units and hexes",
	"referee/engine/kit/standing":     "standing orders",
	"referee/engine/kit/usage":        "verbs, queries and clauses as they are typed",
	"referee/engine/kit/ways":         "reach, supply, retreats",
	"slices":                          "searching, sorting",
	"strconv":                         "numbers",
	"strings":                         "purposes of rolls, keys",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
