package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/cmd/games"
	"referee/engine/celles"
)

// TestNobodyElseKnowsCelles: outside the game itself and its tests no Go file
// holds a word of it: formations, units, kinds of chit, places. Words that are
// no words of Celles alone are common.
func TestNobodyElseKnowsCelles(t *testing.T) {
	g, err := celles.Open(celles.Files(), games.Celles().Law)
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
	words = slices.DeleteFunc(words, func(w string) bool { return len(w) <= 3 || common[w] })
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
			small := strings.ToLower(string(text))
			for _, w := range words {
				if !strings.Contains(small, w) { // mostly; it is much quicker than an expression
					continue
				}
				for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(w)+`\b`).FindAllStringIndex(small, -1) {
					t.Errorf("%s:%d: %q", name, 1+strings.Count(small[:at[0]], "\n"), w)
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
