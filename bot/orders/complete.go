package orders

import (
	"slices"
	"strings"

	"referee/engine"
)

// Next is a word that may follow in an order.
type Next struct {
	Word string
	// Verb says that the word is a verb; otherwise Option is what it stands for.
	Verb bool
	// Anew says that the word begins a new order, and discards the held path.
	Anew   bool
	Option engine.Option
}

// Complete lists what can complete a text that a seat is typing, in place of its last word or, after a blank, as
// the next: first what continues the held path, verbs before options, in the order of the game. All of it is
// legal there; it is empty if the text before is not.
func (o *Reader) Complete(pos engine.Position, seat engine.Seat, held Held, text string) []Next {
	words, part := wordsOf(text), ""
	if n := len(words); n > 0 && !strings.HasSuffix(text, " ") {
		words, part = words[:n-1], words[n-1]
	}
	words, unclear := o.Placed(words[:min(len(words), longest)])
	if unclear != nil {
		return nil
	}
	starts, err := o.starts(pos, seat, held, words)
	if err != nil {
		return nil
	}
	var all []Next
	for _, r := range starts {
		c := completion{attempt: r, part: part}
		r.ends = c.end
		r.read(r.path, 0)
		for _, n := range append(c.verbs, c.options...) {
			n.Anew = len(r.path) == 0 && len(starts[0].path) > 0
			all = append(all, n)
		}
	}
	var out []Next
	for _, n := range all {
		same := func(m Next) bool { return m.Word == n.Word }
		if strings.HasPrefix(n.Word, part) && !slices.ContainsFunc(out, same) {
			out = append(out, n)
		}
	}
	return out
}

// completion collects what may follow the words of one reader.
type completion struct {
	*attempt
	part    string // the typed part of the last word
	verbs   []Next
	options []Next
	looked  int // how many repeated options were put into a slot: see mostLeads
}

// end adds what may follow a path, in the slots of a template if there are any. A text of the player's is not a word to add.
func (c *completion) end(path []string, slots []engine.Slot) {
	defer func() {
		c.options = slices.DeleteFunc(c.options, func(n Next) bool { return n.Option.Write > 0 })
	}()
	if len(slots) > 0 {
		c.options = append(c.options, c.inSlots(path, slots)...)
		return
	}
	for _, v := range c.orders.verbs {
		c.looked = 0
		if slices.Contains(v.Kinds, c.prompt.Kind) && len(c.inSlots(path, v.Slots)) > 0 {
			c.verbs = append(c.verbs, Next{Word: v.Name, Verb: true})
		}
	}
	for _, o := range c.node(path).Options {
		c.options = append(c.options, Next{Word: o.ID, Option: o})
	}
}

// inSlots lists what may be next in the slots of a template.
func (c *completion) inSlots(path []string, slots []engine.Slot) []Next {
	if len(slots) == 0 {
		return nil
	}
	s, rest := slots[0], slots[1:]
	var out []Next
	for _, o := range c.node(path).Options {
		if !c.stands(s, o) || !c.allowed(path, s, o) || !c.leads(join(path, o.Element()), s, rest) {
			continue
		}
		word := o.ID
		if s.Prefix != "" && !strings.HasPrefix(c.part, s.Prefix) {
			word = strings.TrimPrefix(word, s.Prefix)
		}
		out = append(out, Next{Word: word, Option: o})
		if s.Literal != "" {
			out = append(out, c.inSlots(join(path, o.ID), rest)...)
		}
	}
	if s.Optional {
		out = append(out, c.inSlots(path, rest)...)
	}
	return out
}

// stands reports whether an option fits a slot.
func (c *completion) stands(s engine.Slot, o engine.Option) bool {
	if s.Literal != "" {
		return o.ID == s.Literal
	}
	return strings.HasPrefix(o.ID, s.Prefix) && c.orders.fits(s, o.ID)
}

// allowed reports whether what an option names may be the goal of a slot; a slot
// without a goal takes it literally.
func (c *completion) allowed(path []string, s engine.Slot, o engine.Option) bool {
	if s.Goal == "" {
		return true
	}
	_, err := c.follow(join(path, s.Goal+o.ID))
	return err == nil
}

// mostLeads is how many repeated options are put into a slot to find out where they lead: ways over a map have no end.
const mostLeads = 40

// leads reports whether the slots after s can still be filled, or s once more and then those, where an option was put into s. It
// takes for granted what it has looked for long.
func (c *completion) leads(path []string, s engine.Slot, rest []engine.Slot) bool {
	if !slices.ContainsFunc(rest, func(s engine.Slot) bool { return !s.Optional }) {
		return true
	}
	if s.Repeat {
		if c.looked++; c.looked > mostLeads {
			return true
		}
	}
	next := rest[0]
	return c.steps(path, next, rest[1:]) || next.Optional && c.leads(path, next, rest[1:]) || s.Repeat && c.steps(path, s, rest)
}

// steps reports whether an option can be put into a slot so that the others can be filled.
func (c *completion) steps(path []string, s engine.Slot, rest []engine.Slot) bool {
	return slices.ContainsFunc(c.node(path).Options, func(o engine.Option) bool {
		return c.stands(s, o) && c.allowed(path, s, o) && c.leads(join(path, o.Element()), s, rest)
	})
}

// node is what may follow a path; nothing where it is not legal.
func (c *completion) node(path []string) engine.Node {
	node, err := c.follow(path)
	if err != nil {
		return engine.Node{}
	}
	return node
}
