package locale

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"referee/bot/typed"
	"referee/engine"
	"referee/engine/kit/lists"
)

// spelled are the prefixes of the keys that say how a word can be typed, the one that
// names it first: verbs, queries and clauses of a game; its other words; what a table
// does; what is typed after that; arguments.
var spelled = []string{"command.", "typed.", "table.command.", "table.typed.", "argument."}

// otherwise separates the spellings of a word.
const otherwise = "|"

// Called is the name, in a language, of a word that can be typed; the word itself if
// the catalogue has no other. Of a text with a file it is the text with the name of the file.
func (w *Words) Called(lang, name string) string {
	if text, f := engine.CutFile(name); f != nil {
		return text + " [" + f.Name + "]"
	}
	if names := w.spellings(lang, name); len(names) > 0 {
		return names[0]
	}
	return name
}

// Spellings lists the ways in which a word can be typed in a language, the one that is
// shown first. English ones can be typed in every language, and the word itself.
func (w *Words) Spellings(lang, name string) []string {
	var out []string
	for _, s := range slices.Concat(w.spellings(lang, name), w.spellings(Languages[0], name), []string{name}) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// spellings are those that the catalogue of a language has.
func (w *Words) spellings(lang, name string) []string {
	var out []string
	for _, prefix := range spelled {
		if prefix == "argument." && !w.arguments[name] {
			continue
		}
		if key := prefix + name; w.Has(lang, key) {
			out = append(out, strings.Split(strings.ToLower(w.Say(lang, engine.Say(key))), otherwise)...)
		}
	}
	return out
}

// vocabulary maps the words that can be typed in a language, folded as package typed
// does, to what they mean. A name of the game means itself, and of two meanings that of
// the prefix that comes first in spelled counts: a word of the game hides one of the table.
func (w *Words) vocabulary(lang string) map[string]string {
	out := map[string]string{}
	for _, l := range []string{Languages[0], lang} {
		for _, prefix := range slices.Backward(spelled) {
			for key := range w.messages(l) {
				name, found := strings.CutPrefix(key, prefix)
				if !found || prefix == "argument." && !w.arguments[name] {
					continue
				}
				for s := range strings.SplitSeq(strings.ToLower(w.Say(l, engine.Say(key))), otherwise) {
					out[typed.Fold(s)] = name
				}
			}
		}
	}
	for name := range w.own {
		delete(out, name)
	}
	return out
}

// Typed translates what was typed into the words of the game and the table: they may be
// typed in the reader's language, in capitals, and without accents, and are cleaned
// ([typed.Clean]). A word that is a name already is not changed. Words are separated by
// one blank. The text that ends an order of the game is left as it is.
func (w *Words) Typed(lang, text string) string {
	if w.info != nil {
		for i := range w.info.Verbs {
			v := &w.info.Verbs[i]
			if words, rest, ok := v.Split(text); ok && w.meant(lang, typed.Fold(words[0])) == v.Name {
				rest = engine.TextMark + rest + engine.TextMark // it is split once more, and a "!" at its end is its own
				return strings.Join(append(lists.Map(words, func(word string) string { return w.meant(lang, word) }), rest), " ")
			}
		}
	}
	words := strings.Fields(typed.Clean(text))
	for i, word := range words {
		words[i] = w.meant(lang, word)
	}
	return strings.Join(words, " ")
}

// meant is one word of Typed, with its prefix and suffix in an order.
func (w *Words) meant(lang, word string) string {
	if name, known := w.meanings[Pick(lang)]()[typed.Fold(word)]; known {
		return name
	}
	if bare, cut := strings.CutPrefix(word, "+"); cut {
		return "+" + w.meant(lang, bare)
	}
	for _, mark := range []string{":", "!"} { // "red: …" is for a seat; "stop!" is meant
		if bare, cut := strings.CutSuffix(word, mark); cut {
			return w.meant(lang, bare) + mark
		}
	}
	if id, value, both := strings.Cut(word, "="); both {
		return w.meant(lang, id) + "=" + w.value(lang, value)
	}
	return word
}

// value is the value of an option, the words of which a hyphen joins: "red-2".
func (w *Words) value(lang, value string) string {
	if name := w.meant(lang, value); name != value {
		return name
	}
	first, rest, several := strings.Cut(value, "-")
	if !several {
		return value
	}
	return w.meant(lang, first) + "-" + rest
}

// Quote translates the words in the arguments of a refusal ("word", "query" and so on)
// into a language.
func (w *Words) Quote(lang string, m engine.Msg) engine.Msg {
	m.Args = slices.Clone(m.Args)
	for i, a := range m.Args {
		switch {
		case a.Kind == engine.ArgMsg:
			m.Args[i] = engine.Sub(a.Name, w.Quote(lang, *a.Msg))
		case a.Kind == engine.ArgList:
			m.Args[i].List = w.Quote(lang, engine.Msg{Args: a.List}).Args
		case slices.Contains(quoted, a.Name) && a.Kind == engine.ArgText:
			words := strings.Split(a.Text, " ")
			for j := range words {
				words[j] = w.Called(lang, words[j])
			}
			m.Args[i].Text = strings.Join(words, " ")
		}
	}
	return m
}

// quoted are the arguments that repeat what was typed, or name what can be typed.
var quoted = []string{"word", "query", "path", "order", "finish", "clause", "arg", "example"}

// Program is the name of a program that plays: "Captain". One that the catalogues do not
// name is called as in the record.
func (w *Words) Program(lang, name string) string {
	key := "noun." + name
	if !w.Has(Languages[0], key) {
		return name
	}
	text := w.Say(lang, engine.Say(key))
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Computer is a program among people: "Captain (computer)".
func (w *Words) Computer(lang, name string) string {
	return w.Say(lang, engine.Say("referee.computer", engine.Text("name", w.Program(lang, name))))
}
