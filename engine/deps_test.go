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

	"referee/engine/enginetest/imports"
)

// allowed lists, for packages in this folder, what they may import, and why.
// engine/match and engine/dice keep lists of their own; a game may import what
// forbidden and outside leave it.
var allowed = map[string]map[string]string{
	".": {
		"cmp":                    "what is wrong with a vocabulary, in order",
		"encoding/json":          "the stored form of events",
		"errors":                 "all that is wrong with a vocabulary",
		"fmt":                    "errors",
		"io/fs":                  "catalogues are a file system",
		"maps":                   "options of a set-up, in a fixed order",
		"math":                   "arcs of glyphs",
		"referee/engine/hex":     "coordinates",
		"referee/engine/refusal": "what a player is told",
		"regexp":                 "what a word may look like",
		"slices":                 "searching",
		"strconv":                "ids of prompts",
		"strings":                "the text of a standing order",
		"sync":                   "states that are written again",
		"unicode":                "letters that a terminal can show",
	},
	"hex": {
		"fmt": "errors",
	},
	"refusal": {},
	"enginetest": {
		"bytes":                      "values are compared as JSON",
		"cmp":                        "defaults of a suite",
		"encoding/hex":               "the form of a data hash",
		"encoding/json":              "values are compared as JSON",
		"errors":                     "errors",
		"fmt":                        "errors",
		"github.com/BurntSushi/toml": "reads catalogues as the program does, which has it by way of go-i18n",
		"hash/fnv":                   "a seed for each property",
		"io/fs":                      "catalogues are a file system",
		"maps":                       "sorted keys",
		"math/rand/v2":               "random play, out of a seed",
		"os":                         "perft files",
		"path/filepath":              "perft files",
		"referee/engine":             "the contract that it checks",
		"referee/engine/hex":         "coordinates",
		"reflect":                    "windows are compared as they are",
		"slices":                     "sorting, searching",
		"strconv":                    "perft files",
		"strings":                    "texts of failures",
		"testing":                    "the suite runs as a test",
		"text/template/parse":        "what arguments a message uses",
		"unicode/utf8":               "the length of names on counters",
	},
	"enginetest/glyphs": {"referee/engine": "the form of a vocabulary"},
	"enginetest/imports": {
		"fmt":           "what is wrong, in words",
		"go/parser":     "reads imports",
		"go/token":      "go/parser wants it",
		"path/filepath": "the files of a package",
		"slices":        "sorting",
		"strconv":       "paths are quoted",
		"strings":       "names of tests, hosts in paths",
		"testing":       "fails tests",
	},
	"enginetest/patience": {
		"crypto/sha256":  "the hash of the data set",
		"embed":          "the data set and the catalogues",
		"encoding/hex":   "the hash of the data set",
		"encoding/json":  "the stored form of events",
		"errors":         "errors",
		"fmt":            "errors and the position text",
		"io/fs":          "the data set is a file system",
		"referee/engine": "the contract",
		"strconv":        "faces of the die",
		"strings":        "the position text",
	},
	"enginetest/rulecase": {
		"bufio":                "cases are read line by line",
		"encoding/json":        "fields of events and answers, by their names",
		"errors":               "refusals",
		"fmt":                  "what a case failed of",
		"os":                   "the files of cases",
		"path/filepath":        "the files of cases",
		"referee/engine":       "the contract",
		"referee/engine/match": "single answers are given as in a match",
		"slices":               "searching",
		"strconv":              "numbers as words",
		"strings":              "lines and words",
		"testing":              "cases run as tests",
	},
	"enginetest/toy": {
		"embed":                       "the data set and the catalogues",
		"errors":                      "a data set that is too small",
		"fmt":                         "errors",
		"io/fs":                       "the data set is a file system",
		"referee/engine":              "the contract",
		"referee/engine/hex":          "coordinates",
		"referee/engine/kit/answer":   "walking an answer",
		"referee/engine/kit/board":    "the map",
		"referee/engine/kit/chance":   "the faces of the die that win",
		"referee/engine/kit/csvtable": "the data set",
		"referee/engine/kit/drawings": "how the words of the game are drawn",
		"referee/engine/kit/events":   "the list of events",
		"referee/engine/kit/facts":    "the position text",
		"referee/engine/kit/lists":    "those of a list that fit",
		"referee/engine/kit/names":    "units by their ids",
		"referee/engine/kit/reach":    "where units can go, as an answer",
		"referee/engine/kit/set":      "groups of units",
		"referee/engine/kit/standing": "standing orders",
		"referee/engine/kit/usage":    "verbs and queries as they are typed",
		"slices":                      "searching",
		"strconv":                     "numbers",
		"strings":                     "whether a word names a unit",
	},
}

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
	".":                   {"sync": "states of which nobody has a position are written again; rules are not in it"},
	"celles/think":        {"math/rand/v2": "players draw at random out of the record; rules do not know them"},
	"chain":               {"sync": "acts to fill are used again; rules and positions are not in it"},
	"chain/chaintest":     {"os": "goldens"},
	"clock":               {"time": "hours and zones of players, as arguments"},
	"dice":                {"math/rand/v2": "seeded rollers for self-play", "time": "when rounds of a beacon are due"},
	"dice/beacon":         {"github.com/cloudflare/circl/sign/bls": "signatures of a public beacon", "time": "when rounds are due"},
	"dice/vrf":            {"filippo.io/edwards25519": "proofs of rolls"},
	"enginetest":          {"math/rand/v2": "random play", "os": "perft files", "path/filepath": "perft files", "github.com/BurntSushi/toml": "catalogues"},
	"enginetest/imports":  {"path/filepath": "the files of a package"},
	"enginetest/rulecase": {"os": "the files of cases", "path/filepath": "the files of cases"},
	"league":              {"time": "dates and durations, as arguments"},
	"match":               {"time": "times are arguments and part of the record"},
	"match/matchtest":     {"math/rand/v2": "matches are conducted at random, out of a seed"},
	"play":                {"math/rand/v2": "players draw at random out of the record; rules do not know them"},
	"play/duel":           {"math/rand/v2": "dice of matches between programs, which are no record"},
	"play/playtest":       {"os": "the files of signatures"},
}

// now lists what of package time asks what time it is, which nobody here may.
var now = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true,
	"Tick": true, "NewTimer": true, "NewTicker": true, "Local": true, "LoadLocation": true,
}

func TestImports(t *testing.T) {
	for dir, list := range allowed {
		t.Run(dir, func(t *testing.T) { imports.All(t, dir, list) })
	}
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

// TestNobodyAsksTheTime: those who reckon with times get them as arguments.
func TestNobodyAsksTheTime(t *testing.T) {
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
