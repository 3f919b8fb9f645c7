//go:build ignore

// Mutants changes a package at random places, one small change at a time, and sees whether
// the tests of the package notice. Unlike the faults of testdata/faults.txt nobody chose them.
//
//	go run .ci/mutants.go -pkg store                  # 40 mutants drawn by seed 34
//	go run .ci/mutants.go -pkg store -seed 7 -n 10
//	go run .ci/mutants.go -pkg store -list            # only draws and prints them
//
// A mutant negates a condition, moves a bound, exchanges an operator, adds 1 to a number or
// leaves out a statement. One that does not compile is not counted and the next one is
// drawn. Nothing in the tree is touched: the Go command is given an overlay.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mutant replaces the bytes from and up to to of a file.
type mutant struct {
	file     string
	line     int
	from, to int
	becomes  string
}

func main() {
	dir := flag.String("pkg", "", "package, as a directory of the module")
	seed := flag.Uint64("seed", 34, "which mutants are drawn")
	n := flag.Int("n", 40, "how many")
	list := flag.Bool("list", false, "print them and run no test")
	skip := flag.String("skip", "", "tests to leave out, as go test -skip does")
	flag.Parse()
	if err := run(*dir, *seed, *n, *skip, *list); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
}

func run(dir string, seed uint64, n int, skip string, list bool) error {
	all, sources, err := places(dir)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	drawn, caught := 0, 0
	for _, m := range all {
		if drawn == n {
			break
		}
		src := sources[m.file]
		fate := "drawn"
		if !list {
			if fate, err = try(dir, m, src, skip); err != nil {
				return err
			}
		}
		switch fate {
		case "does not compile":
			continue
		case "caught":
			caught++
		}
		drawn++
		was := strings.Join(strings.Fields(string(src[m.from:m.to])), " ")
		fmt.Printf("%2d %-8s %s:%d\t%.90s  →  %.90s\n", drawn, fate, m.file, m.line, was, cmp.Or(m.becomes, "(left out)"))
	}
	fmt.Printf("%s, seed %d: %d of %d mutants caught, of %d places\n", dir, seed, caught, drawn, len(all))
	return nil
}

// places finds every change that could be made to the files of a package.
func places(dir string) ([]mutant, map[string][]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, nil, fmt.Errorf("no Go files in %q: %w", dir, err)
	}
	var all []mutant
	sources := map[string][]byte{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		sources[name] = src
		at := func(p token.Pos) int { return files.Position(p).Offset }
		add := func(from, to token.Pos, becomes string) {
			all = append(all, mutant{name, files.Position(from).Line, at(from), at(to), becomes})
		}
		text := func(n ast.Node) string { return string(src[at(n.Pos()):at(n.End())]) }
		ast.Inspect(f, func(n ast.Node) bool { return mutate(n, text, add) })
	}
	return all, sources, nil
}

var operators = map[token.Token]string{
	token.EQL: "!=", token.NEQ: "==", token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.LAND: "||", token.LOR: "&&", token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
}

// mutate adds the changes that can be made to one node, and tells whether to look inside.
func mutate(n ast.Node, text func(ast.Node) string, add func(from, to token.Pos, becomes string)) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.IMPORT
	case *ast.BinaryExpr:
		if becomes := operators[n.Op]; becomes != "" {
			add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), becomes)
		}
	case *ast.IfStmt:
		add(n.Cond.Pos(), n.Cond.End(), "!("+text(n.Cond)+")")
	case *ast.BasicLit:
		if i, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
			add(n.Pos(), n.End(), strconv.Itoa(i+1))
		}
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			add(n.Pos(), n.End(), other)
		}
	case *ast.BlockStmt:
		for _, s := range n.List {
			switch s := s.(type) {
			case *ast.ExprStmt, *ast.IncDecStmt, *ast.DeferStmt:
				add(s.Pos(), s.End(), "")
			case *ast.AssignStmt:
				if s.Tok != token.DEFINE {
					add(s.Pos(), s.End(), "")
				}
			}
		}
	}
	return true
}

// try runs the tests of the package with one mutant in it.
func try(dir string, m mutant, src []byte, skip string) (string, error) {
	tmp, err := os.MkdirTemp("", "mutant-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	changed := slices.Concat(src[:m.from], []byte(m.becomes), src[m.to:])
	file, overlay := filepath.Join(tmp, "mutant.go"), filepath.Join(tmp, "overlay.json")
	whole, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {whole: file}})
	if err != nil {
		return "", err
	}
	if err := errors.Join(os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, replace, 0o600)); err != nil {
		return "", err
	}
	if exec.Command("go", "build", "-overlay", overlay, "./"+dir).Run() != nil {
		return "does not compile", nil
	}
	err = exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-failfast", "-timeout", "10m", "-skip", skip, "./"+dir).Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return "caught", nil
	}
	return "survives", err
}
