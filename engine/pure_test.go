package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

// forbidden is what no package here may import: with it, the same answers could
// give another match.
var forbidden = map[string]string{
	"math/rand":     "rules never roll: chance is a seat",
	"math/rand/v2":  "rules never roll: chance is a seat",
	"net":           "rules are pure",
	"net/http":      "rules are pure",
	"os":            "rules are pure",
	"path/filepath": "data come as an fs.FS",
	"sync":          "rules start no goroutines, and a position never changes",
	"time":          "rules know no clock",
	"unsafe":        "a position never changes",
}

// excused are the packages that may import something forbidden all the same, or
// something from outside.
var excused = map[string]map[string]string{
	".":                    {"sync": "states of which nobody has a position are written again; rules are not in it"},
	"celles/think":         {"math/rand/v2": "players draw at random out of the record; rules do not know them"},
	"chain":                {"sync": "acts to fill are used again; rules and positions are not in it"},
	"clock":                {"time": "hours and zones of players, as arguments"},
	"dice":                 {"math/rand/v2": "seeded rollers for self-play", "time": "when rounds of a beacon are due"},
	"dice/beacon":          {"github.com/cloudflare/circl/sign/bls": "signatures of a public beacon", "time": "when rounds are due"},
	"dice/vrf":             {"filippo.io/edwards25519": "proofs of rolls"},
	"enginetest":           {"math/rand/v2": "random play", "os": "perft files", "path/filepath": "perft files", "github.com/BurntSushi/toml": "catalogues"},
	"enginetest/chaintest": {"os": "goldens"},
	"enginetest/matchtest": {"math/rand/v2": "matches are conducted at random, out of a seed"},
	"enginetest/rulecase":  {"os": "the files of cases", "path/filepath": "the files of cases"},
	"league":               {"time": "dates and durations, as arguments"},
	"match":                {"time": "times are arguments and part of the record"},
	"play":                 {"math/rand/v2": "players draw at random out of the record; rules do not know them"},
	"play/duel":            {"math/rand/v2": "dice of matches between programs, which are no record"},
	"textfile": {
		"golang.org/x/text/encoding": "UTF-16", "golang.org/x/text/encoding/unicode": "byte order marks", "golang.org/x/text/transform": "reading both",
	},
}

// now lists what of package time asks what time it is, which nobody here may.
var now = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true,
	"Tick": true, "NewTimer": true, "NewTicker": true, "Local": true, "LoadLocation": true,
}

func TestForbiddenImports(t *testing.T) {
	eachFile(t, func(dir, name string, f *ast.File) {
		for _, spec := range f.Imports {
			pkg, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(pkg, "/")
			switch {
			case excused[dir][pkg] != "":
			case forbidden[pkg] != "":
				t.Errorf("%s imports %s: %s", name, pkg, forbidden[pkg])
			case strings.Contains(first, "."):
				t.Errorf("%s imports %s: only the standard library here", name, pkg)
			case first == "referee" && !strings.HasPrefix(pkg, "referee/engine"):
				t.Errorf("%s imports %s: the kernel knows nothing of the rest", name, pkg)
			}
		}
	})
}

// TestNoGoroutinesNoInit: rules run where they are called, and nothing happens
// because a package is imported.
func TestNoGoroutinesNoInit(t *testing.T) {
	eachFile(t, func(_, name string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s starts a goroutine", name)
			case *ast.FuncDecl:
				if n.Name.Name == "init" && n.Recv == nil {
					t.Errorf("%s has an init function", name)
				}
			}
			return true
		})
	})
}

// TestRulesDoNotReadTheClock: those who reckon with times get them as arguments.
func TestRulesDoNotReadTheClock(t *testing.T) {
	eachFile(t, func(_, name string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "time" && now[sel.Sel.Name] {
				t.Errorf("%s uses time.%s", name, sel.Sel.Name)
			}
			return true
		})
	})
}

// eachFile calls do for every file here and below that is no test.
func eachFile(t *testing.T, do func(dir, name string, f *ast.File)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil {
			do(path.Dir(name), name, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
