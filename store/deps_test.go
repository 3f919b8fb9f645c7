package store_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import, and why. It knows matches, and
// nothing of who plays them or draws them.
var allowed = map[string]string{
	"bytes":                              "keys",
	"encoding/binary":                    "numbers in keys",
	"encoding/json":                      "cards, people, data sets",
	"errors":                             "errors",
	"fmt":                                "errors",
	"io":                                 "backup, export, import",
	"io/fs":                              "errors of the file system",
	"os":                                 "the length of the file",
	"runtime/debug":                      "faults in mapped memory become errors",
	"strings":                            "texts that cannot stand in a key",
	"time":                               "how long to wait for the file",
	"github.com/klauspost/compress/zstd": "packed matches",
	"go.etcd.io/bbolt":                   "the file",
	"go.etcd.io/bbolt/errors":            "what is wrong with it",
	"referee/engine":                     "the game that an import is folded with",
	"referee/engine/league":              "the leagues it keeps",
	"referee/engine/match":               "the records it keeps",
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
