package orders

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/typed"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Reader reads what players type, by the verbs and queries of a game. It may be used from
// many goroutines.
//
// An order is a verb and the words of its template ("march red-a 0201"), or ids of
// options as in the path, or several of these one after the other. Literals of a
// template and its prefixes need not be typed. What is put around words is removed
// ([typed.Clean]). Capitals are read as small letters, letters with accents as those
// without, and the name of a place as its hex.
type Reader struct {
	verbs    []engine.Verb
	queries  []engine.QueryInfo
	words    map[engine.WordKind]map[string]bool
	known    map[string]bool // words of any kind
	own      map[string]bool // known words, and those of verbs, queries and templates: no places
	prefixes []string
	places   places
}

// New makes a reader for a game.
func New(info *engine.Info) *Reader {
	o := &Reader{
		verbs: info.Verbs, queries: info.Queries, words: map[engine.WordKind]map[string]bool{}, known: map[string]bool{}, own: map[string]bool{},
		places: newPlaces(info.Board),
	}
	for kind, list := range info.Words {
		o.words[kind] = make(map[string]bool, len(list))
		for _, w := range list {
			o.words[kind][w] = true
			o.known[w], o.own[w] = true, true
		}
	}
	for _, q := range info.Queries {
		o.own[q.Name] = true
	}
	for _, v := range info.Verbs {
		o.own[v.Name] = true
		for _, s := range v.Slots {
			o.own[s.Literal] = true
			if s.Prefix != "" && s.Prefix != engine.TextMark && !slices.Contains(o.prefixes, s.Prefix) {
				o.prefixes = append(o.prefixes, s.Prefix)
			}
		}
	}
	return o
}

// Order is a typed order as it was read: an answer to a prompt, complete or begun.
type Order struct {
	Prompt engine.PromptID
	Path   []string
	Whole  bool        // the answer is complete
	Node   engine.Node // what may follow
	// Drops says that the order does not continue the path that was held, which is
	// discarded.
	Drops bool
}

// Held is the path of a seat's draft.
type Held struct {
	Prompt engine.PromptID `json:"prompt"`
	Path   []string        `json:"path"`
}

// Begins reports whether a path to the same question continues the held one.
func (h Held) Begins(path []string) bool {
	return len(path) >= len(h.Path) && slices.Equal(path[:len(h.Path)], h.Path)
}

// Read reads an order of a seat. It continues the path that is held, if it can, and otherwise begins a
// new one. If only one element may follow and makes the order complete, it is added, unless the choice is
// left to the seat (Keep) or has a warning. It returns *Error for what cannot be read or is not legal
// (with the *engine.Illegal inside), engine.ErrSeat where the seat is asked nothing, and engine.ErrOver.
func (o *Reader) Read(pos engine.Position, seat engine.Seat, held Held, text string) (Order, error) {
	words, unclear := o.fields(text)
	starts, err := o.starts(pos, seat, held, words)
	switch {
	case err != nil:
		return Order{}, err
	case unclear != nil:
		return Order{}, unclear
	case len(words) == 0:
		return Order{}, &Error{Why: engine.Say("referee.order.empty"), Next: o.Complete(pos, seat, held, "")}
	}
	var worst *fault
	more := false
	for _, r := range starts {
		read := r.read(r.path, 0)
		if read && (len(r.order.Path) != len(r.path) || r.order.Whole) {
			return o.Completed(pos, held, r.order)
		}
		more = more || read
		// A player who repeats what is in their draft already is told so.
		onward := r.again && len(r.path) > 0
		if r.fault != nil && (worst == nil || r.fault.word > worst.word || r.fault.word == worst.word && onward) {
			worst = r.fault
		}
		if more && r.fault != nil && r.fault.err != nil && len(r.path) > 0 {
			break // the rules refuse it as a continuation, which says more
		}
	}
	if more && (worst == nil || worst.err == nil || len(held.Path) == 0) {
		next := o.Complete(pos, seat, held, text+" ")
		for _, r := range starts {
			if _, err := pos.Options(r.prompt.ID, slices.Concat(r.path, words)); len(next) == 0 && errors.As(err, new(*engine.Illegal)) {
				return Order{}, o.explain(pos, seat, held, words, &fault{word: len(words) - 1, err: err})
			}
		}
		return Order{}, &Error{Why: engine.Say("referee.order.more", engine.Text("word", text)), Next: next}
	}
	return Order{}, o.explain(pos, seat, held, words, worst)
}

// Completed completes an order that was read: an element that alone may follow is added
// if that makes it complete, and Drops is set.
func (o *Reader) Completed(pos engine.Position, held Held, order Order) (Order, error) {
	on := order
	for !on.Whole {
		only, ok := on.Node.Only()
		if !ok || only.Warn != nil {
			break
		}
		d, err := pos.Draft(on.Prompt, on.Path)
		if err != nil {
			return order, err
		}
		on.Path = join(on.Path, only.ID)
		if on.Node, err = pos.Options(on.Prompt, on.Path); err != nil {
			return order, err
		}
		if on.Whole = on.Node.Done && !d.Keep && len(on.Node.Options) == 0; on.Whole {
			order = on
		} else if on.Node.Done {
			break
		}
	}
	if len(held.Path) == 0 {
		return order, nil
	}
	d, err := pos.Draft(order.Prompt, order.Path)
	order.Drops = order.Prompt != held.Prompt || !held.Begins(order.Path) && !held.Begins(d.Path)
	return order, err
}

// starts are the points where an order of a seat can begin: the end of the held path,
// and the root of every question to it. Only if none of these works may an order repeat
// what is in the held path.
func (o *Reader) starts(pos engine.Position, seat engine.Seat, held Held, words []string) ([]*attempt, error) {
	prompts := pos.Prompts()
	if len(prompts) == 0 {
		return nil, engine.ErrOver
	}
	var out []*attempt
	for _, p := range prompts {
		if p.Seat == seat && p.ID == held.Prompt && len(held.Path) > 0 {
			out = append(out, &attempt{orders: o, pos: pos, prompt: p, words: words, path: held.Path})
		}
	}
	for _, p := range prompts {
		if p.Seat == seat {
			out = append(out, &attempt{orders: o, pos: pos, prompt: p, words: words})
		}
	}
	if len(out) == 0 {
		return nil, engine.ErrSeat
	}
	for _, r := range out {
		out = append(out, &attempt{orders: o, pos: pos, prompt: r.prompt, words: words, path: r.path, again: true})
	}
	return out, nil
}

// fits reports whether a word fits a slot, with its prefix typed or not.
func (o *Reader) fits(s engine.Slot, word string) bool {
	if s.Prefix == engine.TextMark {
		return true
	}
	word = strings.TrimPrefix(word, s.Prefix)
	if o.words[s.Arg][word] {
		return true
	}
	// A hex is recognised by its form, so that the game can say why it is refused.
	return s.Arg == "hex" && isHex(word)
}

// knows reports whether a word is one of the game's.
func (o *Reader) knows(word string) bool {
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
func (o *Reader) names(word string) bool {
	return slices.ContainsFunc(o.verbs, func(v engine.Verb) bool { return v.Name == word })
}

// longest is the most words that an order may have.
const longest = 100

// wordsOf are the words of a text, cleaned and folded.
func wordsOf(text string) []string {
	var words []string
	for _, w := range typed.Words(typed.Clean(text)) {
		if w = strings.TrimSuffix(w, ":"); w != "" { // "attack: 2713"
			words = append(words, w)
		}
	}
	return words
}

// written splits an order that ends with a text of the player's, which stays as it was typed. It returns nil for other orders,
// and where the text is not there yet.
func (o *Reader) written(line string) []string {
	for i := range o.verbs {
		words, text, ok := o.verbs[i].Split(line)
		if words = lists.Map(words, typed.Fold); ok && words[0] == o.verbs[i].Name {
			return append(words, text)
		}
	}
	return nil
}

// fields are the words of an order, with hexes for the names of places. It returns
// *Error for a name that several places have.
func (o *Reader) fields(text string) ([]string, error) {
	if words := o.written(text); words != nil {
		return words, nil
	}
	words := wordsOf(text)
	return o.Placed(words[:min(len(words), longest)])
}
