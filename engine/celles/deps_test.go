package celles

import (
	source "go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// imports lists what the game may import, and why.
var imports = map[string]string{
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
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := source.ParseFile(token.NewFileSet(), path, nil, source.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			pkg, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			seen[pkg] = true
			if imports[pkg] == "" {
				t.Errorf("%s imports %s, which is not on the list", path, pkg)
			}
		}
	}
	for pkg := range imports {
		if !seen[pkg] {
			t.Errorf("nothing imports %s: take it off the list", pkg)
		}
	}
}
