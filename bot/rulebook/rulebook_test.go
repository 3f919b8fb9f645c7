package rulebook

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/lists"
)

func opened(t *testing.T, g engine.Game, err error) (*engine.Info, *locale.Words) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	w, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	return g.Info(), w
}

// TestFind finds paragraphs and readings by number, with those below, and by words in any language, without accents.
func TestFind(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	info, w := opened(t, g, err)
	for _, c := range []struct{ lang, text, want string }{
		{"en", "7.1", "7.1"},
		{"en", "§ 11.1", "11.1 11.1/1 11.1/2"},
		{"en", "8.", "8 8/1 8/2 8.1 8.2 8.2/1 8.3 8.3/1 8.4 8.5 8.5/1 8.5/2"},
		{"en", "9999", ""},
		{"en", "RETREATING unit", "11.1"},
		{"fr", "desorganisee zone", "9 12"},
		{"fr", "map", "2/2 15 15/1 15/2"}, // as “carte” comes from a table, which knows it as a command
		{"fr", "carte", "2/2 15 15/1 15/2"},
		{"es", "mapa", "2/2 15 15/1"},
		{"es", "Mosa", "8.1 9/1 11.2/1 16"},
	} {
		got := strings.Join(lists.Map(Find(w, c.lang, info, c.text), func(e Entry) string {
			if e.Number != "" {
				return e.Number
			}
			return e.Rule
		}), " ")
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestBelow: where parts are numbered without a full stop, a number finds them, too.
func TestBelow(t *testing.T) {
	g, err := america.Open(america.Files(), 1)
	info, w := opened(t, g, err)
	rules := func(text string) []string {
		return slices.Compact(lists.Map(Find(w, "en", info, text), func(e Entry) string { return e.Rule }))
	}
	if got := rules("9.5"); len(got) != 8 {
		t.Errorf("9.5: %q", got)
	}
	if got := rules("1"); len(got) > 0 {
		t.Errorf("1: %q", got)
	}
	if got := Of(w, "en", info, "7.2"); len(got) != 2 || got[0].Number != "" || got[1].Number != "7.2/1" {
		t.Errorf("7.2: %v", got)
	}
}

// TestReadingsAlone: a game that says nothing about its paragraphs still has its readings.
func TestReadingsAlone(t *testing.T) {
	info, w := opened(t, toy.Strict(), nil)
	if list := Find(w, "en", info, ""); len(list) == 0 || list[0].Number == "" || list[0].Title != "" {
		t.Errorf("%v", list)
	}
}

// TestEveryParagraphIsExplained: each has a title and one sentence in every language, and no two the same.
func TestEveryParagraphIsExplained(t *testing.T) {
	for _, open := range []func() (engine.Game, error){
		func() (engine.Game, error) { return celles.Open(celles.Files(), 1) },
		func() (engine.Game, error) { return america.Open(america.Files(), 1) },
	} {
		g, err := open()
		info, w := opened(t, g, err)
		for _, lang := range locale.Languages {
			seen := map[string]string{}
			for _, n := range info.Paragraphs {
				for _, part := range []string{"title", "text"} {
					text, err := w.Try(lang, engine.Say("rule."+n+"."+part))
					if err != nil || seen[text] != "" {
						t.Errorf("%s %s %s: %q, as %s: %v", info.Game, lang, n, text, seen[text], err)
					}
					if seen[text] = n; part == "text" && (!strings.HasSuffix(text, ".") || strings.Contains(text, ". ")) {
						t.Errorf("%s %s %s: not one sentence: %q", info.Game, lang, n, text)
					}
				}
			}
		}
		for _, r := range info.Readings {
			if !slices.Contains(info.Paragraphs, r.Rule) {
				t.Errorf("%s: %s has readings, and nothing says what it is about", info.Game, r.Rule)
			}
		}
		for _, v := range info.Verbs {
			if v.Rule != "" && !slices.Contains(info.Paragraphs, v.Rule) {
				t.Errorf("%s: %q cites %s, and nothing says what it is about", info.Game, v.Name, v.Rule)
			}
		}
	}
}
