package referee

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// Orders reads what players type, by the verbs of a game. It may be used from
// many goroutines.
//
// An order is a verb and what its template wants ("march red-a 0201"), or ids of
// options as they stand in the path, or several of these one after the other.
// Literals of a template and its prefixes need not be typed. Capitals are read
// as small letters.
type Orders struct {
	verbs    []engine.Verb
	words    map[engine.WordKind]map[string]bool
	known    map[string]bool // words of any kind
	prefixes []string
}

// NewOrders makes a reader for a game.
func NewOrders(info *engine.Info) *Orders {
	o := &Orders{verbs: info.Verbs, words: map[engine.WordKind]map[string]bool{}, known: map[string]bool{}}
	for kind, list := range info.Words {
		o.words[kind] = make(map[string]bool, len(list))
		for _, w := range list {
			o.words[kind][w] = true
			o.known[w] = true
		}
	}
	for _, v := range info.Verbs {
		for _, s := range v.Slots {
			if s.Prefix != "" && !slices.Contains(o.prefixes, s.Prefix) {
				o.prefixes = append(o.prefixes, s.Prefix)
			}
		}
	}
	return o
}

// Order is a typed order as it was read: an answer to a prompt, whole or begun.
type Order struct {
	Prompt engine.PromptID
	Path   []string
	Whole  bool        // the answer can be given
	Node   engine.Node // what may follow
}

// Held is the path that a seat has half built.
type Held struct {
	Prompt engine.PromptID `json:"prompt"`
	Path   []string        `json:"path"`
}

// Read reads an order of a seat. It continues the path that is held, if it
// can, and else begins anew. It returns *OrderError for what cannot be read or
// is not legal (with the *engine.Illegal inside), engine.ErrSeat where the seat
// is asked nothing, and engine.ErrOver.
func (o *Orders) Read(pos engine.Position, seat engine.Seat, held Held, text string) (Order, error) {
	words := fields(text)
	starts, err := o.starts(pos, seat, held, words)
	if err != nil {
		return Order{}, err
	}
	if len(words) == 0 {
		return Order{}, &OrderError{Why: engine.Say("referee.order.empty"), Next: o.Complete(pos, seat, held, "")}
	}
	var worst *fault
	for _, r := range starts {
		if r.read(r.path, 0) {
			if len(r.order.Path) != len(r.path) || r.order.Whole {
				return r.order, nil
			}
			// A verb alone begins anew only where it does not go on with what is held:
			// there the rules may have said why not.
			if worst == nil || !refusal(worst.err) {
				return Order{}, &OrderError{
					Why:  engine.Say("referee.order.more", engine.Text("word", text)),
					Next: o.Complete(pos, seat, held, text+" "),
				}
			}
			continue
		}
		// Who names again what he has half built is told of that.
		onward := r.again && len(r.path) > 0
		if r.fault != nil && (worst == nil || r.fault.word > worst.word || r.fault.word == worst.word && onward) {
			worst = r.fault
		}
	}
	return Order{}, o.explain(pos, seat, held, words, worst)
}

// starts are the places where an order of a seat can begin: the end of the
// path held, and the root of every question put to it. Only where none of these
// will do may an order name again what is settled there.
func (o *Orders) starts(pos engine.Position, seat engine.Seat, held Held, words []string) ([]*reader, error) {
	prompts := pos.Prompts()
	if len(prompts) == 0 {
		return nil, engine.ErrOver
	}
	var out []*reader
	for _, p := range prompts {
		if p.Seat == seat && p.ID == held.Prompt && len(held.Path) > 0 {
			out = append(out, &reader{orders: o, pos: pos, prompt: p, words: words, path: held.Path})
		}
	}
	for _, p := range prompts {
		if p.Seat == seat {
			out = append(out, &reader{orders: o, pos: pos, prompt: p, words: words})
		}
	}
	if len(out) == 0 {
		return nil, engine.ErrSeat
	}
	for _, r := range out {
		out = append(out, &reader{orders: o, pos: pos, prompt: r.prompt, words: words, path: r.path, again: true})
	}
	return out, nil
}

// fits reports whether a word can stand in a slot, its prefix typed or not.
func (o *Orders) fits(s engine.Slot, word string) bool {
	word = strings.TrimPrefix(word, s.Prefix)
	if o.words[s.Arg][word] {
		return true
	}
	// A hex is known by its shape, so that the game can say why it is refused.
	return s.Arg == "hex" && isHex(word)
}

// knows reports whether a word is one of the game's.
func (o *Orders) knows(word string) bool {
	if o.known[word] || isHex(word) {
		return true
	}
	for _, p := range o.prefixes {
		if bare, cut := strings.CutPrefix(word, p); cut && o.known[bare] {
			return true
		}
	}
	return false
}

func isHex(word string) bool {
	_, err := hex.Parse(word)
	return err == nil
}

// names reports whether a word names a verb.
func (o *Orders) names(word string) bool {
	return slices.ContainsFunc(o.verbs, func(v engine.Verb) bool { return v.Name == word })
}

// longest is the most words that an order may have.
const longest = 100

// fields are the words of an order.
func fields(text string) []string {
	words := strings.Fields(strings.ToLower(text))
	return words[:min(len(words), longest)]
}
