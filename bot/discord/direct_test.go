package discord

import (
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// TestTheOnlyMatchIsMeant: in a direct message, of several matches the only one that is not
// over.
func TestTheOnlyMatchIsMeant(t *testing.T) {
	s := newStage(t)
	for _, channel := range []string{"100", "200"} {
		s.set("channel " + channel)
		s.command("ann", "/match new side:red weather:off")
		s.command("ben", "/match join")
	}
	direct := func() string {
		s.set("guild none")
		s.set("channel 900")
		s.command("ann", "/choose")
		return text(s.shown["ann"])
	}
	if got := direct(); !says(got, "discord.several") {
		t.Fatalf("with two under way:\n%s", got)
	}
	id := s.matchAt("100")
	look, err := s.h.Referee.Snapshot(s.t.Context(), match.ID(id))
	s.must(err)
	l, err := look.Look(s.t.Context(), engine.Spectator)
	s.must(err)
	_, err = s.h.Referee.Resign(s.t.Context(), referee.Command{Match: l.Match, Seat: "red", Account: l.Holder("red").Account, Door: "test"})
	s.must(err)
	if got := direct(); !strings.Contains(got, s.matchAt("200")) || says(got, "discord.several") {
		t.Errorf("with one under way:\n%s", got)
	}
}
