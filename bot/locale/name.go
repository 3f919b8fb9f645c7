package locale

import (
	"slices"
	"strings"

	"referee/engine"
)

// Called is what a language calls a verb or a query of the game: its own name
// where the catalogue has no other ("command."+name).
func (w *Words) Called(lang, name string) string {
	key := "command." + name
	if !w.Has(lang, key) {
		return name
	}
	return strings.ToLower(w.Say(lang, engine.Say(key)))
}

// Verbs is what was typed with the verbs as the game calls them: they may be
// typed as the language calls them, too.
func (w *Words) Verbs(lang, typed string) string {
	return w.renamed(lang, typed, w.verbs)
}

// Queries is Verbs for the queries of the game.
func (w *Words) Queries(lang, typed string) string {
	return w.renamed(lang, typed, w.queries)
}

// renamed is a text with some names as the game calls them, and one blank
// between its words. A word that is a name already stays.
func (w *Words) renamed(lang, typed string, names []string) string {
	words := strings.Fields(typed)
	for i, word := range words {
		if slices.Contains(names, strings.ToLower(word)) {
			continue
		}
		for _, name := range names {
			if w.Called(lang, name) == strings.ToLower(word) {
				words[i] = name
			}
		}
	}
	return strings.Join(words, " ")
}

// Quote is a refusal that names verbs and queries, in its arguments "word" and
// "query", as a language calls them.
func (w *Words) Quote(lang string, m engine.Msg) engine.Msg {
	m.Args = slices.Clone(m.Args)
	for i, a := range m.Args {
		switch {
		case a.Kind == engine.ArgMsg:
			m.Args[i] = engine.Sub(a.Name, w.Quote(lang, *a.Msg))
		case (a.Name == "word" || a.Name == "query") && (slices.Contains(w.verbs, a.Text) || slices.Contains(w.queries, a.Text)):
			m.Args[i].Text = w.Called(lang, a.Text)
		}
	}
	return m
}
