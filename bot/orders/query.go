package orders

import (
	"slices"
	"strings"

	"referee/engine"
)

// Query reads a typed query of the game: its name, and its arguments in their order. A
// required argument that is not typed is taken from the held path. It returns *Error
// for what cannot be read.
func (o *Reader) Query(text string, held []string) (engine.Query, error) {
	words, unclear := o.fields(strings.TrimRight(text, "? ")) // it may be put as a question
	i := -1
	if len(words) > 0 {
		i = slices.IndexFunc(o.queries, func(i engine.QueryInfo) bool { return i.Name == words[0] })
	}
	switch {
	case i < 0:
		return engine.Query{}, UnknownQuery(text, o.queries)
	case unclear != nil:
		return engine.Query{}, unclear
	}
	out := engine.Query{Name: words[0], Args: map[string][]string{}}
	words = o.withoutPrefixes(words[1:])
	for _, arg := range o.queries[i].Args {
		slot := engine.Slot{Arg: arg.Kind}
		for len(words) > 0 && o.admits(slot, words[0]) && (arg.Repeat || len(out.Args[arg.Name]) == 0) {
			out.Args[arg.Name] = append(out.Args[arg.Name], words[0])
			words = words[1:]
		}
		if len(out.Args[arg.Name]) > 0 || arg.Optional {
			continue
		}
		if id := o.last(slot, held); id != "" {
			out.Args[arg.Name] = []string{id}
			continue
		}
		return out, lacks(out.Name, arg.Kind, words)
	}
	if len(words) > 0 {
		return out, &Error{Word: words[0], Why: engine.Say("referee.query.extra", engine.Text("word", words[0]), engine.Text("query", out.Name))}
	}
	return out, nil
}

// lacks says that a query lacks a word of a kind, or has another in its place.
func lacks(query string, kind engine.WordKind, words []string) *Error {
	wanted := engine.Sub("kind", engine.Say("word."+string(kind)))
	if len(words) == 0 {
		return &Error{Why: engine.Say("referee.query.wants", engine.Text("query", query), wanted), Kind: kind}
	}
	return &Error{
		Word: words[0], Kind: kind,
		Why: engine.Say("referee.query.not", engine.Text("word", words[0]), engine.Text("query", query), wanted),
	}
}

// admits is like fits, but accepts every word for a kind whose words are not listed.
func (o *Reader) admits(s engine.Slot, word string) bool {
	return o.fits(s, word) || o.words[s.Arg] == nil
}

// withoutPrefixes removes the prefixes that verbs put before ids.
func (o *Reader) withoutPrefixes(words []string) []string {
	out := slices.Clone(words)
	for i, w := range out {
		for _, p := range o.prefixes {
			if cut := strings.TrimPrefix(w, p); o.known[cut] {
				out[i] = cut
			}
		}
	}
	return out
}

// last is the last element of a held path that fits a slot.
func (o *Reader) last(s engine.Slot, held []string) string {
	for _, id := range slices.Backward(held) {
		if o.words[s.Arg][id] {
			return id
		}
	}
	return ""
}
