//go:build ignore

// Lines counts the Go code of the module outside tests, by package: a line with code and a comment is code, a line with a
// comment alone is not. Code that the build ignores (.ci) counts, generated test data does not.
//
//	go run .ci/lines.go                    # this tree
//	go run .ci/lines.go -depth 2 -C OTHER  # another checkout, by folders of at most two names
//	go run .ci/lines.go -methods 60        # the types with more methods
//	go run .ci/lines.go -functions 60      # the functions with more lines of code
package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// count is what one folder holds.
type count struct{ files, lines int }

// sized is a type with its methods, or a function with its lines.
type sized struct {
	name string
	n    int
}

// module is what was counted.
type module struct {
	folders   map[string]*count
	methods   map[string]int // by package and type
	functions []sized
}

func main() {
	root := flag.String("C", ".", "the checkout")
	depth := flag.Int("depth", 9, "names of a folder's path that are told apart")
	methods := flag.Int("methods", 0, "list the types with more methods than this")
	functions := flag.Int("functions", 0, "list the functions with more lines of code than this")
	flag.Parse()
	m, err := read(*root, *depth)
	if err != nil {
		fmt.Fprintf(os.Stderr, "lines: %v\n", err)
		os.Exit(1)
	}
	switch {
	case *methods > 0:
		var types []sized
		for name, n := range m.methods {
			types = append(types, sized{name, n})
		}
		list(types, *methods)
	case *functions > 0:
		list(m.functions, *functions)
	default:
		m.table()
	}
}

func read(root string, depth int) (*module, error) {
	m := &module{folders: map[string]*count{}, methods: map[string]int{}}
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() && (name == "testdata" || name == ".git" || name == "node_modules") {
			return filepath.SkipDir
		}
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		within, err := filepath.Rel(root, filepath.Dir(file))
		if err != nil {
			return err
		}
		return m.add(file, filepath.ToSlash(within), depth)
	})
	return m, err
}

// add counts a file.
func (m *module) add(file, folder string, depth int) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	code := codeLines(files.AddFile(file, files.Base(), len(src)), src)
	place := strings.Join(first(strings.Split(folder, "/"), depth), "/")
	c := m.folders[place]
	if c == nil {
		c = &count{}
		m.folders[place] = c
	}
	c.files++
	c.lines += len(code)

	parsed := token.NewFileSet()
	f, err := parser.ParseFile(parsed, file, src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name := fn.Name.Name
		if fn.Recv != nil {
			receiver := typeOf(fn.Recv.List[0].Type)
			m.methods[folder+"."+receiver]++
			name = receiver + "." + name
		}
		n := 0
		from, to := parsed.Position(fn.Pos()).Line, parsed.Position(fn.End()).Line
		for line := from; line <= to; line++ {
			if code[line] {
				n++
			}
		}
		m.functions = append(m.functions, sized{path.Join(folder, filepath.Base(file)) + ":" + name, n})
	}
	return nil
}

// codeLines are the lines that hold a token other than a comment.
func codeLines(f *token.File, src []byte) map[int]bool {
	var s scanner.Scanner
	s.Init(f, src, nil, 0)
	out := map[int]bool{}
	for {
		at, tok, text := s.Scan()
		if tok == token.EOF {
			return out
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		line := f.Line(at)
		for n := range strings.Count(text, "\n") + 1 { // a raw string has several
			out[line+n] = true
		}
	}
}

func typeOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return typeOf(x.X)
	case *ast.IndexExpr:
		return typeOf(x.X)
	case *ast.IndexListExpr:
		return typeOf(x.X)
	case *ast.Ident:
		return x.Name
	}
	return "?"
}

func first(names []string, n int) []string { return names[:min(n, len(names))] }

// list prints what is larger than a size, the largest first.
func list(all []sized, most int) {
	slices.SortFunc(all, func(a, b sized) int { return cmp.Or(b.n-a.n, cmp.Compare(a.name, b.name)) })
	for _, s := range all {
		if s.n > most {
			fmt.Printf("%5d  %s\n", s.n, s.name)
		}
	}
}

func (m *module) table() {
	var all count
	for _, place := range slices.Sorted(maps.Keys(m.folders)) {
		c := m.folders[place]
		fmt.Printf("%7d %5d  %s\n", c.lines, c.files, place)
		all.files += c.files
		all.lines += c.lines
	}
	fmt.Printf("%7d %5d  in all\n", all.lines, all.files)
}
