package orders

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// attempt reads the words of an order as an answer to one prompt. It tries every
// reading that verbs and ids allow, and takes the first that is legal.
type attempt struct {
	orders *Reader
	pos    engine.Position
	prompt engine.Prompt
	words  []string
	path   []string // where it begins
	again  bool     // a template may repeat what the path has already
	order  Order    // what was read
	fault  *fault   // of the reading that got farthest
	// ends, if set, is called for every reading that reaches the end of the words, with
	// the slots that a template still has there. Then no order is read.
	ends func(path []string, slots []engine.Slot)
	// tried holds the states that several readings lead to, so that a long order that
	// is not legal is not read to its end in every way.
	tried map[string]bool
	nodes map[string]rulesAnswer
}

// rulesAnswer is what the rules answered for a path.
type rulesAnswer struct {
	node engine.Node
	err  error
}

// follow is what may follow a path. It is cached, as different readings ask again, and
// the rules walk from the root each time.
func (r *attempt) follow(path []string) (engine.Node, error) {
	key := strings.Join(path, " ")
	a, known := r.nodes[key]
	if !known {
		if r.nodes == nil {
			r.nodes = map[string]rulesAnswer{}
		}
		a.node, a.err = r.pos.Options(r.prompt.ID, path)
		r.nodes[key] = a
	}
	return a.node, a.err
}

// fault is why a reading fails.
type fault struct {
	word int // index of the word
	err  error
	kind engine.WordKind // what a template wants there; "": nothing in particular
}

// read reads the words from n on, after a legal path.
func (r *attempt) read(path []string, n int) bool {
	place := fmt.Sprint(n, path)
	if r.tried[place] {
		return false
	}
	if r.tried == nil {
		r.tried = map[string]bool{}
	}
	r.tried[place] = true
	if n == len(r.words) {
		node, err := r.follow(path)
		if err != nil {
			r.fail(&fault{word: n - 1, err: err})
			return false
		}
		if r.ends != nil {
			r.ends(path, nil)
			return false
		}
		r.order = Order{Prompt: r.prompt.ID, Path: path, Whole: node.Done, Node: node}
		return true
	}
	for _, v := range r.orders.verbs {
		if v.Name == r.words[n] && slices.Contains(v.Kinds, r.prompt.Kind) && r.readVerb(v, path, n) {
			return true
		}
	}
	return r.readID(path, n)
}

// readVerb reads a verb and the words of its template. A verb alone begins an order if
// words for it may follow.
func (r *attempt) readVerb(v engine.Verb, path []string, n int) bool {
	read := r.fill(v.Slots, filling{verb: v.Name, path: path, base: len(path), next: n + 1}, func(f filling) bool {
		return r.legal(f) && r.read(f.path, f.next)
	})
	if read || r.ends != nil || n+1 < len(r.words) {
		return read
	}
	c := completion{attempt: r}
	return len(path) == len(r.path) && len(c.inSlots(path, v.Slots)) > 0 && r.read(path, n+1)
}

// readID reads a word that is the id of an option, with a prefix or after a
// literal that need not be typed.
func (r *attempt) readID(path []string, n int) bool {
	word := r.words[n]
	node, err := r.follow(path)
	if err != nil {
		r.fail(&fault{word: n, err: err})
		return false
	}
	goals := r.goals(word)
	ids := r.ids(word)
	if !r.orders.knows(word) && !slices.ContainsFunc(ids, node.Has) && !r.orders.literal(word) {
		r.fail(&fault{word: n})
		return false
	}
	for _, before := range r.literals(node) {
		for _, id := range ids {
			f := filling{path: join(path, before...), base: len(path), next: n + 1}
			f = f.add(id, n)
			if _, err := r.follow(f.path); err != nil && (slices.Contains(goals, id) || id != word && !r.orders.knows(word)) {
				continue // what was typed itself is refused, too, and that is the reason
			}
			if !r.legal(f) {
				continue
			}
			if r.read(f.path, f.next) {
				return true
			}
			if slices.Contains(goals, id) {
				break // the same hex as a single step is another reading, which nobody meant
			}
		}
	}
	return false
}

// ids are the ids that a word may stand for: if a verb of the question has a goal for
// it, the goal comes first.
func (r *attempt) ids(word string) []string {
	ids := append(r.goals(word), word)
	for _, p := range r.orders.prefixes {
		ids = append(ids, p+word)
	}
	return ids
}

// goals are the goals that a word typed without a verb may mean: the first verb of
// the game that has one says which.
func (r *attempt) goals(word string) []string {
	for _, v := range r.orders.verbs {
		for _, s := range v.Slots {
			if s.Goal != "" && slices.Contains(v.Kinds, r.prompt.Kind) && r.orders.fits(s, word) {
				return []string{prefixed(s, word)}
			}
		}
	}
	return nil
}

// literals are what may be inserted before a word: nothing, or one literal that may
// follow here.
func (r *attempt) literals(node engine.Node) [][]string {
	out := [][]string{nil}
	for _, v := range r.orders.verbs {
		if !slices.Contains(v.Kinds, r.prompt.Kind) {
			continue
		}
		for _, s := range v.Slots {
			one := []string{s.Literal}
			if s.Literal != "" && node.Has(s.Literal) && !slices.ContainsFunc(out, func(o []string) bool { return slices.Equal(o, one) }) {
				out = append(out, one)
			}
		}
	}
	return out
}

// literal reports whether a word stands in a template.
func (o *Reader) literal(word string) bool {
	for _, v := range o.verbs {
		for _, s := range v.Slots {
			if s.Literal == word {
				return true
			}
		}
	}
	return false
}

// legal asks the rules whether a path is legal, and keeps their refusal.
func (r *attempt) legal(f filling) bool {
	_, err := r.follow(f.path)
	if err == nil {
		return true
	}
	word := f.next - 1
	var no *engine.Illegal
	if errors.As(err, &no) && no.At >= f.base && no.At-f.base < len(f.words) {
		word = f.words[no.At-f.base]
	}
	r.fail(&fault{word: word, err: err})
	return false
}

// fail keeps the fault that is farthest along; of several at one word, the first that says most.
func (r *attempt) fail(f *fault) {
	if r.fault == nil || f.word > r.fault.word || f.word == r.fault.word && f.weight() > r.fault.weight() {
		r.fault = f
	}
}

// weight is how much a fault says: a refusal by a rule most, and a word that cannot be read least.
func (f *fault) weight() int {
	var no *engine.Illegal
	switch {
	case f.err == nil:
		return 0
	case errors.As(f.err, &no) && no.Rule == "":
		return 1
	}
	return 2
}

// filling is a template under way.
type filling struct {
	verb  string // whose template it is
	path  []string
	base  int   // length of the path before the template
	words []int // the word that each element since base comes from
	next  int   // the word that is read next
}

// add adds an element that comes from word n. Elements inserted before it count as
// coming from the same word.
func (f filling) add(id string, n int) filling {
	words := slices.Clip(f.words)
	for len(words) <= len(f.path)-f.base {
		words = append(words, n)
	}
	f.path, f.words = join(f.path, id), words
	return f
}

// take is add for an element that was typed.
func (f filling) take(id string) filling {
	f = f.add(id, f.next)
	f.next++
	return f
}

// means reports whether a literal after other elements is the verb itself: without it
// the order would mean something else.
func (f filling) means(s engine.Slot) bool {
	return s.Literal == f.verb && len(f.path) > f.base
}

// fill fills the slots of a template with the words that follow, and calls yield with
// every way to do it, until one is accepted. If there are no more words, the rest of
// the template is left out, except literals if only these remain.
func (r *attempt) fill(slots []engine.Slot, f filling, yield func(filling) bool) bool {
	if len(slots) == 0 {
		return yield(f)
	}
	if f.next == len(r.words) && r.ends != nil {
		r.ends(f.path, slots)
		return false
	}
	if slots[0].Literal != "" {
		return r.fillLiteral(slots[0], slots[1:], f, yield)
	}
	return r.fillWord(slots[0], slots[1:], f, yield)
}

func (r *attempt) fillLiteral(s engine.Slot, rest []engine.Slot, f filling, yield func(filling) bool) bool {
	switch {
	case f.next < len(r.words) && r.words[f.next] == s.Literal:
		return r.fill(rest, f.take(s.Literal), yield)
	case r.again && slices.Contains(r.path, s.Literal) && len(f.path) == f.base:
		return r.fill(rest, f, yield) // in the path already
	case f.next == len(r.words) && wants(rest):
		// A verb that was typed begins an order, and the player is asked for the rest.
		// If it may not begin one, it is not dropped from an order that has more words.
		if !f.means(s) && r.words[len(r.words)-1] != s.Literal {
			return yield(f)
		}
		begun := f.add(s.Literal, len(r.words)-1)
		return r.legal(begun) && yield(begun) || len(f.path) == len(r.path) && yield(f)
	}
	// Not typed: an optional literal is left out, any other is inserted; or the
	// template ends before it, unless it is the verb itself.
	return s.Optional && r.fill(rest, f, yield) || r.fill(rest, f.add(s.Literal, min(f.next, len(r.words)-1)), yield) ||
		len(f.path) > f.base && !f.means(s) && yield(f)
}

func (r *attempt) fillWord(s engine.Slot, rest []engine.Slot, f filling, yield func(filling) bool) bool {
	fits := f.next < len(r.words) && r.orders.fits(s, r.words[f.next])
	if fits {
		after := rest
		if s.Repeat {
			again := s
			again.Optional = true
			after = append([]engine.Slot{again}, rest...)
		}
		if r.fill(after, f.take(prefixed(s, r.words[f.next])), yield) {
			return true
		}
		if s.Optional && !s.Repeat && r.again && r.settled(r.words[f.next]) {
			f.next++
			return r.fill(rest, f, yield)
		}
	}
	switch {
	case s.Optional:
		return r.fill(rest, f, yield)
	case f.next == len(r.words) && s.Goal != "":
		// Without its goal the order would mean something else: only the verb is begun.
		f.path = f.path[:f.base]
		return f.base == len(r.path) && yield(f)
	case f.next == len(r.words):
		return yield(f)
	}
	if !fits {
		r.fail(&fault{word: f.next, kind: s.Arg})
	}
	return false
}

// settled reports whether a word is in the path already, or names a piece that is
// acting: so "move red-a 0201" is understood while it moves, too.
func (r *attempt) settled(word string) bool {
	return slices.Contains(r.path, word) || slices.ContainsFunc(r.pos.View(engine.Viewer(r.prompt.Seat)).Pieces,
		func(p engine.Piece) bool { return p.ID == word && slices.Contains(p.States, engine.Active) })
}

// wants reports whether slots hold one that must be filled with a word.
func wants(slots []engine.Slot) bool {
	return slices.ContainsFunc(slots, func(s engine.Slot) bool { return s.Literal == "" && !s.Optional })
}

// prefixed is the option that a word in a slot means.
func prefixed(s engine.Slot, word string) string {
	if s.Goal != "" {
		return s.Goal + word
	}
	if s.Prefix != engine.TextMark && strings.HasPrefix(word, s.Prefix) { // a text may begin with its own mark
		return word
	}
	return s.Prefix + word
}

// join is a new slice of a path and more elements.
func join(path []string, more ...string) []string {
	return append(path[:len(path):len(path)], more...)
}
