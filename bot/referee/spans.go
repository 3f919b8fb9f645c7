package referee

import (
	"reflect"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// Span is a part of a match that players look back on.
type Span string

// The spans.
const (
	SpanPhase Span = "phase" // while a view's status says the same
	SpanTurn  Span = "turn"  // while the marker of the turn stays where it is
)

// Last finds the last such span of a match that is over, as a viewer sees it:
// decisions from+1 to to. Where none is over, it is the one under way.
func (s Span) Last(m *match.Match, v engine.Viewer) (from, to int, err error) {
	return m.LastSpan(v, func(a, b engine.View) bool {
		if s == SpanTurn {
			before, _ := a.Turn()
			after, _ := b.Turn()
			return before == after
		}
		return reflect.DeepEqual(a.Status, b.Status)
	})
}

// LastSpan finds the last span of the match. See [Span.Last].
func (s *Snapshot) LastSpan(v engine.Viewer, span Span) (from, to int, err error) {
	return span.Last(s.m, v)
}

// LastOrder is the last order that a person gave, with what followed of itself:
// decisions from+1 to to. Both are 0 where there is none.
func (s *Snapshot) LastOrder() (from, to int) {
	log := s.m.Log()
	for i := len(log) - 1; i > 0; i-- {
		d := &log[i].Decision
		if a, ok := d.Act.(match.ActAnswer); ok && d.Seat != engine.Chance && !a.Auto {
			return log[i-1].Decision.Seq, s.m.Seq()
		}
	}
	return 0, 0
}

// Acted is the last decision that some seats made, with what followed of itself:
// rolls, draws, and answers without a choice. It is 0 where they made none.
func (s *Snapshot) Acted(seats []engine.Seat) int {
	last, theirs := 0, false
	for _, e := range s.m.Log() {
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
