package lines

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
)

// A line that ends with a text of its author's has a colon before that: "pass: I hold everywhere". Without one it is prose, as
// "Pass on my regards" is. What is behind the colon is the text, as it was written, to the end of the line.

// text reads such a line: an order, or how it is to be written. That is a refusal where the words before the text are those of
// the order.
func (r *reading) text(line string, c cleaned) (s Step, form string) {
	g := r.grammar
	if n := len(line) - 1; n > 0 && line[0] == line[n] && strings.ContainsRune(around, rune(line[0])) {
		line = line[1:n]
	}
	line = unlisted(line)
	head, text, colon := strings.Cut(line, ":")
	said := strings.Fields(head)
	if g.info == nil || len(said) == 0 || len(said) == 1 && !colon {
		return Step{}, ""
	}
	for _, lang := range r.languages {
		for i := range g.info.Verbs {
			v := &g.info.Verbs[i]
			slots, writes := v.Before()
			if !writes || g.meant(lang, typed.Fold(said[0])) != v.Name {
				continue
			}
			if colon && len(said) == len(slots)+1 && strings.TrimSpace(text) != "" {
				return Step{Kind: Order, Orders: []string{g.words.Typed(lang, typed.Fold(head)+": "+text)}}, ""
			}
			words := said[:min(len(said), len(slots)+1)]
			text = strings.TrimLeft(strings.TrimPrefix(strings.Join(strings.Fields(line), " "), strings.Join(words, " ")), ": ")
			form = Form(g.words, r.languages[0], v, words, text)
			fits := len(words) > 1
			for k, w := range words[1:] {
				w = g.meant(lang, typed.Fold(w))
				fits = fits && (slices.Contains(g.info.Words[slots[k].Arg], w) || slots[k].Prefix == engine.TextMark && hasShape(w))
			}
			switch {
			case fits:
				return refused("mail.lines.colon", c, engine.Text("form", form)), form
			case len(slots) == 0 || len(said) == 1:
				return Step{}, form
			}
		}
	}
	return Step{}, ""
}

// Programs wrap lines at 72 characters or more, and at 80 at most.
const (
	leastWrapped = 72
	mostWrapped  = 80
)

// unwrapped is a line that ends with a text, with the lines below it which a program has made of its end: prose for the first
// word of which there was no room above. last is the last of them.
func (r *reading) unwrapped(line string, at int) (whole string, last int) {
	if s, _ := r.text(line, cleaned{}); s.Kind != Order {
		return line, at
	}
	for ; at+1 < len(r.own); at++ {
		above, below := utf8.RuneCountInString(r.own[at]), strings.TrimSpace(r.own[at+1])
		first, _, _ := strings.Cut(below, " ")
		c := clean(below)
		if steps, try := r.read(below, c); first == "" || c.quoted || try || len(steps) > 0 || above > mostWrapped || above+utf8.RuneCountInString(first) < leastWrapped {
			break
		}
		line += " " + below
	}
	return line, at
}

// Form is how an order by a verb is written in a language: the words and the text that are given, and for what is missing its
// kind, in capitals.
func Form(words *locale.Words, lang string, v *engine.Verb, given []string, text string) string {
	out := slices.Clone(given)
	kind, writes := "", false
	for i, s := range slices.DeleteFunc(slices.Clone(v.Slots), func(s engine.Slot) bool { return s.Literal != "" }) {
		kind, writes = strings.ToUpper(words.Say(lang, engine.Say("word."+string(s.Arg)))), s.Prefix == engine.TextMark
		if i >= len(given)-1 {
			out = append(out, kind)
		}
	}
	if !writes {
		return strings.Join(out, " ")
	}
	before := strings.Join(out[:len(out)-1], " ")
	return words.Say(lang, engine.Say("mail.lines.form", engine.Text("words", before), engine.Text("text", cmp.Or(text, kind))))
}
