package referee_test

import (
	"errors"
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// TestASeatIsHandedOver: who holds a seat hands it to a program in the middle of a match, which then answers there;
// nobody else does, nor to a program that there is not.
func TestASeatIsHandedOver(t *testing.T) {
	b := newBench(t)
	b.game.Players = append(b.game.Players, thoughtful("captain", nil))
	b.restart()
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"weather": "off"}, Place: "here"})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(r.Match, seat))
		b.must(err)
	}
	before := b.matchOf(r.Match).Seq()
	other := command(r.Match, "red")
	other.Seat = "blue"
	if _, err := b.Programs.TakeSeat(b.t.Context(), other, "captain"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("somebody else hands the seat over: %v", err)
	}
	if _, err := b.Programs.TakeSeat(b.t.Context(), command(r.Match, "blue"), "general"); !errors.Is(err, referee.ErrNoProgram) {
		t.Errorf("to nobody: %v", err)
	}
	if now := b.matchOf(r.Match); now.Seq() != before {
		t.Errorf("%d decisions came of that", now.Seq()-before)
	}
	if _, err := b.Programs.TakeSeat(b.t.Context(), command(r.Match, "blue"), "captain"); err != nil {
		t.Fatal(err)
	}
	if about, is := b.matchOf(r.Match).Program("blue"); !is || about.Name != "captain" {
		t.Errorf("blue is held by %v, %v", about, is)
	}
	b.think(r.Match)
	if _, err := b.Programs.TakeSeat(b.t.Context(), command(r.Match, "blue"), "captain"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("who has left hands it over again: %v", err)
	}
}
