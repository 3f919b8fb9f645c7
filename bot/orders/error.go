package orders

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/typed"
	"referee/engine"
)

// Error says why a typed order is refused, and what can follow the words before the one
// at fault.
type Error struct {
	Word string          // the word at fault
	Why  engine.Msg      // for the player
	Err  error           // *engine.Illegal where the rules refuse it; nil where it could not be read
	Kind engine.WordKind // of the words wanted there; "": none in particular
	Next []Next
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("orders: %q: %v", e.Word, e.Err)
	}
	return fmt.Sprintf("orders: %q: %s", e.Word, e.Why.Key)
}

func (e *Error) Unwrap() error { return e.Err }

// explain makes the error of an order that cannot be read.
func (o *Reader) explain(pos engine.Position, seat engine.Seat, held Held, words []string, f *fault) error {
	word := words[f.word]
	e := &Error{Word: word, Kind: f.kind, Next: o.Complete(pos, seat, held, strings.Join(words[:f.word], " ")+" ")}
	// A word that is a verb and a literal of its own template need not be typed twice.
	e.Next = slices.DeleteFunc(e.Next, func(n Next) bool {
		return !n.Verb && o.names(n.Word) && slices.Contains(words[:f.word], n.Word)
	})
	var no *engine.Illegal
	switch {
	case errors.As(f.err, &no):
		e.Err, e.Why = no, Refused(no)
	case f.err != nil:
		return f.err
	case f.kind != "":
		e.Why = engine.Say("referee.order.expected", engine.Text("word", word), engine.Sub("kind", engine.Say("word."+string(f.kind))))
	case o.names(word):
		e.Why = engine.Say("referee.order.not-now", engine.Text("word", word), engine.Sub("ask", asked(pos, seat, held)))
		if v := o.verbs[slices.IndexFunc(o.verbs, func(v engine.Verb) bool { return v.Name == word })]; v.Rule != "" {
			late := &engine.Illegal{Rule: v.Rule, Why: e.Why}
			e.Err, e.Why = late, Refused(late)
		}
	default:
		return Unknown(word, e.Next)
	}
	return e
}

const (
	unknownOrder = "referee.order.unknown"
	unknownQuery = "referee.query.unknown"
)

// Unknown refuses a word that means nothing, and says what can be typed in its place.
func Unknown(word string, next []Next) *Error { return unknown(unknownOrder, word, next) }

// UnknownQuery refuses a question that is none of the game's.
func UnknownQuery(text string, queries []engine.QueryInfo) *Error {
	names := make([]string, len(queries))
	for i, q := range queries {
		names[i] = q.Name
	}
	return unknown(unknownQuery, text, Words(names...))
}

// Words lists words with which something begins.
func Words(names ...string) []Next {
	list := make([]Next, len(names))
	for i, name := range names {
		list[i] = Next{Word: name, Verb: true}
	}
	return list
}

// Names lists the verbs and queries of a game.
func Names(info *engine.Info) []string {
	var names []string
	for _, v := range info.Verbs {
		names = append(names, v.Name)
	}
	for _, q := range info.Queries {
		names = append(names, q.Name)
	}
	return names
}

// mostNamed is how many words a message names that can be typed.
const mostNamed = 12

func unknown(key, word string, next []Next) *Error {
	var named []engine.Arg
	for _, n := range next[:min(len(next), mostNamed)] {
		named = append(named, engine.Text("word", n.Word))
	}
	why := engine.Say(key, engine.Text("word", word), engine.List("next", named...), engine.Num("more", len(next)-len(named)))
	return &Error{Word: word, Why: why, Next: next}
}

// isUnknown reports whether the word at fault means nothing.
func (e *Error) isUnknown() bool { return e.Why.Key == unknownOrder || e.Why.Key == unknownQuery }

// Unsaid lists what can follow where the message does not.
func (e *Error) Unsaid() []Next {
	if e.isUnknown() {
		return nil
	}
	return e.Next
}

// asked is what a seat is asked first: the question of its draft, or else its first
// open question.
func asked(pos engine.Position, seat engine.Seat, held Held) engine.Msg {
	if d, err := pos.Draft(held.Prompt, held.Path); err == nil && len(held.Path) > 0 {
		return d.Ask
	}
	prompts := pos.Prompts()
	return prompts[slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == seat })].Ask
}

// Refused is the message of a refusal, with the rule that refuses, if one does: "… (rule 8.4)."
func Refused(e *engine.Illegal) engine.Msg { return ByRule(e.Rule, e.Why) }

// ByRule puts the rule that a message rests on after it; rule is "" if it rests on none.
func ByRule(rule string, said engine.Msg) engine.Msg {
	if rule == "" {
		return said
	}
	return engine.Say("referee.refused", engine.Text("rule", rule), engine.Sub("why", said))
}

// mostNear is how many words are proposed for one that is mistyped.
const mostNear = 3

// Near lists words that the one at fault may be a misspelling of: those that are legal there, or, if the word
// is unknown, others of the game and of the door. called gives the name of a word in the reader's language.
// It is empty if the rules refuse the word.
func (e *Error) Near(info *engine.Info, called func(string) string, door []string) []string {
	if e.Err != nil || e.Word == "" {
		return nil
	}
	var legal []string
	hexes := false
	for _, n := range e.Next {
		legal = append(legal, called(n.Word))
		hexes = hexes || isHex(n.Word)
	}
	for _, w := range info.Words[e.Kind] {
		legal = append(legal, called(w))
		hexes = hexes || isHex(w)
	}
	if hexes {
		legal = append(legal, Places(info.Board)...)
	}
	word := called(e.Word)
	near := typed.Near(word, legal)
	if slices.Contains(near, word) {
		return nil // it is a known word, though it does not fit
	}
	if len(near) == 0 && e.isUnknown() {
		others := slices.Clone(door)
		for _, name := range Names(info) {
			others = append(others, called(name))
		}
		if near = typed.Near(word, others); slices.Contains(near, word) {
			return nil
		}
	}
	return near[:min(len(near), mostNear)]
}
