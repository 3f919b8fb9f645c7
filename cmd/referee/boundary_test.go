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
	"referee/engine"
)

// ordinary are words of a game that are other words as well: of wargames, or in a language, whose
// catalogue is named.
var ordinary = map[string]string{"combat": "", "replacement": "", "blue": "", "celles": "fr.toml"}

// packages is where the packages of each game lie, and first what the file of its entry is called.
var packages = map[string][]string{
	"celles": {"celles", "ardennes", "ground"}, "america-triumphant": {"america", "ardennes", "ground"}, "allied-orders": {"alliedorders", "orderdeck"},
	"notary": {"notary"},
}

// ofItsOwn says of a path under the root of the tree whether it is a game's own.
func ofItsOwn(path, game string) bool {
	at := packages[game]
	return filepath.Base(path) == at[0]+".go" || slices.ContainsFunc(strings.Split(filepath.ToSlash(filepath.Dir(path)), "/"), func(dir string) bool {
		return slices.Contains(at, dir)
	})
}

// namesGames are the places that may name a game, each with its reason.
var namesGames = map[string]string{
	"bot/test/refereetest/offered": "the games whose matches are prepared for tests of doors",
	"cmd/lab":                      "experiments play the games that they are about; nothing of it is installed",
	"cmd/games/games.go":           "the list of games, a line for each",
	"cmd/games/gamestest":          "the entry of the game for tests",
	"engine/enginetest":            "the suite of all games, and the game for tests",
}

// TestOnlyGamePackagesNameGames: outside its own package, and its entry, no Go file and no catalogue holds a word
// of a game that people can play: its name, its seats, its pieces and what they belong to, its chits and its
// places. The words are those that the game says of itself. The game for tests is the example of comments.
func TestOnlyGamePackagesNameGames(t *testing.T) {
	t.Parallel()
	for _, g := range games.Known() {
		t.Run(g.ID, func(t *testing.T) {
			words := wordsOf(t, g)
			shared := map[string][]string{} // with another game: its packages may say them
			for _, other := range games.Known() {
				shared[other.ID] = wordsOf(t, other)
			}
			if g.Players != nil && len(words) < 60 {
				t.Fatalf("only %d words", len(words))
			}
			files := 0
			for _, dir := range []string{"bot", "cmd", "engine", "render", "store"} {
				err := filepath.WalkDir(filepath.Join("..", "..", dir), func(name string, d fs.DirEntry, err error) error {
					path, _ := filepath.Rel(filepath.Join("..", ".."), name)
					if err != nil || d.IsDir() && (namesGames[filepath.ToSlash(path)] != "" || d.Name() == "testdata") {
						if err == nil {
							err = filepath.SkipDir
						}
						return err
					}
					if d.IsDir() || ofItsOwn(path, g.ID) || namesGames[filepath.ToSlash(path)] != "" || strings.HasSuffix(name, "_test.go") ||
						!slices.Contains([]string{".go", ".toml"}, filepath.Ext(name)) {
						return nil
					}
					files++
					text, err := os.ReadFile(name)
					if err != nil {
						return err
					}
					small, theirs := strings.ToLower(string(text)), []string(nil)
					for id, list := range shared {
						if ofItsOwn(path, id) {
							theirs = list
						}
					}
					for _, w := range words {
						if _, found := slices.BinarySearch(theirs, w); found {
							continue
						}
						if !strings.Contains(small, w) || ordinary[w] == filepath.Base(name) { // mostly; it is much quicker than an expression
							continue
						}
						for _, at := range regexp.MustCompile(`\b`+regexp.QuoteMeta(w)+`\b`).FindAllStringIndex(small, -1) {
							t.Errorf("%s:%d: %q", path, 1+strings.Count(small[:at[0]], "\n"), w)
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if files < 400 {
				t.Fatalf("only %d files", files)
			}
		})
	}
}

// wordsOf are the words of a game that are no others', in small letters.
func wordsOf(t *testing.T, g games.Module) []string {
	t.Helper()
	opened, err := g.Open(g.Files(), g.Law)
	if err != nil {
		t.Fatal(err)
	}
	info := opened.Info()
	words := []string{info.Game, info.Title}
	for _, s := range info.Seats {
		words = append(words, string(s))
	}
	for _, p := range info.Counters {
		words = append(words, p.ID, p.Group)
	}
	if info.Board == nil {
		for _, owner := range info.Vocabulary.AddedWords("owner") {
			words = append(words, string(owner))
		}
	} else {
		for _, h := range info.Board.Hexes {
			words = append(words, h.Name)
		}
		for _, e := range info.Board.Edges {
			words = append(words, e.Name)
		}
	}
	for _, kind := range []engine.WordKind{"chit", "unit", "formation"} {
		words = append(words, info.Words[kind]...)
	}
	var out []string
	for _, w := range words {
		if in, known := ordinary[w]; len(w) > 3 && (!known || in != "") {
			out = append(out, strings.ToLower(w))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
