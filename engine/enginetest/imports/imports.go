// Package imports holds a package to a list of what it may import, each with its
// reason. It is for tests and imports nothing of this module, so that every package may
// use it.
package imports

import (
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// All fails a test where a package imports what is not on its list, and where
// the list names what the package does not import. dir is its directory, and its
// tests may import what they like.
func All(t testing.TB, dir string, allowed map[string]string) {
	t.Helper()
	report(t, dir, func(found []use) []string { return judge(found, allowed) })
}

// Foreign is like All, but imports of the standard library are not checked.
func Foreign(t testing.TB, dir string, allowed map[string]string) {
	t.Helper()
	report(t, dir, func(found []use) []string { return judge(foreign(found), allowed) })
}

// Only fails a test where a package is imported by a file that may not: homes gives, by
// import path, the names of the files that may import it, or patterns of
// [filepath.Match], with spaces between them.
func Only(t testing.TB, dir string, homes map[string]string) {
	t.Helper()
	report(t, dir, func(found []use) []string { return stray(found, homes) })
}

// report fails a test with everything that judge finds wrong with a package.
func report(t testing.TB, dir string, wrong func([]use) []string) {
	t.Helper()
	found, err := read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wrong(found) {
		t.Error(w)
	}
}

// use is one import of one file.
type use struct{ file, path string }

// read lists the imports of the files of a directory, by file, without its tests.
func read(dir string) ([]use, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	if len(files) == 0 {
		return nil, fmt.Errorf("no files in %s", dir)
	}
	var out []use
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return nil, err
			}
			out = append(out, use{file: filepath.Base(name), path: path})
		}
	}
	return out, nil
}

// foreign leaves out the standard library: paths that begin neither with a host
// nor with the name of our module.
func foreign(found []use) []use {
	return slices.DeleteFunc(found, func(u use) bool {
		first, _, _ := strings.Cut(u.path, "/")
		return first != "referee" && !strings.Contains(first, ".")
	})
}

// judge compares imports with their list, both ways.
func judge(found []use, allowed map[string]string) []string {
	var wrong []string
	used := map[string]bool{}
	for _, u := range found {
		used[u.path] = true
		if allowed[u.path] == "" {
			wrong = append(wrong, fmt.Sprintf("%s imports %s: give a reason in the list, or leave it", u.file, u.path))
		}
	}
	for path := range allowed {
		if !used[path] {
			wrong = append(wrong, fmt.Sprintf("nothing imports %s: take it off the list", path))
		}
	}
	slices.Sort(wrong)
	return wrong
}

// stray lists imports in files that may not have them.
func stray(found []use, homes map[string]string) []string {
	var wrong []string
	for _, u := range found {
		home, ok := homes[u.path]
		at := func(pattern string) bool {
			fits, err := filepath.Match(pattern, u.file)
			return err == nil && fits
		}
		if ok && !slices.ContainsFunc(strings.Fields(home), at) {
			wrong = append(wrong, fmt.Sprintf("%s imports %s, which is for %s alone", u.file, u.path, home))
		}
	}
	return wrong
}
