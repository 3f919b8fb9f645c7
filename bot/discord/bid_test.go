package discord

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/engine/match"
)

// TestAMatchIsOpenedByHand: where its own thread could not be made, in one of the
// channel; not while its sides are bid for.
func TestAMatchIsOpenedByHand(t *testing.T) {
	s := newStage(t)
	s.powers["org"] = 1 << 5
	s.command("org", "/league create name:Winter format:round-robin weather:off bids:2")
	s.command("ann", "/league join")
	s.command("ben", "/league join")
	s.command("org", "/league start seeding:as-joined")
	s.press("org", say("discord.league.button.start"))
	open := s.act("org", discordgo.InteractionApplicationCommand)
	s.typed(&open, "/league admin open match:1")
	if r := s.handle("org", open); !says(text(r.Message), "referee.refuse.bidding") {
		t.Errorf("while it is bid for:\n%s", text(r.Message))
	}
	for _, who := range []string{"ann", "ben"} {
		s.command(who, "/league bid side:red vp:0 match:1")
		s.press(who, say("discord.league.button.bid"))
	}
	open.ID = "2000000"
	r := s.handle("org", open)
	if r.Kind != wire.OpenThread || !strings.Contains(r.Name, "ann – ben") {
		t.Fatalf("reply: %+v", r)
	}
	open.Channel, open.Parent, open.InThread = "777", "100", true
	if r = s.handle("org", open); r.Kind != wire.Say || !says(text(r.Message), "discord.league.opened-in") {
		t.Fatalf("in the thread: %s", text(r.Message))
	}
	if _, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf("777"), match.UnderWay); err != nil {
		t.Error(err)
	}
	open.ID = "2000001"
	if r = s.handle("org", open); !says(text(r.Message), "discord.league.opened-already") {
		t.Errorf("again:\n%s", text(r.Message))
	}
}
