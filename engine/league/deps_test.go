package league_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import, and why. There is no clock, no
// randomness and no operating system among it: those come from outside.
var allowed = map[string]string{
	"bytes":                "lines are read",
	"cmp":                  "orders by several marks",
	"encoding/json":        "the stored form",
	"errors":               "errors",
	"fmt":                  "errors",
	"math":                 "ratings, intervals",
	"math/bits":            "waking hours are counted",
	"slices":               "sorting, comparing",
	"time":                 "durations of answers",
	"referee/engine/match": "the hash chain",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			used[path] = true
			if allowed[path] == "" {
				t.Errorf("%s imports %s, which is not allowed here", name, path)
			}
		}
	}
	for path := range allowed {
		if !used[path] {
			t.Errorf("%s is allowed and not imported: take it off the list", path)
		}
	}
}
