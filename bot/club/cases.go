package club

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Case is what judges were asked, and what they have ruled: all that one of them
// has to see, and a precedent afterwards. Where many are listed they have no Before
// and no Lines.
type Case struct {
	Match  match.ID
	Game   string
	League league.Link // the zero Link: the match is of none
	Seq    int         // of the ruling; while there is none, of the appeal
	At     int64       // Unix time in milliseconds
	From   int         // the decisions that it is about
	To     int
	Rules  []string
	// Statements are what the seats have written, in their order.
	Statements []Statement
	Ruling     *match.Adjudication // nil: judges are still asked
	Told       engine.Msg          // the ruling, as everybody is told it
	Reason     string              // theirs; "" where it was erased
	Before     string              // the position text before decision From; the judge's
	Orders     []CaseOrder
	Lines      []referee.Line // what decisions From to To were told as, to the judge
	Over       bool           // the match is over, and the orders are no secret any more
}

// Statement is what a seat has written about a case; Text is "" where it was
// erased.
type Statement struct {
	Seat engine.Seat
	Text string
}

// Wrote reports whether a seat has written something that was not erased.
func (c Case) Wrote(seat engine.Seat) bool {
	return slices.ContainsFunc(c.Statements, func(s Statement) bool { return s.Seat == seat && s.Text != "" })
}

// CaseOrder is an answer in a case: of a seat, or a roll.
type CaseOrder struct {
	Seq  int
	Seat engine.Seat
	Path []string
}

// Open is the case that a match waits for; false where it waits for none. It holds what is secret: see [Judges.ReadOpen].
func (j *Judges) Open(ctx context.Context, id match.ID) (Case, bool, error) {
	return open(j.Cases(ctx, id))
}

// ReadOpen is Open for a judge who reads what is secret: see [Judges.ReadCases].
func (j *Judges) ReadOpen(ctx context.Context, c referee.Command) (Case, bool, error) {
	return open(j.ReadCases(ctx, c))
}

// open is the case of a match that judges are still asked about: the last, if any.
func open(all []Case, err error) (Case, bool, error) {
	if n := len(all); err == nil && n > 0 && all[n-1].Ruling == nil {
		return all[n-1], true, nil
	}
	return Case{}, false, err
}

// ReadCases is Cases for a judge who reads what is secret in them: from then on they
// take no seat in the match. It refuses who plays it or has played it.
func (j *Judges) ReadCases(ctx context.Context, c referee.Command) ([]Case, error) {
	if err := j.putReader(ctx, c); err != nil {
		return nil, j.office.Classify(ctx, err, c, nil)
	}
	return j.Cases(ctx, c.Match)
}

// putReader notes who reads, under the lock of the match: they take no seat meanwhile.
func (j *Judges) putReader(ctx context.Context, c referee.Command) error {
	return j.office.Locked(ctx, c.Match, func() error {
		if _, err := j.office.As(ctx, c, authority.ReadCase); err != nil {
			return err
		}
		return j.store.PutReader(ctx, c.Match, c.Account)
	})
}

// Cases lists what judges were asked about a match, in order. Of the last they may
// still be asked. It holds what is secret: who is shown that calls [Judges.ReadCases].
func (j *Judges) Cases(ctx context.Context, id match.ID) ([]Case, error) {
	m, err := j.office.Match(ctx, id)
	if err != nil {
		return nil, j.office.Classify(ctx, err, referee.Command{Match: id}, nil)
	}
	link, _, err := j.store.LinkOf(ctx, id)
	if err != nil {
		return nil, j.office.Classify(ctx, err, referee.Command{Match: id}, m)
	}
	out, err := casesOf(m, func(hash string) (string, error) {
		t, _, err := j.store.Text(ctx, hash)
		return t.Body, err
	})
	for i := range out {
		if out[i].League = link; err == nil {
			err = out[i].recall(m)
		}
	}
	return out, j.office.Classify(ctx, err, referee.Command{Match: id}, m)
}

// Rulings lists the cases that judges have ruled on, of the matches that here keeps of a
// list (nil: of all), in which all words of a query stand: numbers of rules, names
// of seats, a judgement, words of the reason, and where the match is over of the
// orders. What the seats have written is for judges alone, so nobody can find out
// its words by searching. The latest come first.
func (j *Judges) Rulings(ctx context.Context, query string, here func([]league.Judged) ([]league.Judged, error)) ([]Case, error) {
	words := strings.Fields(strings.ToLower(query))
	all, err := j.ruled(ctx, here)
	all = slices.DeleteFunc(all, func(c Case) bool { return !c.has(words) })
	slices.SortStableFunc(all, func(a, b Case) int { return cmp.Compare(b.At, a.At) })
	return all, j.office.Classify(ctx, err, referee.Command{}, nil)
}

// ruled lists the cases that judges have ruled on, by match.
func (j *Judges) ruled(ctx context.Context, here func([]league.Judged) ([]league.Judged, error)) ([]Case, error) {
	list, err := j.store.Judged(ctx)
	if err == nil && here != nil {
		list, err = here(list)
	}
	if err != nil || len(list) == 0 {
		return nil, err
	}
	cases, texts, err := j.read(ctx, list)
	if err != nil {
		return nil, err
	}
	var out []Case
	for _, x := range list {
		for _, c := range cases[x.Match] {
			if c.Ruling != nil {
				c.League = x.Link
				out = append(out, c.written(texts))
			}
		}
	}
	return out, nil
}

// read gives the cases of matches, with hashes in the place of texts, and the texts by
// hash. Only the records of those that have gone on since they were read last are read.
func (j *Judges) read(ctx context.Context, list []league.Judged) (map[match.ID][]Case, map[string]match.Text, error) {
	cases := map[match.ID][]Case{}
	var unread []match.ID
	var hashes []string
	for _, x := range list {
		k, ok := j.kept.get(x.Match)
		if !ok || k.head != x.Head {
			unread = append(unread, x.Match)
			continue
		}
		cases[x.Match] = k.what
		for _, c := range k.what {
			hashes = append(hashes, c.hashes()...)
		}
	}
	records, texts, err := j.store.Judgements(ctx, unread, hashes)
	if err != nil {
		return nil, nil, err
	}
	for i, id := range unread {
		m, err := j.office.Fold(ctx, records[i])
		if err != nil {
			return nil, nil, err
		}
		found, err := casesOf(m, func(hash string) (string, error) { return hash, nil })
		if err != nil {
			return nil, nil, err
		}
		cases[id] = found
		j.kept.put(id, keptOf[[]Case]{head: m.Head(), what: found})
	}
	return cases, texts, nil
}

// hashes are those of the texts of a case that has them in the place of the texts.
func (c Case) hashes() []string {
	out := []string{c.Reason}
	for _, s := range c.Statements {
		out = append(out, s.Text)
	}
	return out
}

// written is a case with texts in the place of their hashes.
func (c Case) written(texts map[string]match.Text) Case {
	c.Reason = texts[c.Reason].Body
	c.Statements = slices.Clone(c.Statements)
	for i := range c.Statements {
		c.Statements[i].Text = texts[c.Statements[i].Text].Body
	}
	return c
}

// casesOf lists the cases of a match, in order, without its league; text gives what was
// written, by its hash.
func casesOf(m *match.Match, text func(hash string) (string, error)) ([]Case, error) {
	var out []Case
	var open *Case
	for _, e := range m.Log() {
		d := &e.Decision
		b := d.Adjudication()
		if b == nil {
			continue
		}
		if open == nil {
			open = &Case{Match: m.ID(), Game: m.Opening().Game, From: b.From, To: b.To, Over: m.Over()}
		}
		if err := open.add(m, d, text); err != nil {
			return nil, err
		}
		if d.Kind() == match.KindRuling {
			out, open = append(out, *open), nil
		}
	}
	if open != nil {
		out = append(out, *open)
	}
	for i := range out {
		out[i].Orders = out[i].orders(m)
	}
	return out, nil
}

// add takes a decision of a match into a case.
func (c *Case) add(m *match.Match, d *match.Decision, text func(hash string) (string, error)) error {
	b := d.Adjudication()
	written, err := text(b.Reason)
	if err != nil {
		return err
	}
	for _, rule := range b.Rules {
		if !slices.Contains(c.Rules, rule) {
			c.Rules = append(c.Rules, rule)
		}
	}
	c.Seq, c.At = d.Seq, d.At
	if d.Kind() == match.KindRuling {
		said, err := referee.Tell(m, engine.Judge, d.Seq-1, d.Seq)
		if err != nil {
			return err
		}
		c.Ruling, c.Reason, c.Told = b, written, said[0].Said // what follows of it comes after it
		return nil
	}
	c.Statements = append(c.Statements, Statement{d.Seat, written})
	return nil
}

// first is the first decision of a case that came after the opening.
func (c *Case) first() int { return max(c.From, 2) }

// orders are the answers in a case.
func (c *Case) orders(m *match.Match) []CaseOrder {
	var out []CaseOrder
	for _, e := range m.Log()[c.first()-1 : max(c.To, c.first()-1)] {
		d := &e.Decision
		if a, ok := d.Act.(match.ActAnswer); ok && (!a.Auto || a.Standing != 0) {
			out = append(out, CaseOrder{d.Seq, d.Seat, a.Path})
		}
	}
	return out
}

// recall fills in the position before a case, and what its decisions were told as.
func (c *Case) recall(m *match.Match) error {
	from := c.first() - 1
	before, err := m.At(from)
	if err != nil {
		return err
	}
	c.Before = before.Position().String()
	c.Lines, err = referee.Tell(m, engine.Judge, from, max(c.To, from))
	return err
}

// has reports whether all of some small words stand in what everybody may know of
// a case.
func (c *Case) has(words []string) bool {
	var all strings.Builder
	fmt.Fprintln(&all, c.Match, c.Game, c.League.League, c.Ruling.Judgement, c.Ruling.Winner, c.Rules, c.Reason)
	for _, s := range c.Statements {
		fmt.Fprintln(&all, s.Seat)
	}
	if c.Over {
		for _, o := range c.Orders {
			fmt.Fprintln(&all, o.Seat, o.Path)
		}
	}
	text := strings.ToLower(all.String())
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// WriteCase writes a case as a rules case: the position text before, the orders
// and the rolls, and as comments what was written and ruled. What ought to follow
// is for whoever makes a test of it to add. Whoever gets it sees what is secret.
func WriteCase(w io.Writer, c Case) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Match %s, decisions %d to %d\n", c.Match, c.From, c.To)
	for _, s := range c.Statements {
		comment(&b, string(s.Seat), s.Text)
	}
	if c.Ruling != nil {
		comment(&b, "ruled", string(c.Ruling.Judgement))
		comment(&b, "reason", c.Reason)
	}
	for _, rule := range c.Rules {
		fmt.Fprintf(&b, "rule %s\n", rule)
	}
	for line := range strings.Lines(c.Before) {
		fmt.Fprintf(&b, "| %s", line)
	}
	if !strings.HasSuffix(c.Before, "\n") {
		b.WriteByte('\n')
	}
	for _, o := range c.Orders {
		fmt.Fprintf(&b, "%s %s\n", o.Seat, strings.Join(o.Path, " "))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("referee: write case: %w", err)
	}
	return nil
}

// comment writes a text as comments.
func comment(b *strings.Builder, what, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(b, "# %s: %s\n", what, strings.TrimSpace(line))
	}
}
