package rulebook

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/kit/lists"
)

// Entry is what can be said about a paragraph: its subject, or one of our interpretations of it.
type Entry struct {
	Rule   string // the paragraph
	Number string // 11/2 is the second interpretation of paragraph 11; "": the entry is about the paragraph itself
	Title  string // of the paragraph; "": it has none
	Text   string
}

// Msg puts an entry into a line of its own.
func (e Entry) Msg() engine.Msg {
	text := engine.Text("text", e.Text)
	if e.Number == "" {
		return engine.Say("table.paragraph", engine.Text("rule", e.Rule), engine.Text("title", e.Title), text)
	}
	return engine.Say("table.reading", engine.Text("number", e.Number), text)
}

// paragraph matches the number of a paragraph as people type it.
var paragraph = regexp.MustCompile(`^§?\s*(\d+(?:\.\d+)*)\.?$`)

// Find finds the entries of a paragraph and of those below it, or those that have all words of a text, in the title
// first; "": all. The entry of a paragraph comes before its interpretations.
func Find(w *locale.Words, lang string, info *engine.Info, text string) []Entry {
	text = strings.TrimSpace(text)
	if m := paragraph.FindStringSubmatch(text); m != nil {
		return slices.DeleteFunc(entries(w, lang, info), func(e Entry) bool { return !below(e.Rule, m[1]) })
	}
	words := typed.Words(text)
	called := lists.Map(words, func(word string) string { return typed.Fold(w.Called(lang, word)) }) // those of commands come in English
	holds := func(text string) bool { return has(text, words) || has(text, called) }
	out := slices.DeleteFunc(entries(w, lang, info), func(e Entry) bool { return !holds(e.Rule + " " + e.Title + " " + e.Text) })
	titled := func(e Entry) int {
		if holds(e.Title) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return titled(a) - titled(b) })
	return out
}

// Of is what can be said about one paragraph, without those below it.
func Of(w *locale.Words, lang string, info *engine.Info, rule string) []Entry {
	return slices.DeleteFunc(entries(w, lang, info), func(e Entry) bool { return e.Rule != rule })
}

// below reports whether a paragraph is the one meant by a number, or lies below it. Some rulebooks number without a full stop
// there: 9.51 is a part of 9.5.
func below(rule, number string) bool {
	rest, ok := strings.CutPrefix(rule, number)
	return ok && (rest == "" || rest[0] == '.' || strings.Contains(number, "."))
}

// has reports whether a text has all of some folded words.
func has(text string, words []string) bool {
	text = typed.Fold(text)
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) })
}

// entries are all that a game can say about its paragraphs under its rules version.
func entries(w *locale.Words, lang string, info *engine.Info) []Entry {
	say := func(key string) string { return w.Say(lang, engine.Say(key)) }
	var out []Entry
	for _, n := range info.Paragraphs {
		out = append(out, Entry{Rule: n, Title: say("rule." + n + ".title"), Text: say("rule." + n + ".text")})
	}
	for _, r := range info.InForce(info.Law) {
		e := Entry{Rule: r.Rule, Number: Number(info, r), Text: say(r.Key)}
		if slices.Contains(info.Paragraphs, r.Rule) {
			e.Title = say("rule." + r.Rule + ".title")
		}
		out = append(out, e)
	}
	at := func(e Entry) int {
		if i := slices.Index(info.Paragraphs, e.Rule); i >= 0 {
			return i
		}
		return len(info.Paragraphs)
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return cmp.Compare(at(a), at(b)) })
	return out
}

// Number is that of a reading: 11/2 is the second of paragraph 11.
func Number(info *engine.Info, of engine.Reading) string {
	n := 0
	for _, r := range info.Readings {
		if r.Rule == of.Rule {
			n++
		}
		if r.Key == of.Key {
			break
		}
	}
	return fmt.Sprintf("%s/%d", of.Rule, n)
}
