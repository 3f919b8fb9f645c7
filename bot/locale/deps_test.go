package locale_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/BurntSushi/toml":                     "catalogues are TOML",
	"github.com/nicksnyder/go-i18n/v2/i18n":          "keys, plurals and fallback",
	"github.com/nicksnyder/go-i18n/v2/i18n/template": "a missing argument must be an error",
	"golang.org/x/text/language":                     "go-i18n names languages by it",
	"referee/engine":                                 "messages are in its types",
	"referee/engine/hex":                             "ids of hexes are said as hexes",
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
