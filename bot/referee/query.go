package referee

import (
	"slices"
	"strings"

	"referee/engine"
)

// queries reads typed queries of a game.
type queries struct {
	list   []engine.QueryInfo
	orders *Orders
}

func (o *open) queries() queries { return queries{o.game.Info().Queries, o.orders} }

// read reads a query: its name, and its arguments in their order. An argument
// that may not be missing is taken from a held path where it is not typed.
func (q queries) read(text string, held []string) (engine.Query, error) {
	words, unclear := q.orders.fields(text)
	i := -1
	if len(words) > 0 {
		i = slices.IndexFunc(q.list, func(i engine.QueryInfo) bool { return i.Name == words[0] })
	}
	switch {
	case i < 0:
		return engine.Query{}, &OrderError{Word: text, Why: engine.Say("referee.query.unknown", engine.Text("word", text)), Next: q.names()}
	case unclear != nil:
		return engine.Query{}, unclear
	}
	out := engine.Query{Name: words[0], Args: map[string][]string{}}
	words = q.bare(words[1:])
	for _, arg := range q.list[i].Args {
		slot := engine.Slot{Arg: arg.Kind}
		for len(words) > 0 && q.fits(slot, words[0]) && (arg.Repeat || len(out.Args[arg.Name]) == 0) {
			out.Args[arg.Name] = append(out.Args[arg.Name], words[0])
			words = words[1:]
		}
		if len(out.Args[arg.Name]) > 0 || arg.Optional {
			continue
		}
		if id := q.last(slot, held); id != "" {
			out.Args[arg.Name] = []string{id}
			continue
		}
		return out, q.lacks(out.Name, arg.Kind, words)
	}
	if len(words) > 0 {
		return out, &OrderError{Word: words[0], Why: engine.Say("referee.query.extra", engine.Text("word", words[0]), engine.Text("query", out.Name))}
	}
	return out, nil
}

// lacks says that a query lacks a word of a kind, or what stands in its place.
func (q queries) lacks(query string, kind engine.WordKind, words []string) *OrderError {
	wanted := engine.Sub("kind", engine.Say("word."+string(kind)))
	if len(words) == 0 {
		return &OrderError{Why: engine.Say("referee.query.wants", engine.Text("query", query), wanted), Kind: kind}
	}
	return &OrderError{
		Word: words[0], Kind: kind,
		Why: engine.Say("referee.query.not", engine.Text("word", words[0]), engine.Text("query", query), wanted),
	}
}

// fits is Orders.fits; of kinds whose words are not listed every word is one.
func (q queries) fits(s engine.Slot, word string) bool {
	return q.orders.fits(s, word) || q.orders.words[s.Arg] == nil
}

// bare takes the prefixes off that verbs put before ids.
func (q queries) bare(words []string) []string {
	out := slices.Clone(words)
	for i, w := range out {
		for _, p := range q.orders.prefixes {
			if cut := strings.TrimPrefix(w, p); q.orders.known[cut] {
				out[i] = cut
			}
		}
	}
	return out
}

// last is the last element of a held path that fits a slot.
func (q queries) last(s engine.Slot, held []string) string {
	for _, id := range slices.Backward(held) {
		if q.orders.words[s.Arg][id] {
			return id
		}
	}
	return ""
}

func (q queries) names() []Next {
	var out []Next
	for _, i := range q.list {
		out = append(out, Next{Word: i.Name, Verb: true})
	}
	return out
}
