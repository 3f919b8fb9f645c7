package referee_test

import (
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// TestChanceIsNotShownInALiveRatedMatch: who plays a match of a league, or looks on, is not told who is ahead until it
// is over; in any other match they are.
func TestChanceIsNotShownInALiveRatedMatch(t *testing.T) {
	b := newBench(t)
	b.game.Judge = &play.Judge{Chance: func(any) float64 { return 0.618 }}
	b.restart()
	chance := func(id match.ID, v engine.Viewer) ([]referee.SeatChance, bool) {
		s, err := b.Snapshot(b.t.Context(), id)
		b.must(err)
		return s.Chance(v)
	}
	free := b.open()
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "there", Settings: map[string]string{referee.SettingOwner: "k3j5x2qa/17"}})
	b.must(err)
	rated := r.Match
	if got, ok := chance(rated, "red"); ok {
		t.Errorf("before it begins: %v", got)
	}
	r, err = b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "elsewhere"})
	b.must(err)
	if got, ok := chance(r.Match, "red"); ok {
		t.Errorf("before an unrated match begins: %v", got)
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(rated, seat))
		b.must(err)
	}
	for _, v := range []engine.Viewer{"red", "blue", engine.Spectator, engine.Judge} {
		if got, ok := chance(free, v); !ok || got[0] != (referee.SeatChance{Seat: "red", Percent: 62}) || got[1] != (referee.SeatChance{Seat: "blue", Percent: 38}) {
			t.Errorf("%s in an unrated match: %v, %v", v, got, ok)
		}
		if got, ok := chance(rated, v); ok {
			t.Errorf("%s in a rated match: %v", v, got)
		}
	}
	_, err = b.Resign(b.t.Context(), command(rated, "blue"))
	b.must(err)
	if _, ok := chance(rated, "blue"); !ok {
		t.Error("once it is over it is told")
	}
	b.game.Judge = nil
	b.restart()
	if got, ok := chance(free, "red"); ok {
		t.Errorf("nobody judges, and it is said: %v", got)
	}
}
