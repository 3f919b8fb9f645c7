package render

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
	"github.com/go-fonts/dejavu/dejavusanscondensed":        "letters of names and panels",
	"github.com/go-fonts/dejavu/dejavusanscondensedbold":    "letters of counters",
	"github.com/go-fonts/dejavu/dejavusanscondensedoblique": "letters of rivers",
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold":   "letters of titles",
	"github.com/klauspost/compress/zlib":                    "packs a picture four times as fast as the standard library",
	"golang.org/x/image/font":                               "names the hinting of letters",
	"golang.org/x/image/font/sfnt":                          "reads letters' outlines from fonts",
	"golang.org/x/image/math/fixed":                         "numbers of sfnt",
	"golang.org/x/image/vector":                             "turns outlines into masks",
	"referee/engine":                                        "what is drawn is in its types",
	"referee/engine/hex":                                    "the geometry of the map",
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
			path, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			used[path] = true
			first, _, _ := strings.Cut(path, "/")
			if allowed[path] == "" && (strings.Contains(first, ".") || first == "referee") {
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
