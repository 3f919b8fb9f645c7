package table_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

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
