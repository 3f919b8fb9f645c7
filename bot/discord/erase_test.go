package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// TestErasingPutsTheSandboxAway: of who was erased nothing is kept in memory, either.
func TestErasingPutsTheSandboxAway(t *testing.T) {
	s := newStage(t)
	s.command("ann", "/match new side:red")
	s.command("ben", "/match join")
	s.command("ann", "/sandbox open")
	s.command("ann", "/try order:plan hold")
	in := s.act("ann", discordgo.InteractionMessageComponent)
	in.Path = wire.Path{"privacy", "yes", "yes"}
	s.handle("ann", in)
	s.command("ann", "/try order:plan hold")
	if got := text(s.shown["ann"]); !says(got, "referee.refuse.no-sandbox") {
		t.Errorf("who was erased goes on in their sandbox:\n%s", got)
	}
}
