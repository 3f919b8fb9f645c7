package referee_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import beside the standard library, each
// with its reason. Store and picture are interfaces of its own.
var allowed = map[string]string{
	"referee/engine":        "games, questions and messages are in its types",
	"referee/engine/clock":  "what clocks say",
	"referee/engine/hex":    "a hex in an order is known by its shape",
	"referee/engine/league": "leagues, and what of them is stored",
	"referee/engine/luck":   "what dice brought, against what was to be expected",
	"referee/engine/match":  "matches, and what of them is stored",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
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
		for _, s := range f.Imports {
			path, _ := strconv.Unquote(s.Path.Value)
			used[path] = true
			if first, _, _ := strings.Cut(path, "/"); allowed[path] == "" && (strings.Contains(first, ".") || first == "referee") {
				t.Errorf("%s imports %s, which is not on the list", name, path)
			}
		}
	}
	for path := range allowed {
		if !used[path] {
			t.Errorf("nothing imports %s: take it off the list", path)
		}
	}
}
