package imports_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRace: a package that starts goroutines is tested with the race detector, or .ci/race.txt says
// why not.
func TestRace(t *testing.T) {
	text, err := os.ReadFile(root + "/.ci/race.txt")
	if err != nil {
		t.Fatal(err)
	}
	raced, without, found := strings.Cut(string(text), "\nwithout\n")
	if !found {
		t.Fatal(".ci/race.txt has no line without")
	}
	var listed []string
	for line := range strings.Lines(raced) {
		name := strings.TrimSpace(line)
		switch {
		case name == "", strings.HasPrefix(name, "#"):
		case strings.HasPrefix(line, " "):
			if pkg := listed[len(listed)-1]; !hasTest(t, path.Join(root, pkg), name) {
				t.Errorf("%s has no test %s", pkg, name)
			}
		default:
			listed = append(listed, name)
		}
	}
	for line := range strings.Lines(without) {
		name, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		if listed = append(listed, name); reason == "" {
			t.Errorf("%s is tested without the race detector: say why", name)
		}
	}
	packages, err := read(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	starting := 0
	for name := range packages {
		starts := startsGoroutines(t, path.Join(root, name))
		if starts {
			starting++
		}
		if starts && !slices.Contains(listed, name) {
			t.Errorf("%s starts goroutines: list it in .ci/race.txt", name)
		}
	}
	if starting < 10 {
		t.Errorf("only %d packages start goroutines", starting)
	}
	for _, name := range listed {
		if _, ok := packages[name]; !ok {
			t.Errorf("%s is listed in .ci/race.txt and is not a package", name)
		}
	}
}

// hasTest tells whether a test of that name stands in a file of a directory.
func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(t *testing.T) {") {
			return true
		}
	}
	return false
}

// startsGoroutines tells whether a file of a package, test files left out, has a go statement, or
// calls what starts one: Go of a group, AfterFunc, or the Serve of a server.
func startsGoroutines(t *testing.T, dir string) bool {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, entry.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		starts := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				starts = true
			case *ast.CallExpr:
				called, ok := n.Fun.(*ast.SelectorExpr)
				starts = starts || ok && slices.Contains([]string{"Go", "AfterFunc", "Serve"}, called.Sel.Name)
			}
			return !starts
		})
		if starts {
			return true
		}
	}
	return false
}
