package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// checkMessages: every message of a game has a text in every language.
func checkMessages(t *tour) error {
	info := t.Game.Info()
	all, err := catalogues(info.Catalogues)
	if err != nil {
		return err
	}
	c := &speech{info: info, catalogues: all}
	c.declared()
	for _, k := range engine.CostKinds(t.Game) {
		c.say(engine.Say("cost." + string(k)))
	}
	if c.err != nil {
		return c.err
	}
	for _, s := range t.spots() {
		for _, v := range viewers(info) {
			var known []engine.Event
			for _, e := range s.events() {
				if k := engine.Known(e, v); k != nil {
					known = append(known, k)
					c.maybe(k.Tell())
					c.cited(engine.RuleOf(k))
				}
			}
			for len(known) > 0 {
				said, n := engine.Tell(known)
				c.maybe(said)
				known = known[n:]
			}
		}
		for _, q := range s.pos().Prompts() {
			c.say(q.Ask)
		}
		if c.err != nil {
			return s.fail(c.err)
		}
	}
	r := t.rand("messages")
	for _, s := range t.sample("messages") {
		for _, v := range viewers(info) {
			c.view(s.pos().View(v))
			for _, q := range queries(info, r) {
				answer, err := s.pos().Ask(v, q)
				c.answer(answer, err)
			}
		}
		for _, q := range s.pos().Prompts() {
			c.orders(s.pos(), q, r)
			_ = foretold(s.pos(), q, NewPlayer(r.Uint64(), t.Policy), func(_ []string, _ bool, a engine.Answer, err error) error {
				c.answer(a, err)
				return nil
			})
			c.tree(s, q, NewPlayer(r.Uint64(), t.Policy), func(path []string) []string { return bogus(r, c.pool, path) })
		}
		if c.err != nil {
			return s.fail(c.err)
		}
	}
	return nil
}

// answer checks what is answered, or why nothing is.
func (c *speech) answer(a engine.Answer, err error) {
	for _, b := range a.Bars {
		c.say(b.Label)
	}
	for _, line := range a.Lines {
		c.say(line)
	}
	if a.Summary != nil {
		c.say(*a.Summary)
	}
	c.refusal(err)
}

// speech checks messages against catalogues, and keeps the first fault.
type speech struct {
	info       *engine.Info
	catalogues map[string]catalogue
	pool       []string // ids of options seen
	err        error
}

// file is the catalogue of a language, as an error names it.
func (c *speech) file(lang string) string { return engine.CatalogueFile(c.info.Catalogues, lang) }

// say checks a message.
func (c *speech) say(m engine.Msg) {
	if strings.HasPrefix(m.Key, "noun.") {
		c.fail("%q is a noun, and said as a sentence", m.Key)
		return
	}
	for _, lang := range engine.Languages {
		said, ok := c.catalogues[lang][m.Key]
		if !ok {
			c.fail("%s lacks %q", c.file(lang), m.Key)
			return
		}
		for _, f := range said.fields {
			if f != "PluralCount" && !slices.ContainsFunc(m.Args, func(a engine.Arg) bool { return a.Name == f }) {
				c.fail("%s: %q uses %q, which is not among its arguments", c.file(lang), m.Key, f)
			}
		}
	}
	for _, a := range m.Args {
		c.arg(m.Key, a)
	}
}

// maybe checks a message that may be left unsaid.
func (c *speech) maybe(m engine.Msg) {
	if m.Key != "" {
		c.say(m)
	}
}

func (c *speech) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *speech) arg(key string, a engine.Arg) {
	switch a.Kind {
	case engine.ArgNoun:
		c.noun(key, a.Text)
	case engine.ArgHex:
		if _, err := hex.Parse(a.Text); err != nil {
			c.fail("%q: argument %s: %v", key, a.Name, err)
		}
	case engine.ArgRatio:
		if a.Den == 0 {
			c.fail("%q: argument %s has no denominator", key, a.Name)
		}
	case engine.ArgMsg:
		if a.Msg == nil {
			c.fail("%q: argument %s is no message", key, a.Name)
			return
		}
		c.say(*a.Msg)
	case engine.ArgList:
		for _, item := range a.List {
			c.arg(key, item)
		}
	case engine.ArgNum, engine.ArgText:
	default:
		c.fail("%q: argument %s is of kind %q", key, a.Name, a.Kind)
	}
}

// noun checks a noun: the message "noun."+id. A hex and a number name
// themselves, and an id may carry the prefix that a verb gives it.
func (c *speech) noun(key, id string) {
	for _, v := range c.info.Verbs {
		for _, s := range v.Slots {
			if _, ok := c.catalogues[engine.Languages[0]]["noun."+id]; !ok {
				id = strings.TrimPrefix(id, s.Prefix)
			}
		}
	}
	if _, err := hex.Parse(id); err == nil || id != "" && strings.Trim(id, "+-0123456789") == "" {
		return
	}
	for _, lang := range engine.Languages {
		if _, ok := c.catalogues[lang]["noun."+id]; !ok {
			c.fail("%s lacks \"noun.%s\" (in %q)", c.file(lang), id, key)
		}
	}
}

// declared checks what Info has to say.
func (c *speech) declared() {
	for _, o := range c.info.Options {
		c.say(o.Label())
		for _, v := range o.Values {
			c.say(o.Value(v))
		}
	}
	for _, v := range c.info.Verbs {
		c.say(engine.Say("verb." + v.Name))
		for _, s := range v.Slots {
			if s.Arg != "" {
				c.say(engine.Say("word." + string(s.Arg)))
			}
		}
	}
	for _, q := range c.info.Queries {
		c.say(engine.Say("query." + q.Name))
		for _, a := range q.Args {
			c.say(engine.Say("word." + string(a.Kind)))
		}
	}
	c.clauses()
	for _, r := range c.info.Readings {
		c.say(engine.Say(r.Key))
	}
	for _, names := range c.info.Values {
		for _, name := range names {
			c.say(engine.Say("value." + name))
		}
	}
	for _, cost := range c.info.Entering {
		c.say(cost)
	}
	for _, p := range c.info.Counters {
		if names := c.info.ValueNames(p.Symbol); names != nil && len(names) != len(p.Values) {
			c.fail("%s has the values %q, named %q", p.ID, p.Values, names)
		}
	}
	for _, n := range c.info.Paragraphs {
		c.say(engine.Say("rule." + n + ".title"))
		c.say(engine.Say("rule." + n + ".text"))
	}
	for _, a := range c.info.Aids {
		c.aid(a)
	}
	for _, seat := range c.info.Seats {
		c.noun("Info.Seats", string(seat))
	}
}

// aid checks the texts of an aid, and that its tables have all their cells.
func (c *speech) aid(a engine.Aid) {
	c.say(engine.Say("aid." + a.ID))
	for _, m := range a.Lines {
		c.say(m)
	}
	for _, t := range a.Tables {
		for _, m := range append(slices.Clone(t.Head), t.Title) {
			c.maybe(m)
		}
		for _, row := range t.Rows {
			if len(row) != len(t.Head) {
				c.fail("aid %s: a row of %d cells under %d columns", a.ID, len(row), len(t.Head))
			}
			for _, cell := range row {
				if cell.Kind != "" {
					c.arg("aid."+a.ID, cell)
				}
			}
		}
	}
}

func (c *speech) refusal(err error) {
	var no *engine.Illegal
	if errors.As(err, &no) {
		c.say(no.Why)
		c.cited(no.Rule)
	}
}

// cited checks that something is said about a paragraph, if the game says something about any.
func (c *speech) cited(rule string) {
	if rule != "" && len(c.info.Paragraphs) > 0 && !slices.Contains(c.info.Paragraphs, rule) {
		c.fail("%s is cited, and Info.Paragraphs lacks it", rule)
	}
}

// tree checks the labels along one random answer, and refusals on its way.
func (c *speech) tree(s spot, q engine.Prompt, player *Player, wrong func(path []string) []string) {
	path, err := player.Answer(s.pos(), q)
	if err != nil {
		return // "offered answers are accepted" reports it
	}
	path = slices.Clone(path)
	for i := range len(path) + 1 {
		node, err := s.pos().Explain(q.ID, path[:i])
		c.refusal(err)
		for _, o := range node.Options {
			c.label(o)
			c.pool = append(c.pool, o.ID)
		}
		for _, o := range node.Closed {
			c.label(o.Option)
		}
		for _, said := range []*engine.Msg{node.Ask, node.Does} {
			if said != nil {
				c.say(*said)
			}
		}
		if len(c.pool) == 0 {
			continue
		}
		for _, id := range wrong(path) {
			_, err := s.pos().Options(q.ID, append(slices.Clip(path[:i]), id))
			c.refusal(err)
		}
	}
	c.pool = c.pool[max(0, len(c.pool)-200):]
}

// label checks the label of an option.
func (c *speech) label(o engine.Option) {
	key := "option." + o.Kind
	args := []engine.Arg{engine.Num("n", o.N), engine.Num("m", o.M), engine.Text("id", o.ID)}
	c.say(engine.Say(key, args...))
	for _, m := range []*engine.Msg{o.Label, o.Effect, o.Warn} {
		if m != nil {
			c.say(*m)
		}
	}
	if !slices.Contains(c.catalogues[engine.Languages[0]][key].fields, "id") {
		return
	}
	c.noun(key, o.ID)
}

func (c *speech) view(v engine.View) {
	c.say(v.Status)
	for _, p := range v.Pieces {
		c.maybe(p.Left)
	}
	for _, t := range v.Tracks {
		c.maybe(t.Label)
		for _, cell := range t.Cells {
			c.markers(cell.Markers)
		}
	}
	for _, b := range v.Boxes {
		c.say(b.Label)
		c.markers(b.Markers)
	}
	for _, n := range v.Counts {
		c.say(n.Points)
		for _, m := range n.From {
			c.say(m)
		}
		c.maybe(n.Left)
	}
	for _, q := range v.Waiting {
		c.say(q.Ask)
	}
	if v.Result == nil {
		return
	}
	c.say(v.Result.Why)
	if v.Result.Degree != "" {
		c.say(engine.Say("degree." + v.Result.Degree))
	}
	for _, s := range v.Result.Score {
		for _, m := range s.From {
			c.say(m)
		}
	}
}

func (c *speech) markers(ms []engine.Marker) {
	for _, m := range ms {
		c.say(m.Label)
	}
}
