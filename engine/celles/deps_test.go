package celles

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
	"maps":                           "the chosen options in a fixed order",
	"math":                           "a limit that no price reaches",
	"referee/engine":                 "the contract",
	"referee/engine/ardennes":        "the sides",
	"referee/engine/celles/event":    "what happens",
	"referee/engine/celles/scenario": "the map, the units and the tables",
	"referee/engine/hex":             "coordinates",
	"referee/engine/kit/answer":      "walking an answer",
	"referee/engine/kit/chance":      "odds: all outcomes of attacks",
	"referee/engine/kit/events":      "the facts of events, hexes and nouns by their ids",
	"referee/engine/kit/exact":       "faces of the die as they are read",
	"referee/engine/kit/facts":       "the position text",
	"referee/engine/kit/hexes":       "what lies around a hex",
	"referee/engine/kit/lists":       "those of a list that fit",
	"referee/engine/kit/names":       "ids",
	"referee/engine/kit/set":         "sets of units and hexes",
	"referee/engine/kit/standing":    "arguments of standing orders",
	"referee/engine/kit/usage":       "verbs, queries and clauses as they are typed",
	"referee/engine/kit/ways":        "reach, supply, retreats through stacks",
	"slices":                         "sorting, searching",
	"strconv":                        "numbers",
	"strings":                        "the position text",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}

// TestRulesKnowNoPrograms: the rules, and all that they import, judge without the programs that play.
func TestRulesKnowNoPrograms(t *testing.T) {
	const module, root = "referee/", "../.."
	list := []string{"referee/engine/celles"}
	for i := 0; i < len(list); i++ {
		files, err := filepath.Glob(filepath.Join(root, strings.TrimPrefix(list[i], module), "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", list[i], files, err)
		}
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range f.Imports {
				pkg, err := strconv.Unquote(spec.Path.Value)
				switch {
				case err != nil:
					t.Fatal(err)
				case strings.HasSuffix(name, "_test.go") || !strings.HasPrefix(pkg, module) || slices.Contains(list, pkg):
				case pkg == "referee/engine/celles/think" || pkg == "referee/engine/play" || strings.HasPrefix(pkg, "referee/engine/play/"):
					t.Errorf("%s imports %s: rules do not hang on who plays", name, pkg)
				default:
					list = append(list, pkg)
				}
			}
		}
	}
	if !slices.Contains(list, "referee/engine") || !slices.Contains(list, "referee/engine/kit/ways") {
		t.Errorf("only %q were looked at", list)
	}
}
