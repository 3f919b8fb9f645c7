package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/spf13/cobra":        "the commands",
	"github.com/spf13/viper":        "the configuration",
	"referee/bot/discord":           "Discord",
	"referee/bot/locale":            "sentences for people",
	"referee/bot/referee":           "typed orders, use cases",
	"referee/bot/table":             "the local table",
	"referee/engine":                "the kernel",
	"referee/engine/dice/beacon":    "rounds of a public beacon",
	"referee/engine/dice":           "loaded and seeded dice of the protocol, the key of the table's",
	"referee/engine/enginetest":     "random play",
	"referee/engine/hex":            "hexes on the command line",
	"referee/engine/luck":           "whether dice are fair",
	"referee/engine/match":          "files of matches",
	"referee/engine/celles":         "a game",
	"referee/engine/enginetest/toy": "a game",
	"referee/render":                "pictures",
	"referee/store":                 "matches",
}

// only lists the imports that one file alone may have.
var only = map[string]string{
	"github.com/spf13/viper":        "config.go",
	"referee/engine/celles":         "celles.go",
	"referee/engine/enginetest/toy": "games.go",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(path, "/")
			if first != "referee" && !strings.Contains(first, ".") {
				continue // standard library
			}
			seen[path] = true
			if allowed[path] == "" {
				t.Errorf("%s imports %s: give a reason in the list, or leave it", file, path)
			}
			if home, ok := only[path]; ok && home != file {
				t.Errorf("%s imports %s, which is for %s alone", file, path, home)
			}
		}
	}
	for path := range allowed {
		if !seen[path] {
			t.Errorf("%s is on the list, and nobody imports it", path)
		}
	}
}
