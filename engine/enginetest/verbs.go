package enginetest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"referee/engine"
)

// checkVerbs: a button repeats the verb of its question, in every language. An option that is a word of its own begins with a word of
// the question, in any form. Of two options one is enough, as the other declines; "go" ends a list that the question asks for. A
// question whose words are all in another message is not looked at.
func checkVerbs(t *tour) error {
	info := t.Game.Info()
	all, err := catalogues(info.Catalogues)
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range t.spots() {
		for _, q := range s.pos().Prompts() {
			node, err := s.pos().Options(q.ID, nil)
			if err != nil {
				return s.fail(err)
			}
			shown := strings.Join(append(kinds(node.Options), q.Ask.Key), " ")
			if q.Seat == engine.Chance || seen[shown] {
				continue
			}
			seen[shown] = true
			for _, lang := range engine.Languages {
				if wrong := unasked(all[lang], q, node.Options); wrong != "" {
					return fmt.Errorf("%s: %q = %q does not begin with a word of the question %q = %q", engine.CatalogueFile(info.Catalogues, lang),
						"option."+wrong, all[lang]["option."+wrong].plain, q.Ask.Key, all[lang][q.Ask.Key].plain)
				}
			}
		}
	}
	return nil
}

// kinds are the kinds of options, each once.
func kinds(options []engine.Option) (list []string) {
	for _, o := range options {
		if !slices.Contains(list, o.Kind) {
			list = append(list, o.Kind)
		}
	}
	return list
}

// unasked is the kind of the first option that should begin with a word of its question and does not; "" if none.
func unasked(c catalogue, q engine.Prompt, options []engine.Option) string {
	var wrong []string
	if !wordy(c[q.Ask.Key].plain) {
		return ""
	}
	for _, o := range options {
		if label := c["option."+o.Kind].plain; wordy(label) && o.Kind != "go" && !echoes(c[q.Ask.Key].plain, label) {
			wrong = append(wrong, o.Kind)
		}
	}
	if two := len(options) == 2; two && len(wrong) < 2 {
		return ""
	}
	i := slices.IndexFunc(options, func(o engine.Option) bool { return o.ID == o.Kind && slices.Contains(wrong, o.Kind) })
	if i < 0 {
		return ""
	}
	return options[i].Kind
}

// letters splits a text at what is not a letter.
func letters(text string) []string {
	text = templated.ReplaceAllString(strings.ToLower(text), "")
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// wordy reports whether a label has words besides what it names.
func wordy(label string) bool { return len(letters(label)) > 0 }

// echoes reports whether the first word of a label is in a question, in any form. Yes, no and a pronoun before it are passed over.
func echoes(question, label string) bool {
	words := letters(label)
	if first, _, comma := strings.Cut(label, ","); len(words) > 1 && (len([]rune(words[0])) <= 2 || comma && len(letters(first)) == 1) {
		words = words[1:]
	}
	return slices.ContainsFunc(letters(question), func(w string) bool { return sameStem(w, words[0]) })
}

// stem is how many letters two forms of a word have in common at least.
const stem = 4

// sameStem reports whether two words may be forms of one.
func sameStem(a, b string) bool {
	x, y := []rune(a), []rune(b)
	return a == b || min(len(x), len(y)) >= stem && slices.Equal(x[:stem], y[:stem])
}
