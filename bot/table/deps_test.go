package table_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"golang.org/x/term":    "the line editor, and whether there is a terminal",
	"referee/bot/describe": "the board in words",
	"referee/bot/locale":   "what is said",
	"referee/bot/files":    "lines that are typed or of a script",
	"referee/bot/orders":   "words that may follow, and what is wrong with others",
	"referee/bot/referee":  "what can be done",
	"referee/bot/sandbox":  "orders that are tried apart from a match",
	"referee/bot/tutor":    "courses",
	"referee/bot/turnfile": "orders to a turn file, and the reply to it",
	"referee/bot/typed":    "accents and capitals of what is typed",
	"referee/bot/visible":  "texts of strangers at a terminal",
	"referee/engine":       "messages and views are in its types",
	"referee/engine/hex":   "hexes on the board",
	"referee/engine/match": "names of matches, and refusals",
	"referee/render/text":  "the board in letters",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}

// TestNoGameIsNamed: whatever talks to people knows no game but what it is told.
func TestNoGameIsNamed(t *testing.T) {
	named := regexp.MustCompile(`(?i)celles|lehr|panzer|german|allied|meuse|rochefort|\btoy\b`)
	for _, name := range append(sources(t, "../*/*.go"), sources(t, "../*/*.toml")...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if word := named.FindString(line); word != "" {
				t.Errorf("%s:%d: %q: %s", name, i+1, word, line)
			}
		}
	}
}

// sources lists files that are no tests.
func sources(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	var out []string
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			out = append(out, f)
		}
	}
	return out
}
