package match

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/play"
)

// History is what a match has been through. Most of it is judged again from the beginning, which
// costs as much as folding the match once.
type History struct{ m *Match }

// History returns what the match has been through.
func (m *Match) History() History { return History{m} }

// Walk calls do with the match after each of its decisions in order, until do returns an error.
func (h History) Walk(do func(*Match) error) error {
	m := h.m
	var err error
	game := m.first
	rec := newRecord(game)
	after := make([]engine.Position, len(m.log)+1) // by decision
	after[0] = game.Empty()
	for i, e := range m.log {
		d := &e.Decision
		if rec, err = rec.after(m.log[:i], d); err != nil {
			return badEntry(d.Seq, err)
		}
		pos := after[i]
		if a, back := d.Act.(ActRewind); back {
			pos = after[a.To]
		}
		if d.moves() {
			if pos, err = step(m.first, m.log, pos, d); err != nil {
				return badEntry(d.Seq, err)
			}
		}
		game = current(game, pos)
		after[i+1] = pos
		if err := do(&Match{first: m.first, game: game, log: m.log[: i+1 : i+1], pos: pos, record: rec}); err != nil {
			return err
		}
	}
	return nil
}

// RecordedRoll is a roll in a record, with everything that its proof covers.
type RecordedRoll struct {
	Seq    int // its decision
	Roll   Roll
	Rolled Rolled
	Face   string // its result
	Sealed bool   // its result and its proof are secret: Face and they are empty
}

// made lists the rolls of a record, up to the first entry that does not hold:
// *chain.BadEntryError. It judges nothing and checks no proof.
func made(g engine.Game, entries []*Entry) ([]RecordedRoll, error) {
	rec := newRecord(g)
	var out []RecordedRoll
	for i, e := range entries {
		d := &e.Decision
		before := rec.dice
		var err error
		if rec, err = rec.after(entries[:i], d); err != nil {
			return out, badEntry(d.Seq, err)
		}
		if a, ok := d.Act.(ActAnswer); ok && d.Seat == engine.Chance {
			r := before.roll()
			r.Purpose, r.At = a.Roll.For, d.At
			roll := RecordedRoll{Seq: d.Seq, Roll: r, Rolled: *a.Roll, Sealed: e.Hidden()}
			if !roll.Sealed {
				roll.Face = a.Path[0]
			}
			out = append(out, roll)
		}
	}
	return out, nil
}

// RollPrompts lists the prompts that the rolls of [Visible.Rolls] answered, in the same order: they give the purpose
// of each in the game's words.
func (h History) RollPrompts() ([]engine.Prompt, error) {
	var out []engine.Prompt
	var before engine.Position
	err := h.Walk(func(now *Match) error {
		d := &now.log[now.Seq()-1].Decision
		if a, ok := d.Act.(ActAnswer); ok && d.Seat == engine.Chance {
			p, err := before.Prompt(a.Prompt)
			if err != nil {
				return badEntry(d.Seq, err)
			}
			out = append(out, p)
		}
		before = now.pos
		return nil
	})
	return out, err
}

// LastSpan finds the last finished span of decisions, where a span consists of moments that the
// caller considers the same: a phase, a turn. The decision that ends it belongs to it. If none is
// finished, it is the span in progress: decisions from+1 to to.
func (h History) LastSpan(same func(a, b engine.Moment) bool) (from, to int, err error) {
	m := h.m
	pos := m.first.Empty()
	seqs, moments := []int{0}, []engine.Moment{pos.Moment()}
	for _, e := range trace(m.log, m.Seq()) {
		if pos, err = step(m.first, m.log, pos, &e.Decision); err != nil {
			return 0, 0, badEntry(e.Decision.Seq, err)
		}
		seqs, moments = append(seqs, e.Decision.Seq), append(moments, pos.Moment())
	}
	last := len(seqs) - 1
	moments[0] = moments[min(1, last)] // before it was set up is no phase of its own
	end := last
	for end > 0 && same(moments[end], moments[last]) {
		end--
	}
	if end == 0 {
		return 0, seqs[last], nil
	}
	begin := end
	for begin > 0 && same(moments[begin-1], moments[end]) {
		begin--
	}
	return seqs[begin], seqs[min(end+1, last)], nil
}

// ByHand reports whether a decision is an answer that the player of its seat gave themselves: not the
// only legal one, not by a standing order, and not by a program.
func (h History) ByHand(d *Decision) bool {
	a, answers := d.Act.(ActAnswer)
	if !answers || a.Auto || a.Standing != 0 || d.Author == Referee {
		return false
	}
	_, program := h.m.record.answerer(d)
	return !program
}

// LastByHand returns the last answer on the line of the match that the player of a seat gave
// themselves, see [History.ByHand]; 0: there is none.
func (h History) LastByHand(seat engine.Seat) int {
	for _, e := range slices.Backward(h.m.Line()) {
		if d := &e.Decision; d.Seat == seat && h.ByHand(d) {
			return d.Seq
		}
	}
	return 0
}

// Answerer returns the program that gave the answer of decision seq; false: none did.
func (h History) Answerer(seq int) (play.About, bool) {
	return h.m.record.answerer(&h.m.log[seq-1].Decision)
}

// StandingOrder returns the standing order that a decision set, whether or not it is still armed.
func (h History) StandingOrder(seq int) (Standing, error) {
	if seq < 1 || seq > h.m.Seq() || h.m.log[seq-1].Decision.Kind() != KindStand {
		return Standing{}, ErrNoOrder
	}
	return readStanding(h.m.game, h.m.log, seq)
}

// HadStandingOrder reports whether a seat had set, before it answered a question by d, a standing
// order for that kind of question, revoked or not.
func (h History) HadStandingOrder(d *Decision) bool {
	kind, _, _ := strings.Cut(string(d.prompt()), "@")
	return slices.ContainsFunc(h.m.log[:d.Seq-1], func(e *Entry) bool {
		if e.Decision.Kind() != KindStand || e.Decision.Seat != d.Seat {
			return false
		}
		s, err := readStanding(h.m.game, h.m.log, e.Decision.Seq)
		if err != nil {
			return true // what cannot be read is not passed over
		}
		c, _ := h.m.game.Info().Clause(s.Order.Clause)
		return slices.Contains(c.Kinds, kind)
	})
}
