//go:build ignore

// Together sorts the packages by what the race detector could find in their tests, and
// prints four lines: the packages of which every test is run with it, those of which some
// are, these tests as go test -run takes them, and the packages in which it can find nothing.
//
// It can find something only where goroutines run beside each other. Where no package of the
// module that is in a test program starts any, those tests are run with it that do, or that
// let others run beside them, by themselves or by what they call in the files of tests; where
// one does, all are. What a library starts, and hands nothing of ours to, does not count.
//
// What is tested with a browser is tested without it: what a server does for several at once is
// tested beside the server. So no package has both kinds of tests where one of the module in its
// test program starts goroutines.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// heaviest are the packages whose tests take longest, which are to begin first; and before
// them the one that waits most of its two minutes for Dovecot and Postfix, where they are.
var heaviest = []string{
	"referee/cmd/lab/mail", "referee/cmd/referee", "referee/bot/discord", "referee/bot/mail", "referee/engine/america/think",
}

// browsing is the package by which tests drive a browser.
const browsing = "referee/bot/browsertest"

// suite is the package whose Run lets tests run beside each other, and which else starts nothing.
const suite = "referee/engine/enginetest"

// starts are the functions that start goroutines, or let tests run beside each other, by
// their names, or as package.Name where the name alone says too little.
var starts = []string{
	"Go", "Parallel", "AfterFunc", "httptest.NewServer", "httptest.NewTLSServer", "httptest.NewUnstartedServer",
	"net.Listen", "net.Pipe", "enginetest.Run",
}

type source struct {
	ImportPath, ForTest, Dir           string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Deps                               []string
}

func main() {
	if err := sort(); err != nil {
		fmt.Fprintf(os.Stderr, "together: %v\n", err)
		os.Exit(2)
	}
}

func sort() error {
	packages, err := list()
	if err != nil {
		return err
	}
	starting := map[string]bool{}
	for _, p := range packages {
		names, err := starters(p.Dir, p.GoFiles, false)
		if err != nil {
			return err
		}
		starting[p.ImportPath] = len(names) > 0
		if p.ImportPath == suite && !slices.Equal(names, []string{"Run"}) {
			return fmt.Errorf("%v of %s start goroutines, and only Run is known to", names, suite)
		}
	}
	var whole, partly, tests, alone []string
	for _, p := range packages {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		files := slices.Concat(p.TestGoFiles, p.XTestGoFiles)
		names, err := starters(p.Dir, files, true)
		if err != nil {
			return err
		}
		browses := p.ImportPath == browsing || slices.Contains(p.Deps, browsing)
		if p.ImportPath == browsing {
			names = nil
		} else if browses {
			with, err := closure(p.Dir, files, true, drives)
			if err != nil {
				return err
			}
			names = slices.DeleteFunc(names, func(name string) bool { return slices.Contains(with, name) })
		}
		switch {
		case browses:
		case slices.ContainsFunc(p.Deps, func(d string) bool { return starting[d] && (d != suite || p.ImportPath == suite) }),
			slices.Contains(names, ""), slices.Contains(names, "TestMain"):
			whole = append(whole, p.ImportPath)
			continue
		}
		names = slices.DeleteFunc(names, func(name string) bool { return !run.MatchString(name) })
		if len(names) > 0 {
			partly, tests = append(partly, p.ImportPath), append(tests, names...)
		} else {
			alone = append(alone, p.ImportPath)
		}
	}
	for _, list := range [][]string{whole, partly, alone} {
		slices.SortStableFunc(list, func(a, b string) int { return rank(a) - rank(b) })
	}
	slices.Sort(tests)
	fmt.Println(strings.Join(whole, " "))
	fmt.Println(strings.Join(partly, " "))
	fmt.Printf("^(%s)$\n", strings.Join(slices.Compact(tests), "|"))
	fmt.Println(strings.Join(alone, " "))
	return nil
}

// run matches what go test runs.
var run = regexp.MustCompile(`^(Test|Fuzz|Example)`)

func rank(path string) int {
	if i := slices.Index(heaviest, path); i >= 0 {
		return i
	}
	return len(heaviest)
}

// list lists the packages of the module, each with all that its test program is made of.
func list() ([]source, error) {
	cmd := exec.Command("go", "list", "-test", "-json=ImportPath,ForTest,Dir,GoFiles,TestGoFiles,XTestGoFiles,Deps", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []source
	deps := map[string][]string{} // of test programs, by the package that they test
	for list := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p source
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		tested, program := strings.CutSuffix(p.ImportPath, ".test")
		switch {
		case program:
			for i, d := range p.Deps { // "referee/engine [referee/engine.test]"
				p.Deps[i], _, _ = strings.Cut(d, " ")
			}
			deps[tested] = p.Deps
		case p.ForTest == "":
			packages = append(packages, p)
		}
	}
	for i, p := range packages {
		packages[i].Deps = deps[p.ImportPath]
	}
	return packages, nil
}

// starters are the functions and methods of some files that start goroutines; "" is what is in
// none. With callers, those that name one are among them.
func starters(dir string, files []string, callers bool) ([]string, error) {
	return closure(dir, files, callers, does)
}

// closure are the functions and methods of some files that do something, or with callers name
// one that does.
func closure(dir string, files []string, callers bool, does func(d ast.Decl, named map[string]bool) bool) ([]string, error) {
	names := map[string]bool{}
	var decls []ast.Decl
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		decls = append(decls, file.Decls...)
	}
	for before := -1; before < len(names); {
		before = len(names)
		named := names
		if !callers {
			named = nil
		}
		for _, d := range decls {
			name := ""
			if f, ok := d.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			if !names[name] && does(d, named) {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// drives reports whether a declaration drives a browser, or names a function that does.
func drives(d ast.Decl, named map[string]bool) (found bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		if n, ok := n.(*ast.Ident); ok {
			found = found || named[n.Name] || n.Name == path.Base(browsing)
		}
		return !found
	})
	return found
}

// does reports whether a declaration starts a goroutine, or names a function that does.
func does(d ast.Decl, named map[string]bool) (found bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.Ident:
			found = found || named[n.Name]
		case *ast.SelectorExpr:
			from, _ := n.X.(*ast.Ident)
			found = found || slices.Contains(starts, n.Sel.Name) || from != nil && slices.Contains(starts, from.Name+"."+n.Sel.Name)
		}
		return !found
	})
	return found
}
