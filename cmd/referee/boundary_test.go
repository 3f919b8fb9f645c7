package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"referee/engine/celles"
)

// TestNobodyElseKnowsCelles: outside the game itself and its tests no Go file
// holds a word of it: formations, units, kinds of chit, places. Words that are
// no words of Celles alone are common.
func TestNobodyElseKnowsCelles(t *testing.T) {
	g, err := celles.Open(celles.Files(), cellesGame.law)
	if err != nil {
		t.Fatal(err)
	}
	common := map[string]bool{"combat": true, "replacement": true}
	words := []string{"celles", "german", "allied"}
	for _, kind := range []string{"formation", "unit", "chit"} {
		for k, list := range g.Info().Words {
			if string(k) == kind {
				words = append(words, list...)
			}
		}
	}
	for _, h := range g.Info().Board.Hexes {
		if h.Name != "" {
			words = append(words, strings.ToLower(h.Name))
		}
	}
	if len(words) < 60 {
		t.Fatalf("only %d words", len(words))
	}
	var quoted []string
	for _, w := range words {
		if len(w) > 3 && !common[w] {
			quoted = append(quoted, regexp.QuoteMeta(w))
		}
	}
	known := regexp.MustCompile(`(?i)\b(` + strings.Join(quoted, "|") + `)\b`)
	files := 0
	for _, dir := range []string{"bot", "store", "render"} {
		err := filepath.WalkDir(filepath.Join("..", "..", dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return err
			}
			files++
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for i, line := range strings.Split(string(text), "\n") {
				if w := known.FindString(line); w != "" {
					t.Errorf("%s:%d: %q", name, i+1, w)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 50 {
		t.Fatalf("only %d files", files)
	}
}
