package lines

import (
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/typed"
	"referee/engine"
)

// Grammar is how lines are read about a match of one game, or about none. It never changes, and may
// be used from many goroutines.
type Grammar struct {
	info  *engine.Info
	words *locale.Words
	games []string
	// programs are the names of those that play one of the games.
	programs []string
	places   *orders.Reader // nil: about no match
	verbs    map[string]template
	queries  map[string]template
	known    map[string]bool // words of any kind and literals
	lone     map[string]bool // seats: whoever signs with one orders nothing
	fixed    map[string]map[string]entry
	joins    map[string]map[string]bool // by language: words between two orders
	replies  map[string]map[string]bool // by language: words before a number
}

// template is what may stand behind a verb or query, in any order: whether it does in this one is
// found out when it is obeyed.
type template struct {
	words map[string]bool
	hexes bool
	alone bool // it is whole without another word
}

// New makes the grammar of a game: nil is of none. words must have [Catalogue]; games are the ids of
// those that can be opened, programs the names of those that one can play against.
func New(info *engine.Info, words *locale.Words, games, programs []string) *Grammar {
	g := &Grammar{
		info: info, words: words, games: games, programs: programs,
		verbs: map[string]template{}, queries: map[string]template{}, known: map[string]bool{}, lone: map[string]bool{},
		fixed: map[string]map[string]entry{}, joins: map[string]map[string]bool{}, replies: map[string]map[string]bool{},
	}
	for _, lang := range locale.Languages {
		g.fixed[lang] = entries(words, lang)
		g.joins[lang], g.replies[lang] = spelled(words, lang, "mail.typed.then"), spelled(words, lang, "mail.typed.reply")
	}
	if info == nil {
		return g
	}
	g.places = orders.New(info)
	for _, list := range info.Words {
		for _, w := range list {
			g.known[w] = true
		}
	}
	for _, v := range info.Verbs {
		t := template{words: map[string]bool{}, alone: true}
		for _, s := range v.Slots {
			if s.Literal != "" {
				t.words[s.Literal], g.known[s.Literal] = true, true
			}
			g.take(&t, s.Arg)
			t.alone = t.alone && s.Arg == ""
		}
		g.verbs[v.Name] = t
	}
	for _, q := range info.Queries {
		t := template{words: map[string]bool{}, alone: true}
		for _, a := range q.Args {
			g.take(&t, a.Kind)
			t.alone = t.alone && a.Optional
		}
		g.queries[q.Name] = t
	}
	for _, s := range info.Seats {
		g.lone[string(s)] = true
	}
	return g
}

// take adds the words of a kind to a template.
func (g *Grammar) take(t *template, kind engine.WordKind) {
	for _, w := range g.info.Words[kind] {
		t.words[w] = true
	}
	t.hexes = t.hexes || kind == "hex"
}

// fits reports whether a word may stand in a template, with the mark before a piece that joins
// others or without.
func (t template) fits(word string) bool {
	bare := strings.TrimPrefix(word, "+")
	return t.words[bare] || t.words[word] || t.hexes && isHex(bare)
}

// isHex reports whether a word has the form of a hex, so that the game can say why it is refused.
func isHex(word string) bool {
	if len(word) != 4 {
		return false
	}
	return strings.Trim(word, "0123456789") == ""
}

// isID reports whether a word is an id of the game that nobody writes in prose: one with a hyphen,
// or with digits and more than those, or a hex of the map.
func (g *Grammar) isID(word string) bool {
	word = strings.TrimPrefix(word, "+")
	return g.known[word] && hasShape(word)
}

// hasShape reports whether a word looks like an id.
func hasShape(word string) bool {
	digits := strings.ContainsAny(word, "0123456789")
	return isHex(word) || strings.ContainsAny(word, "-_") || digits && strings.Trim(word, "0123456789.,:") != ""
}

// meant is what a folded word means in a language, as the program calls it.
func (g *Grammar) meant(lang, word string) string { return g.words.Typed(lang, word) }

// shown reports whether a word was written as the program shows it: by its own name, or by the one
// that comes first in the language.
func (g *Grammar) shown(lang, written, name string) bool {
	return written == name || written == typed.Fold(g.words.Called(lang, name))
}

// languages are those in which a line is read: who wrote it reads the first.
func languages(first string) []string {
	first = locale.Pick(first)
	return append([]string{first}, slices.DeleteFunc(slices.Clone(locale.Languages), func(l string) bool { return l == first })...)
}

// spelled are the ways in which a language writes a word of the catalogue of this package.
func spelled(words *locale.Words, lang, key string) map[string]bool {
	out := map[string]bool{}
	for _, way := range strings.Split(words.Say(lang, engine.Say(key)), "|") {
		out[typed.Fold(way)] = true
	}
	return out
}
