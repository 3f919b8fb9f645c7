package games_test

import (
	"regexp"
	"testing"

	"referee/bot/locale"
	"referee/cmd/games"
	"referee/engine"
)

// TestNoneIsSingularInFrench: French counts none in the singular, "0 objectif", where English and Spanish have a plural.
func TestNoneIsSingularInFrench(t *testing.T) {
	many := regexp.MustCompile(`^0 \pL+s\b`)
	for _, m := range games.Known() {
		g, err := m.Open(m.Files(), m.Law)
		if err != nil {
			t.Fatal(err)
		}
		words, err := locale.New(g.Info())
		if err != nil {
			t.Fatal(err)
		}
		keys := words.Keys("count.")
		if len(keys) == 0 && len(g.Info().Seats) > 1 { // alone nobody is ahead
			t.Errorf("%s counts nothing", m.ID)
		}
		for _, key := range keys {
			if said := words.Say("fr", engine.Say(key, engine.Num("n", 0), engine.Num("want", 6))); many.MatchString(said) {
				t.Errorf("%s: %s: %q", m.ID, key, said)
			}
		}
	}
}

// TestNumbersOnMapsAreTheReaders: a number drawn on a map has the decimal mark and the fractions of its reader's language.
func TestNumbersOnMapsAreTheReaders(t *testing.T) {
	words, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{"en": {"6.5", "4⅔", "3", "1-3"}, "fr": {"6,5", "4⅔", "3", "1-3"}, "es": {"6,5", "4⅔", "3", "1-3"}} {
		say := func(m engine.Msg) string { return words.Say(lang, m) }
		for i, text := range []string{"6.5", "14/3", "3", "1-3"} {
			if got := engine.SayExact(say, text); got != want[i] {
				t.Errorf("%s: %s is said %s, want %s", lang, text, got, want[i])
			}
		}
	}
}

// TestSamplesAreTheReaders: a text that a player could write is in the reader's language where the game has it there, and else as
// programs write it.
func TestSamplesAreTheReaders(t *testing.T) {
	m := games.Notary()
	g, err := m.Open(m.Files(), m.Law)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, lang := range locale.Languages {
		seen[words.Sample(lang, engine.WriteOption("write-note", 10, "x"))] = true
		if got := words.Sample(lang, engine.WriteOption("write-dice", 10, "2d10")); got != "2d10" {
			t.Errorf("%s: a sample of dice is %q", lang, got)
		}
	}
	if len(seen) != len(locale.Languages) || seen["x"] {
		t.Errorf("samples of a note: %v", seen)
	}
}
