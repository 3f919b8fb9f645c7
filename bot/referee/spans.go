package referee

import (
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// Span is a part of a match that players look back on.
type Span string

// The spans.
const (
	SpanPhase Span = "phase"
	SpanTurn  Span = "turn"
)

// Last finds the last such span of a match that is over, as the game tells its phases and
// turns: decisions from+1 to to. Where none is over, it is the one under way.
func (s Span) Last(m *match.Match) (from, to int, err error) {
	return m.History().LastSpan(func(a, b engine.Moment) bool {
		if s == SpanTurn {
			return max(1, a.Turn) == max(1, b.Turn) // the set-up belongs to the first turn
		}
		return a == b
	})
}

// LastOrder is the last order that a person gave, with what followed of itself:
// decisions from+1 to to. Both are 0 where there is none.
func LastOrder(m *match.Match) (from, to int) {
	log := m.Log()
	for i := len(log) - 1; i > 0; i-- {
		d := &log[i].Decision
		_, program := m.History().Answerer(d.Seq)
		if a, ok := d.Act.(match.ActAnswer); ok && d.Seat != engine.Chance && !a.Auto && !program {
			return log[i-1].Decision.Seq, m.Seq()
		}
	}
	return 0, 0
}

// LastDecision is the last decision that some seats made, with what followed of itself:
// rolls, draws, and answers without a choice. It is 0 where they made none.
func LastDecision(m *match.Match, seats []engine.Seat) int {
	last, theirs := 0, false
	for _, e := range m.Log() {
		d := &e.Decision
		if a, _ := d.Act.(match.ActAnswer); d.Seat != engine.Chance && !a.Auto {
			theirs = slices.Contains(seats, d.Seat)
		}
		if theirs {
			last = e.Decision.Seq
		}
	}
	return last
}
