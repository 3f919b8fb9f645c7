package referee_test

import (
	"testing"

	"referee/bot/referee"
	"referee/engine"
)

// TestFiguresAreOfABoard: they are told with the board they were measured on, if that is not the board of the match; nothing is said
// where that is not known.
func TestFiguresAreOfABoard(t *testing.T) {
	for by, want := range map[string]bool{"": false, "here": false, "there": true} {
		if _, elsewhere := referee.Measured(referee.FigureChance, by, &engine.Info{Facts: "here"}); elsewhere != want {
			t.Errorf("measured on %q: %v", by, elsewhere)
		}
	}
	b := newBench(t)
	for measured, want := range map[string]int{"": 1, "there": 2} {
		b.game.Measured = measured
		b.restart()
		s, err := b.Snapshot(b.t.Context(), b.open())
		b.must(err)
		if said := s.TellChance([]referee.SeatChance{{Seat: "red", Percent: 60}, {Seat: "blue", Percent: 40}}); len(said) != want {
			t.Errorf("measured on %q: %+v", measured, said)
		}
	}
}
