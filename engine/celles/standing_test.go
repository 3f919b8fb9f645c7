package celles

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/enginetest"
	"referee/engine/kit/events"
)

// TestMoments: a moment changes when an action phase begins and when it ends, and
// not in between; it says whose phase it is.
func TestMoments(t *testing.T) {
	game := openGame(t)
	seen := map[engine.Moment]bool{}
	var now engine.Moment
	hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error {
		next := s.Outcome.Position.Moment()
		over := slices.ContainsFunc(s.Outcome.Events, func(e engine.Event) bool {
			switch events.Fact(e).(type) {
			case event.PhaseBegan, event.PhaseEnded, event.TurnBegan:
				return true
			}
			return false
		})
		if over != (next != now) {
			t.Errorf("decision %d: from %+v to %+v", s.N, now, next)
		}
		if next != now && seen[next] {
			t.Errorf("decision %d: %+v comes again", s.N, next)
		}
		for _, e := range s.Outcome.Events {
			if e, ok := events.Fact(e).(event.PhaseBegan); ok && next.Seat != engine.Seat(e.Side) {
				t.Errorf("decision %d: %+v is the phase of %s", s.N, next, e.Side)
			}
		}
		now, seen[next] = next, true
		return nil
	}}
	for seed := range uint64(3) {
		seen, now = map[engine.Moment]bool{}, engine.Moment{Phase: "setup"}
		if _, err := enginetest.Play(game, nil, seed, bias, hooks); err != nil {
			t.Fatal(err)
		}
	}
}
