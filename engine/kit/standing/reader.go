package standing

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/usage"
)

// Reader reads the arguments of a standing order for a game with orders of its own, and keeps the first refusal.
type Reader struct {
	Order engine.Standing
	Rule  string // the paragraph that refuses
	Err   error  // [*engine.Illegal]
}

// ReadOrder begins to read an order. It refuses arguments that the clause does not have
// ("illegal.standing.arg", of a word), a missing value ("illegal.standing.empty") and several
// values if only one is allowed ("illegal.standing.values"), in a fixed order.
func ReadOrder(info engine.ClauseInfo, st engine.Standing, rule string) Reader {
	r := Reader{Order: st, Rule: rule}
	switch name, known := usage.FirstWrong(info.Args, st.Args); {
	case name == "":
	case known && len(st.Args[name]) == 0:
		r.Refuse("illegal.standing.empty", engine.Text("word", name))
	case known:
		r.Refuse("illegal.standing.values", engine.Text("word", name))
	default:
		r.Refuse("illegal.standing.arg", engine.Text("word", name))
	}
	return r
}

// Refuse refuses the order, unless it is refused already.
func (r *Reader) Refuse(key string, args ...engine.Arg) {
	if r.Err == nil {
		r.Err = engine.Refuse(r.Rule, key, args...)
	}
}

// Values reads the values of an argument; a value that find does not know is refused with a key, of
// the word.
func Values[T any](r *Reader, arg, key string, find func(id string) (T, bool)) []T {
	var list []T
	for _, id := range r.Order.Args[arg] {
		x, ok := find(id)
		if !ok {
			r.Refuse(key, engine.Text("word", id))
		}
		list = append(list, x)
	}
	return list
}

// Word returns a function that finds one of some words: itself.
func Word(words []string) func(id string) (string, bool) {
	return func(id string) (string, bool) { return id, slices.Contains(words, id) }
}

// Among returns a function that finds one of some words by its index.
func Among[T ~int8 | ~uint8](ids []string) func(id string) (T, bool) {
	return func(id string) (T, bool) {
		i := slices.Index(ids, id)
		return T(max(0, i)), i >= 0
	}
}
