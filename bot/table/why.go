package table

import (
	"errors"
	"slices"
	"strconv"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/rulebook"
	"referee/engine"
	"referee/engine/match"
)

// why explains the last refusal with the readings of its paragraph, or else what the last command led to, with the
// numbers of its decisions and paragraphs, and why programs have last decided as they did; "why 12": only decision 12.
func why(q *request, words []string) error {
	if len(words) == 0 && q.refused != nil {
		return whyRefused(q)
	}
	s := q.seen
	from, to, err := decided(s.Match(), words)
	switch {
	case err != nil:
		return err
	case len(words) > 0:
		return reasoned(q, s, from, to, true)
	case from == to && q.lastReply.from == q.lastReply.to:
		q.say("table.why-nothing")
		return nil
	}
	if err := reasoned(q, s, q.lastReply.from, q.lastReply.to, true); err != nil || q.lastReply.from < to && to <= q.lastReply.to || from == to {
		return err
	}
	reasons, err := s.Why(q.ctx, q.viewer(), from, to)
	if err != nil || len(reasons) == 0 {
		return err
	}
	q.say("table.why-before", engine.Num("from", from+1), engine.Num("to", to))
	return reasoned(q, s, from, to, false)
}

func whyRefused(q *request) error {
	q.tell(q.words.Quote(q.lang, explained(q.refused)))
	var illegal *engine.Illegal
	if !errors.As(q.refused, &illegal) {
		return nil
	}
	for _, e := range rulebook.Of(q.words, q.lang, q.info, illegal.Rule) {
		q.tell(e.Msg())
	}
	return nil
}

// decided are the decisions that words name, or else the last that programs made since a person did: from+1
// to to.
func decided(m *match.Match, words []string) (from, to int, err error) {
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || len(words) > 1 || n < 1 || n > m.Seq() {
			return 0, 0, refused("table.why-number", engine.Num("n", m.Seq()))
		}
		return n - 1, n, nil
	}
	for _, e := range slices.Backward(m.Log()) {
		d := &e.Decision
		_, program := m.History().Answerer(d.Seq)
		switch a, answers := d.Act.(match.ActAnswer); {
		case program:
			to = max(to, d.Seq)
		case to > 0 && answers && !a.Auto && d.Seat != engine.Chance:
			return d.Seq, to, nil
		}
	}
	return 0, to, nil
}

// reasoned prints decisions with the paragraphs that they follow from, each with its reasons; else only those that
// have some.
func reasoned(q *request, s *referee.Snapshot, from, to int, all bool) error {
	reasons, err := s.Why(q.ctx, q.viewer(), from, to)
	if err != nil {
		return err
	}
	lines, err := s.Lines(q.viewer(), from, to)
	if err != nil {
		return err
	}
	for i, l := range lines {
		n := slices.IndexFunc(reasons, func(r referee.Reason) bool { return r.Seq == l.Seq })
		if n < 0 && !all {
			continue
		}
		q.numberedLine(l.Seq, orders.ByRule(l.Rule, l.Said))
		if n >= 0 && (i == 0 || lines[i-1].Seq != l.Seq) {
			q.write("      " + q.reason(reasons[n]))
		}
	}
	return nil
}

// whyDrawn are the reasons of programs that [why] tells, to be drawn with what was done for them.
func whyDrawn(q *request, words []string) (out engine.Answer, err error) {
	s := q.seen
	from, to, err := decided(s.Match(), words)
	if err != nil {
		return out, err
	}
	reasons, err := s.Why(q.ctx, q.viewer(), from, to)
	for _, r := range reasons {
		said := slices.Clone(r.Why.Lines)
		if len(said) > 0 {
			said[0] = engine.Say("table.by-decision", engine.Num("n", r.Seq), engine.Sub("said", said[0]))
		}
		out.Lines = append(out.Lines, said...)
		scenes, err := s.Match().VisibleTo(q.viewer()).Scenes(r.Seq-1, r.Seq, 1)
		if err != nil {
			return out, err
		}
		for _, sc := range scenes {
			out.Marks = append(out.Marks, sc.Change.Marks...)
			out.Paths = append(out.Paths, sc.Change.Paths...)
			out.Ghosts = append(out.Ghosts, sc.Change.Ghosts...)
		}
	}
	return out, err
}
