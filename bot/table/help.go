package table

import (
	"fmt"
	"strings"

	"referee/engine"
)

// help says what can be typed, or explains one word.
func (t *Table) help(words []string) error {
	if len(words) > 0 {
		return t.helpOn(strings.ToLower(words[0]))
	}
	t.say("table.help", engine.Text("seat", t.side(t.info.Seats[0])))
	for _, v := range t.info.Verbs {
		t.entry(t.typed(v.Example), "verb."+v.Name)
	}
	t.say("table.help-ask")
	for _, q := range t.info.Queries {
		t.entry(t.typed(t.usage(q)), "query."+q.Name)
	}
	t.say("table.help-table")
	for _, v := range verbs() {
		t.entry(v.example, "table.help."+v.name)
	}
	return nil
}

func (t *Table) helpOn(word string) error {
	for _, v := range t.info.Verbs {
		if v.Name == t.words.Verbs(t.Lang, word) {
			t.entry(t.typed(v.Example), "verb."+v.Name)
			return nil
		}
	}
	for _, q := range t.info.Queries {
		if q.Name == t.words.Queries(t.Lang, word) {
			t.entry(t.typed(t.usage(q)), "query."+q.Name)
			return nil
		}
	}
	for _, v := range verbs() {
		if v.name == word {
			t.entry(v.example, "table.help."+v.name)
			return nil
		}
	}
	t.say("referee.order.unknown", engine.Text("word", word))
	return nil
}

// usage is how a query is typed.
func (t *Table) usage(q engine.QueryInfo) string {
	text := q.Name
	for _, a := range q.Args {
		word := t.words.Say(t.Lang, engine.Say("word."+string(a.Kind)))
		if a.Repeat {
			word += " …"
		}
		if a.Optional {
			word = "[" + word + "]"
		}
		text += " " + word
	}
	return text
}

// typed is an example of an order or a question with its first word as the reader's
// language calls it.
func (t *Table) typed(example string) string {
	name, rest, more := strings.Cut(example, " ")
	if name = t.words.Called(t.Lang, name); more {
		name += " " + rest
	}
	return name
}

// entry is a line of the help. A word of the game without help has none.
func (t *Table) entry(example, key string) {
	text, err := t.words.Try(t.Lang, engine.Say(key))
	if err != nil {
		text = ""
	}
	t.write(strings.TrimRight(fmt.Sprintf("  %-28s %s", example, text), " "))
}
