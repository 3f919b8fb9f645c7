package table

import (
	"slices"
	"strings"

	"referee/bot/orders"
	"referee/engine"
)

// example is an order that a seat can give now with a verb, in the form of the verb's own
// example: each word is that of the example if it is legal, and else the first that is; a text at its end
// is that of the example.
func example(q *request, seat engine.Seat, v engine.Verb) (string, error) {
	words, text, written := v.Split(v.Example)
	if !written {
		words = strings.Fields(v.Example)
	}
	typed := words[:1:1]
	for _, word := range words[1:] {
		next, err := q.seen.Complete(seat, strings.Join(typed, " ")+" ")
		if err != nil {
			return "", err
		}
		next = slices.DeleteFunc(next, func(n orders.Next) bool {
			literal := slices.ContainsFunc(v.Slots, func(s engine.Slot) bool { return s.Literal == n.Word })
			return n.Verb || literal || slices.Contains(typed, n.Word)
		})
		if len(next) == 0 {
			break
		}
		if !slices.ContainsFunc(next, func(n orders.Next) bool { return n.Word == word }) {
			word = next[0].Word
		}
		typed = append(typed, word)
	}
	if written && len(typed) == len(words) {
		typed[len(typed)-1] += ":"
		typed = append(typed, text)
	}
	return strings.Join(typed, " "), nil
}

// numbered reports whether one of some choices does the same as an example of a verb.
func numbered(choices []choice, v engine.Verb, example string) bool {
	words := strings.Fields(example)[1:]
	if len(words) == 0 && len(v.Slots) == 1 {
		words = []string{v.Slots[0].Literal}
	}
	return len(words) == 1 && slices.ContainsFunc(choices, func(c choice) bool { return c.option.ID == words[0] })
}
