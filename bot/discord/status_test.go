package discord

import (
	"strings"
	"testing"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

// TestEveryMatchInTheListHasALink: also one in a thread where none of its players has called anything yet, as in a league.
func TestEveryMatchInTheListHasALink(t *testing.T) {
	s := newStage(t)
	account := wire.AccountOf(userID("ann"))
	r, err := s.h.Referee.Open(s.t.Context(), referee.Command{Account: account, Door: "test"}, referee.Opening{Place: "discord:501", Home: wire.HomeOf("1")})
	s.must(err)
	for i, seat := range []engine.Seat{"red", "blue"} {
		_, err := s.h.Referee.Join(s.t.Context(), referee.Command{Match: r.Match, Seat: seat, Account: []string{account, "discord:5"}[i], Door: "test"})
		s.must(err)
	}
	s.channel, s.guild = "555", ""
	if got, want := textOf(s.command("ann", "/match status")), "(https://discord.com/channels/1/501)"; !strings.Contains(got, want) {
		t.Errorf("no %s in\n%s", want, got)
	}
}
