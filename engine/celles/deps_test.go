package celles

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the game may import, and why.
var allowed = map[string]string{
	"cmp":                            "the order of hexes and columns",
	"embed":                          "the data set and the catalogues",
	"errors":                         "errors",
	"fmt":                            "errors and the position text",
	"io/fs":                          "data come as a file system",
	"iter":                           "hexes that can be reached, one after the other",
	"math":                           "a limit that no price reaches",
	"referee/engine":                 "the contract",
	"referee/engine/celles/event":    "what happens",
	"referee/engine/celles/scenario": "the map, the units and the tables",
	"referee/engine/hex":             "coordinates",
	"referee/engine/kit/answer":      "walking an answer",
	"referee/engine/kit/chance":      "odds: all outcomes of attacks",
	"referee/engine/kit/events":      "the facts of events, hexes and nouns by their ids",
	"referee/engine/kit/facts":       "the position text",
	"referee/engine/kit/exact":       "faces of the die as they are read",
	"referee/engine/kit/lists":       "those of a list that fit",
	"referee/engine/kit/names":       "ids",
	"referee/engine/kit/set":         "sets of units and hexes",
	"referee/engine/kit/ways":        "reach, supply, retreats through stacks",
	"referee/engine/kit/usage":       "verbs, queries and clauses as they are typed",
	"maps":                           "the chosen options in a fixed order",
	"slices":                         "sorting, searching",
	"strconv":                        "numbers",
	"strings":                        "the position text",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
