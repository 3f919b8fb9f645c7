package orders

import (
	"slices"
	"strings"

	"referee/bot/typed"
	"referee/engine"
)

// places are the hexes of a board by their names.
type places struct {
	named   map[string][]place // by the whole name, as package typed compares names
	begun   map[string][]place // by whole words with which a name begins
	longest int                // the most words of a name
}

type place struct{ id, name string }

func newPlaces(board *engine.Board) places {
	p := places{named: map[string][]place{}, begun: map[string][]place{}}
	if board == nil {
		return p
	}
	for _, h := range board.Hexes {
		if h.Name == "" {
			continue
		}
		at, words := place{h.At.String(), h.Name}, strings.Fields(typed.Name(h.Name))
		p.longest = max(p.longest, len(words))
		for n := range words {
			begin := strings.Join(words[:n+1], " ")
			p.begun[begin] = append(p.begun[begin], at)
		}
		name := strings.Join(words, " ")
		p.named[name] = append(p.named[name], at)
	}
	return p
}

// called lists the places with a name, or else those whose name begins with it.
func (p places) called(name string) []place {
	if exact := p.named[name]; len(exact) > 0 {
		return exact
	}
	return p.begun[name]
}

// filler is a word between the words of an order or question that changes nothing: "attack 2113 with blue-b".
const filler = "with"

// Placed replaces the names of places among words by their hexes, and leaves out the filler. A word of the game is
// never taken for a name.
func (o *Reader) Placed(words []string) ([]string, error) {
	var out []string
	for len(words) > 0 {
		n, found := 0, []place(nil)
		for k := min(o.places.longest, len(words)); k > 0 && found == nil && !o.own[o.bare(words[0])]; k-- {
			n, found = k, o.places.called(typed.Name(strings.Join(words[:k], " ")))
		}
		switch len(found) {
		case 0:
			if words[0] != filler || len(out) == 0 {
				out = append(out, words[0])
			}
			words = words[1:]
		case 1:
			out, words = append(out, found[0].id), words[n:]
		default:
			return append(out, words...), severalPlaces(strings.Join(words[:n], " "), found)
		}
	}
	return out, nil
}

// bare is a word without the prefix that a verb puts before it.
func (o *Reader) bare(word string) string {
	for _, p := range o.prefixes {
		word = strings.TrimPrefix(word, p)
	}
	return word
}

// severalPlaces refuses a name that several places have.
func severalPlaces(word string, found []place) error {
	var hexes []engine.Arg
	for _, at := range found {
		hexes = append(hexes, engine.Text("", at.name+" "+at.id))
	}
	return &Error{Word: word, Why: engine.Say("referee.order.places", engine.Text("word", word), engine.List("places", hexes...))}
}

// Places lists the names of the hexes of a board, in its order.
func Places(board *engine.Board) []string {
	var out []string
	if board != nil {
		for _, h := range board.Hexes {
			if h.Name != "" && !slices.Contains(out, h.Name) {
				out = append(out, h.Name)
			}
		}
	}
	return out
}

// NamedHexes replaces the names of places among words by their hexes. It returns *Error
// for a name that several places have.
func NamedHexes(info *engine.Info, words []string) ([]string, error) {
	return New(info).Placed(words)
}
