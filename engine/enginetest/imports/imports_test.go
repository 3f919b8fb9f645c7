// Package imports_test holds every package of the module to its list of imports.
package imports_test

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// root is the module's directory.
const root = "../../.."

// listsFile holds the lists, as seen from root.
const listsFile = "engine/enginetest/imports/testdata/imports.txt"

// listed is what one package may import, by path.
type listed struct {
	std     bool // the standard library is allowed without a reason
	imports map[string]allowed
}

// allowed is an import with its reason, and the one file that may have it ("" for any file).
type allowed struct{ reason, file string }

// use is one import of one file.
type use struct{ file, path string }

// TestImports holds each package to what testdata/imports.txt lists for it, both ways: no
// import without a reason, and no reason without an import. Test files import what they like.
func TestImports(t *testing.T) {
	text, err := os.ReadFile(path.Join(root, listsFile))
	if err != nil {
		t.Fatal(err)
	}
	lists, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	packages, err := read(os.DirFS(root))
	if err != nil || len(packages) < 100 {
		t.Fatalf("%d packages: %v", len(packages), err)
	}
	for _, wrong := range compare(packages, lists) {
		t.Error(wrong)
	}
}

// parse reads the lists: a line that begins a package, then an indented line for each import.
func parse(text string) (map[string]listed, error) {
	lists := map[string]listed{}
	var list listed
	for n, line := range strings.Split(text, "\n") {
		line, indented := strings.CutPrefix(line, "\t")
		name, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		switch {
		case name == "" || strings.HasPrefix(name, "#"):
		case indented && list.imports == nil:
			return nil, fmt.Errorf("line %d: an import before the first package", n+1)
		case indented:
			if list.imports[name].reason != "" || rest == "" {
				return nil, fmt.Errorf("line %d: %s needs one line with a reason", n+1, name)
			}
			reason, file, _ := strings.Cut(strings.TrimSuffix(rest, "]"), " [")
			list.imports[name] = allowed{reason, file}
		default:
			if _, twice := lists[name]; twice || rest != "" && rest != "std" {
				return nil, fmt.Errorf("line %d: a package is listed once, as NAME or NAME std", n+1)
			}
			list = listed{rest == "std", map[string]allowed{}}
			lists[name] = list
		}
	}
	return lists, nil
}

// read finds the packages of a module and what their files import, test files left out.
func read(module fs.FS) (map[string][]use, error) {
	packages := map[string][]use{}
	err := fs.WalkDir(module, ".", func(name string, entry fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(module, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		found := packages[path.Dir(name)]
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			found = append(found, use{base, imported})
		}
		packages[path.Dir(name)] = found
		return nil
	})
	return packages, err
}

// compare tells everything in which packages and lists differ, in order.
func compare(packages map[string][]use, lists map[string]listed) []string {
	var wrong []string
	for name, found := range packages {
		list, ok := lists[name]
		if !ok {
			wrong = append(wrong, name+" has no list in "+listsFile)
		}
		unused := maps.Clone(list.imports)
		for _, u := range found {
			delete(unused, u.path)
			a, ok := list.imports[u.path]
			switch {
			case !ok && (!list.std || !standard(u.path)):
				wrong = append(wrong, fmt.Sprintf("%s/%s imports %s: remove it, or list it with a reason in "+listsFile, name, u.file, u.path))
			case ok && cmp.Or(a.file, u.file) != u.file:
				wrong = append(wrong, fmt.Sprintf("%s/%s imports %s, which only %s may", name, u.file, u.path, a.file))
			}
		}
		for imported := range unused {
			wrong = append(wrong, fmt.Sprintf("%s does not import %s: take it off its list", name, imported))
		}
	}
	for name := range lists {
		if _, ok := packages[name]; !ok {
			wrong = append(wrong, name+" is listed and is not a package")
		}
	}
	slices.Sort(wrong)
	return wrong
}

// standard tells whether a path is of the standard library: those of others begin with a
// host, and ours with the module's name.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return first != "referee" && !strings.Contains(first, ".")
}
