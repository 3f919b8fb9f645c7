package match

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/chain"
)

// Divergence is a decision that the rules judge differently from the record.
type Divergence struct {
	Seq  int
	What string // the difference, for a person
	Text string // the position text before the decision
}

// Rejudge judges every answer of a record again, including the rewound ones, and compares the
// results with the record: path, events, rolls, secrets, opened secrets, and whether automatic
// answers had no alternative. After a divergence it continues from the events recorded. An error
// says that the record cannot be folded, and *chain.BadEntryError where; up to there it is judged.
func Rejudge(g engine.Game, entries []*Entry) ([]Divergence, error) {
	_, out, err := rejudge(g, entries)
	return out, err
}

// rejudge is Rejudge, and the match as it was judged.
func rejudge(g engine.Game, entries []*Entry) (*Match, []Divergence, error) {
	o, err := Pinned(entries)
	if err != nil {
		return nil, nil, err
	}
	if g, err = pinned(g, o); err != nil {
		return nil, nil, err
	}
	var out []Divergence
	j := judging{game: g, record: newRecord(g), after: []engine.Position{g.Empty()}}
	for i, e := range entries {
		found, err := j.next(entries[:i], e)
		if found != nil {
			out = append(out, *found)
		}
		if err != nil {
			return nil, out, badEntry(e.Decision.Seq, err)
		}
	}
	pos := j.after[len(entries)]
	return &Match{first: g, game: current(g, pos), log: entries, pos: pos, record: j.record}, out, nil
}

// judging is a record that is being judged anew.
type judging struct {
	game   engine.Game
	record record
	after  []engine.Position // by decision
}

// next judges one more entry, which follows log. Rules may rely on positions that their own
// events, which somebody may have forged: a panic of theirs is an error here.
func (j *judging) next(log []*Entry, e *Entry) (found *Divergence, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the rules cannot continue from the record: %v", p)
		}
	}()
	d := &e.Decision
	was := &Match{first: j.game, game: j.game, log: log, pos: j.after[len(log)], record: j.record}
	if j.record, err = j.record.after(log, d); err != nil {
		return nil, err
	}
	if e.Hidden() && d.moves() {
		return nil, errHidden
	}
	before := was.pos
	back, rewinds := d.Act.(ActRewind)
	if rewinds {
		before = j.after[back.To]
	}
	what := differs(current(j.game, before), before, d, log)
	if rewinds && d.Author != Referee && was.Undo(d.Author).May(back.To) != nil {
		what = fmt.Sprintf("player %d could not take back to decision %d by themselves", d.Author, back.To)
	}
	if what != "" {
		found = &Divergence{Seq: d.Seq, What: what, Text: before.String()}
	}
	next := before
	if d.moves() {
		if next, err = step(j.game, log, before, d); err != nil {
			return found, err
		}
	}
	j.after = append(j.after, next)
	return found, nil
}

// differs says how the judging of a decision, which follows log, differs from its
// record.
func differs(g engine.Game, before engine.Position, d *Decision, log []*Entry) string {
	switch a := d.Act.(type) {
	case ActOpen:
		out, err := g.Begin(1, a.Opening.Setup)
		return compare(d, out, err)
	case ActAnswer:
		if what := misplaced(g, log, before, a); what != "" {
			return what
		}
		out, err := before.Submit(d.Seq, d.Seat, a.Prompt, a.Path)
		if what := compare(d, out, err); what != "" {
			return what
		}
		return uncovered(before, d, a, out, log)
	case ActExpire:
		return adjudged(before, a)
	case ActRuling:
		return tallied(before, a.Adjudication)
	default: // nothing is judged
		return ""
	}
}

// misplaced checks what stands in a record beside the path and events of an
// answer, which follows log.
func misplaced(g engine.Game, log []*Entry, before engine.Position, a ActAnswer) string {
	p, err := before.Prompt(a.Prompt)
	if err != nil {
		return err.Error()
	}
	if what := misdealt(p, log, a); what != "" {
		return what
	}
	if a.Standing != 0 {
		return misfired(g, log, before, a)
	}
	if a.Auto {
		path, single, err := Single(before, p)
		if err != nil {
			return err.Error()
		}
		if !single || !slices.Equal(path, a.Path) {
			return "an automatic answer was not the only one"
		}
	}
	if a.Roll == nil {
		return ""
	}
	node, err := before.Options(p.ID, nil)
	if err != nil {
		return err.Error()
	}
	if a.Roll.Proof != "" && !slices.Equal(a.Roll.Among, among(node.Options)) {
		return fmt.Sprintf("the roll was among %q, recorded as among %q", among(node.Options), a.Roll.Among)
	}
	if a.Roll.For != p.Purpose || a.Roll.Faces != chances(node.Options) {
		return fmt.Sprintf("the roll was for %q with %d chances, recorded as for %q with %d",
			p.Purpose, chances(node.Options), a.Roll.For, a.Roll.Faces)
	}
	return ""
}

// uncovered says how what an answer keeps secret or makes public differs from
// its record.
func uncovered(before engine.Position, d *Decision, a ActAnswer, out engine.Outcome, log []*Entry) string {
	p, err := before.Prompt(a.Prompt)
	if err != nil {
		return err.Error()
	}
	revealed := reveals(out.Events)
	secret := hides(p, revealed)
	if secret != (d.Sealed != "") {
		return fmt.Sprintf("the answer is secret: %v, recorded as: %v", secret, d.Sealed != "")
	}
	if now := opens(log, a, secret, revealed); !slices.Equal(now, a.Opens) {
		return fmt.Sprintf("the answer opens decisions %v, recorded: %v", now, a.Opens)
	}
	return ""
}

// compare says how an outcome differs from the record.
func compare(d *Decision, out engine.Outcome, err error) string {
	path, was := d.path(), d.Events()
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		return fmt.Sprintf("element %d of the answer %q is illegal by rule %s (%s)",
			illegal.At+1, strings.Join(path, " "), illegal.Rule, illegal.Why.Key)
	}
	if err != nil {
		return err.Error()
	}
	if !slices.Equal(out.Path, path) {
		return fmt.Sprintf("path: recorded %q, judged %q", strings.Join(path, " "), strings.Join(out.Path, " "))
	}
	events, err := engine.Encode(out.Events)
	if err != nil {
		return err.Error()
	}
	for i := range max(len(events), len(was)) {
		old, now := eventText(was, i), eventText(events, i)
		if old != now {
			return fmt.Sprintf("event %d: recorded %s, judged %s", i+1, old, now)
		}
	}
	return ""
}

// eventText is event i as text, in the same spelling whether stored or new.
func eventText(list []engine.Record, i int) string {
	if i >= len(list) {
		return "nothing"
	}
	text, err := chain.Encode(list[i])
	if err != nil {
		return err.Error()
	}
	return string(bytes.TrimSpace(text))
}
