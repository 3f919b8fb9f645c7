package match_test

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
	"bytes":              "lines are compared byte for byte",
	"crypto/sha256":      "the chain, seals, what dice hang on",
	"encoding/binary":    "lengths in what dice hang on",
	"encoding/csv":       "the list of rolls",
	"encoding/hex":       "heads, keys and phrases as text",
	"encoding/json":      "the stored form",
	"errors":             "errors",
	"fmt":                "errors",
	"hash":               "the type of a hash that is written to",
	"io":                 "readers and writers of files",
	"io/fs":              "a data set is a file system",
	"maps":               "settings are copied, set-ups sorted",
	"slices":             "sorting, comparing",
	"strconv":            "numbers of chances as ids",
	"strings":            "texts of divergences",
	"time":               "fs.FileInfo asks for a time, which is zero",
	"referee/engine/hex": "ways that a scene shows",
	"referee/engine":     "the contract of games",

	"referee/engine/clock": "what follows when a time is up",
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
