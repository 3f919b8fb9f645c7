package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/table"
	"referee/bot/typed"
	"referee/engine"
)

// typedWords are the words of a game and of a table that can be typed, without the
// names of pieces, hexes and formations, which are the same in every language.
func typedWords(info *engine.Info) []string {
	names := map[string]bool{}
	for _, name := range strings.Fields("list arm verify luck proof export back phase turn yes all plain orders questions looking playing none done") {
		names[name] = true
	}
	for _, name := range table.Commands() {
		names[name] = true
	}
	for _, v := range info.Verbs {
		names[v.Name] = true
		for _, s := range v.Slots {
			names[s.Literal] = true
		}
	}
	for _, q := range info.Queries {
		names[q.Name] = true
	}
	for _, o := range info.Options {
		names[o.ID] = true
	}
	for _, c := range info.Clauses {
		names[c.Name] = true
		for _, a := range c.Args {
			names[a.Name] = true
		}
	}
	for _, kind := range []engine.WordKind{"intensity", "side", "direction", "preference"} {
		for _, w := range info.Words[kind] {
			names[w] = true
		}
	}
	for _, w := range []string{"combat", "extra_move", "replacement", "allied_air", "then"} {
		names[w] = true
	}
	delete(names, "")
	return slices.Sorted(maps.Keys(names))
}

// cellesWords is what can be typed in Celles, and what it is called.
func cellesWords(t *testing.T) (*engine.Info, *locale.Words) {
	t.Helper()
	g, err := known.Open("celles", nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	return g.Info(), w
}

// TestEveryWordThatCanBeTyped: in each language every word has a name, no name is that of
// two words or of a place, a piece or a formation, and each is understood with and without
// accents and capitals, as are the English ones everywhere. The list is
// testdata/words.txt; -update writes it.
func TestEveryWordThatCanBeTyped(t *testing.T) {
	info, w := cellesWords(t)
	var list strings.Builder
	for _, lang := range locale.Languages {
		fmt.Fprintf(&list, "# %s\n", lang)
		means := map[string]string{}
		for _, place := range orders.Places(info.Board) {
			means[typed.Fold(place)] = place
		}
		for _, kind := range []engine.WordKind{"unit", "hex", "formation"} {
			for _, id := range info.Words[kind] {
				means[id] = id
			}
		}
		for _, name := range typedWords(info) {
			all := w.Spellings(lang, name)
			fmt.Fprintf(&list, "%-16s %s\n", name, strings.Join(all, " "))
			if w.Called(lang, name) != all[0] {
				t.Errorf("%s: %s is shown as %s, which is not its first name", lang, name, w.Called(lang, name))
			}
			for _, word := range all {
				for _, way := range []string{word, strings.ToUpper(word), typed.Fold(word)} {
					if got := w.Typed(lang, way); got != name && typed.Fold(got) != name {
						t.Errorf("%s: %q is read as %q, want %q", lang, way, got, name)
					}
				}
				if other, taken := means[typed.Fold(word)]; taken && other != name {
					t.Errorf("%s: %q is %s and %s", lang, word, other, name)
				}
				means[typed.Fold(word)] = name
			}
			if lang != locale.Languages[0] && !w.Has(lang, "command."+name) && !w.Has(lang, "typed."+name) &&
				!w.Has(lang, "table.command."+name) && !w.Has(lang, "table.typed."+name) && !w.Has(lang, "argument."+name) {
				t.Errorf("%s: %s has no name", lang, name)
			}
		}
	}
	const golden = "testdata/words.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(list.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if list.String() != string(want) {
		t.Errorf("%s is not what can be typed: -update writes it", golden)
	}
}

// TestMessagesNameTheWordsOfTheirLanguage: where Celles says what to type, it says the word
// that the reader's language has for it.
func TestMessagesNameTheWordsOfTheirLanguage(t *testing.T) {
	info, w := cellesWords(t)
	typed := typedWords(info)
	own := map[string][]string{"fr": {"place", "combat"}, "es": {"no", "dice"}} // words of the language, too
	message := regexp.MustCompile(`(?m)^"([^"]+)" = "(.*)"$`)
	template := regexp.MustCompile(`\{\{.*?\}\}`)
	word := regexp.MustCompile(`[\pL_-]+`)
	for _, lang := range locale.Languages[1:] {
		text, err := fs.ReadFile(info.Catalogues, lang+".toml")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range message.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "command.") || strings.HasPrefix(m[1], "typed.") || strings.HasPrefix(m[1], "argument.") {
				continue
			}
			for _, said := range word.FindAllString(template.ReplaceAllString(m[2], " "), -1) {
				if slices.Contains(typed, said) && w.Called(lang, said) != said && !slices.Contains(own[lang], said) {
					t.Errorf("%s: %s names %q, which is %q there", lang, m[1], said, w.Called(lang, said))
				}
			}
		}
	}
}

// TestPagesTypeWords: each word that the tables of a page say to type at the terminal can be typed there, in its language.
func TestPagesTypeWords(t *testing.T) {
	info, w := cellesWords(t)
	known := map[string]bool{"two": true}
	for _, name := range typedWords(info) {
		known[name] = true
	}
	for _, list := range info.Words {
		for _, word := range list {
			known[word] = true
		}
	}
	inCode, tried := regexp.MustCompile("`([^`]+)`"), 0
	for page, lang := range map[string]string{"play.md": "en", "play.fr.md": "fr", "play.es.md": "es", "time-zones.md": "en", "computer-players.md": "en"} {
		column := -1
		for line := range strings.Lines(readRoot(t, "docs/"+page)) {
			if !strings.HasPrefix(line, "|") {
				column = -1
				continue
			}
			cells := strings.Split(line, "|")
			if column < 0 {
				column = slices.IndexFunc(cells, func(cell string) bool {
					return strings.Contains(cell, " terminal ") || strings.Contains(cell, " at the table")
				})
				continue
			}
			for _, code := range inCode.FindAllStringSubmatch(cells[column], -1) {
				if strings.HasPrefix(code[1], "referee ") {
					continue
				}
				tried++
				for word := range strings.FieldsFuncSeq(code[1], func(r rune) bool { return r == ' ' || r == ':' }) {
					if !known[w.Typed(lang, typed.Fold(word))] && strings.Trim(word, "0123456789") != "" {
						t.Errorf("docs/%s: %q of %q cannot be typed", page, word, code[1])
					}
				}
			}
		}
	}
	if tried < 60 {
		t.Errorf("only %d orders were found", tried)
	}
}
