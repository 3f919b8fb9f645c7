package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"referee/engine"
)

// checkForms: a question, and a reason why an option is closed, that names a word to type has two forms. The one under its key is for readers who have buttons in
// front of them and names no such word; the one under its key and ".typed" names words that can be typed in its language.
func checkForms(t *tour) error {
	info := t.Game.Info()
	all, err := catalogues(info.Catalogues)
	if err != nil {
		return err
	}
	asked := map[string]bool{}
	for _, s := range t.spots() {
		for _, q := range s.pos().Prompts() {
			asked[q.Ask.Key] = true
		}
	}
	err = t.eachAnswer("forms", func(s spot, q engine.Prompt, path []string) error {
		for i := range path {
			node, err := s.pos().Explain(q.ID, path[:i])
			if err != nil {
				continue
			}
			if node.Ask != nil {
				asked[node.Ask.Key] = true
			}
			for _, c := range node.Closed {
				asked[c.Why.Why.Key] = true
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, lang := range engine.Languages {
		words := typable(info, all[lang], all[engine.Languages[0]])
		file := engine.CatalogueFile(info.Catalogues, lang)
		for _, key := range slices.Sorted(maps.Keys(asked)) {
			if i := slices.IndexFunc(all[lang][key].quoted, words.has); i >= 0 {
				return fmt.Errorf("%s: %q names the word %q, which readers with buttons do not type: say what their buttons do, and move this text to %q",
					file, key, all[lang][key].quoted[i], key+engine.TypedForm)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all[lang])) {
			base, typed := strings.CutSuffix(key, engine.TypedForm)
			if !typed {
				continue
			}
			if err := words.formOf(all[lang], base); err != nil {
				return fmt.Errorf("%s: %q %w", file, key, err)
			}
		}
	}
	return nil
}

// spellings are the words that can be typed in a language.
type spellings map[string]bool

// typable lists the words that can be typed in the language of a catalogue: its own, those of English, and those of the game.
func typable(info *engine.Info, own, english catalogue) spellings {
	out := spellings{}
	for _, c := range []catalogue{own, english} {
		for key, t := range c {
			for _, prefix := range []string{"command.", "typed.", "argument."} {
				if name, found := strings.CutPrefix(key, prefix); found {
					out[name] = true
					for _, word := range strings.Split(t.plain, "|") {
						out[word] = true
					}
				}
			}
		}
	}
	for _, list := range info.Words {
		for _, word := range list {
			out[word] = true
		}
	}
	return out
}

// has reports whether a quotation is of words that can be typed.
func (s spellings) has(quoted string) bool {
	words := strings.Fields(quoted)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !s[strings.TrimPrefix(word, "+")] })
}

// formOf checks the form for readers who type of a message that has two.
func (s spellings) formOf(c catalogue, base string) error {
	plain, both := c[base]
	typed := c[base+engine.TypedForm]
	switch i := slices.IndexFunc(typed.quoted, func(q string) bool { return !s.has(q) }); {
	case !both:
		return fmt.Errorf("has no form for readers with buttons, %q", base)
	case len(typed.quoted) == 0:
		return fmt.Errorf("quotes no word to type: without one %q is enough", base)
	case i >= 0:
		return fmt.Errorf("names %q, which cannot be typed", typed.quoted[i])
	case slices.ContainsFunc(plain.quoted, s.has):
		return fmt.Errorf("has a form for readers with buttons that names a word to type as well")
	case !slices.Equal(plain.fields, typed.fields):
		return fmt.Errorf("uses other arguments than %q", base)
	}
	return nil
}
