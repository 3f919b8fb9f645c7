// Package usage prints, for a manual, the words that players type: the templates of verbs and the arguments of queries
// and of clauses, each written in one line of text.
//
//	usage.Slots("unit? attack intensity +unit* go", "attack", "go")
//	usage.Args("unit intensity with=unit* then=plan*")
//
// A word is a kind of argument. The sign after it is ? if it may be left out, + if it may be typed several times, and *
// for both.
package usage

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Slots reads the template of a verb. Words of literals represent themselves; a prefix before a
// kind goes before the typed word: "+" as a prefix, and one that ends in a colon, as "to:hex", as a
// goal.
func Slots(text string, literals ...string) []engine.Slot {
	var slots []engine.Slot
	for _, word := range strings.Fields(text) {
		var s engine.Slot
		word, s.Optional, s.Repeat = often(word)
		if slices.Contains(literals, word) {
			s.Literal = word
		} else if goal, kind, ok := strings.Cut(word, ":"); ok {
			s.Goal, s.Arg = goal+":", engine.WordKind(kind)
		} else {
			s.Arg = engine.WordKind(strings.TrimLeft(word, "+"+engine.TextMark))
			s.Prefix = strings.TrimSuffix(word, string(s.Arg))
		}
		slots = append(slots, s)
	}
	return slots
}

// Literals are the words that represent themselves in the templates of a game's verbs.
type Literals []string

// Verb returns a verb with the paragraph that it follows from, its template as [Slots] reads it, an
// example, and the kinds of prompt that it answers.
func (l Literals) Verb(name, rule, template, example string, kinds ...string) engine.Verb {
	return engine.Verb{Name: name, Rule: rule, Kinds: kinds, Slots: Slots(template, l...), Example: example}
}

// Args reads the arguments of a query or of a clause. A name and "=" may come before a kind;
// without them the argument is named like its kind.
func Args(text string) []engine.QueryArg {
	var args []engine.QueryArg
	for _, word := range strings.Fields(text) {
		var a engine.QueryArg
		word, a.Optional, a.Repeat = often(word)
		name, kind, named := strings.Cut(word, "=")
		if !named {
			kind = name
		}
		a.Name, a.Kind = name, engine.WordKind(kind)
		args = append(args, a)
	}
	return args
}

// Asked is a query that a game G with states S answers.
type Asked[G, S any] struct {
	Name, Args string // Args as the function of that name reads them
	Answer     func(g G, s S, v engine.Viewer, q engine.Query) (engine.Answer, error)
}

// Queries describes the queries of a game.
func Queries[G, S any](list []Asked[G, S]) []engine.QueryInfo {
	return lists.Map(list, func(a Asked[G, S]) engine.QueryInfo { return engine.QueryInfo{Name: a.Name, Args: Args(a.Args)} })
}

// Ask answers a query. One that the game does not have is refused by a rule ("illegal.query", of the word).
func Ask[G, S any](list []Asked[G, S], rule string, g G, s S, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	for _, a := range list {
		if a.Name == q.Name {
			return a.Answer(g, s, v, q)
		}
	}
	return engine.Answer{}, engine.Refuse(rule, "illegal.query", engine.Text("word", q.Name))
}

// FirstWrong returns the first wrong argument, or "": in the order of args one that has no value, or
// several if only one is allowed; else the first by name that is unknown.
func FirstWrong(args []engine.QueryArg, given map[string][]string) (name string, wanted bool) {
	known := 0
	for _, a := range args {
		values, there := given[a.Name]
		if !there {
			continue
		}
		if len(values) == 0 || len(values) > 1 && !a.Repeat {
			return a.Name, true
		}
		known++
	}
	if known == len(given) { // as nearly always, and orders are read at each question
		return "", false
	}
	for word := range given {
		if !slices.ContainsFunc(args, func(a engine.QueryArg) bool { return a.Name == word }) && (name == "" || word < name) {
			name = word
		}
	}
	return name, false
}

// often takes from a word how often it is typed.
func often(word string) (rest string, optional, repeat bool) {
	if rest, repeat = strings.CutSuffix(word, "*"); repeat {
		return rest, true, true
	}
	if rest, repeat = strings.CutSuffix(word, "+"); repeat {
		return rest, false, true
	}
	rest, optional = strings.CutSuffix(word, "?")
	return rest, optional, false
}
