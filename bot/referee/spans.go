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
	SpanTurn  Span = "turn"  // while the marker on the first track stays where it is
)

// LastSpan finds the last span of a match that is over, as a viewer sees it:
// decisions from+1 to to. Where none is over, it is the one under way.
func (r *Referee) LastSpan(id match.ID, v engine.Viewer, s Span) (from, to int, err error) {
	rm, err := r.enter(id)
	if err != nil {
		return 0, 0, err
	}
	defer r.rooms.leave(rm)
	return rm.m.LastSpan(v, func(a, b engine.View) bool {
		if s == SpanTurn {
			return cell(a) == cell(b)
		}
		return reflect.DeepEqual(a.Status, b.Status)
	})
}

// cell is the cell of the first track where its marker stands, from 1; 0: nowhere.
func cell(v engine.View) int {
	if len(v.Tracks) == 0 {
		return 0
	}
	for i, c := range v.Tracks[0].Cells {
		for _, m := range c.Markers {
			if m.Here {
				return i + 1
			}
		}
	}
	return 0
}

// Acted is the last decision that some seats made, with what followed of itself:
// rolls, draws, and answers without a choice. It is 0 where they made none.
func (r *Referee) Acted(id match.ID, seats []engine.Seat) (int, error) {
	rm, err := r.enter(id)
	if err != nil {
		return 0, err
	}
	defer r.rooms.leave(rm)
	last, theirs := 0, false
	for _, e := range rm.m.Log() {
		if d := &e.Decision; d.Seat != engine.Chance && !d.Auto {
			theirs = slices.Contains(seats, d.Seat)
		}
		if theirs {
			last = e.Decision.Seq
		}
	}
	return last, nil
}
