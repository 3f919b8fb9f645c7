package celles

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

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
