package lines_test

import (
	"regexp"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
)

// vocabulary are all words that may stand in an order of a game, folded: its ids and literals, verbs in
// every spelling of every language, names of places word by word, numbers of four digits, and what may
// stand between two orders.
func vocabulary(t testing.TB, game string) map[string]bool {
	t.Helper()
	info := toy.Strict().Info()
	if game == "celles" {
		g, err := celles.Open(celles.Files(), 1)
		if err != nil {
			t.Fatal(err)
		}
		info = g.Info()
	}
	words, err := locale.New(info, lines.Catalogue)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	add := func(name string) {
		for _, lang := range locale.Languages {
			for _, way := range words.Spellings(lang, name) {
				out[typed.Fold(way)] = true
			}
		}
	}
	for _, list := range info.Words {
		for _, w := range list {
			add(w)
		}
	}
	for _, v := range info.Verbs {
		add(v.Name)
		for _, s := range v.Slots {
			add(s.Literal)
		}
	}
	for _, place := range orders.Places(info.Board) {
		out[typed.Fold(place)] = true
		for _, w := range strings.Fields(typed.Name(place)) {
			out[w] = true
		}
	}
	for _, lang := range locale.Languages {
		for _, w := range strings.Split(words.Say(lang, engine.Say("mail.typed.then")), "|") {
			out[typed.Fold(w)] = true
		}
	}
	for _, q := range info.Queries { // "draw; score"
		add(q.Name)
	}
	for _, name := range []string{"try", "undo", "offer", "accept", "decline", "resign", "yes", "go-on", "options", "board", "units", "status", "map", "changed", "log", "dice", "rules", "law", "why", "help", "matches", "new"} {
		add(name)
	}
	return out
}

// around is what may stand around a word of an order.
var around = regexp.MustCompile(`^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$`)

// plainWords are the words of a line without marks around them, bullets and numbers of lists. What has the
// form of a hex is left out: the game says whether it is one.
func plainWords(line string) []string {
	// Remarks are not read, and letters that nobody sees are in no word.
	line = strings.NewReplacer(",", " ", ";", " ").Replace(typed.Plain(typed.Unremarked(line)))
	var out []string
	for i, w := range strings.Fields(line) {
		w = around.ReplaceAllString(typed.Fold(dashes.ReplaceAllString(w, "-")), "")
		if w == "" || number.MatchString(w) && i < 3 || hex.MatchString(w) {
			continue
		}
		out = append(out, w)
	}
	return out
}

var (
	dashes = regexp.MustCompile(`[\p{Pd}\x{2212}]`)
	number = regexp.MustCompile(`^\d{1,2}$`)
	hex    = regexp.MustCompile(`^\d{4}$`)
)

// TestLanguagesByName: a language may be named by its code, and as any of ours calls it.
func TestLanguagesByName(t *testing.T) {
	for _, lang := range locale.Languages {
		ways := []string{lang, strings.ToUpper(lang)}
		for _, in := range locale.Languages {
			ways = append(ways, locale.Named(lang, in), typed.Fold(locale.Named(lang, in)))
		}
		for _, word := range ways {
			if got := lines.Language(word); got != lang {
				t.Errorf("%q is %q, want %q", word, got, lang)
			}
		}
	}
	for word, want := range map[string]string{
		"English": "en", "anglais": "en", "ingles": "en", "Français": "fr", "frances": "fr", "Español": "es", "espagnol": "es",
		"": "", "klingon": "",
	} {
		if got := lines.Language(word); got != want {
			t.Errorf("%q is %q, want %q", word, got, want)
		}
	}
}
