package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestBlocksAreReadByTheirAuthorsAndOrganisers: the others see that there is a
// decision, and are proposed it nowhere.
func TestBlocksAreReadByTheirAuthorsAndOrganisers(t *testing.T) {
	s := newStage(t)
	s.withRooms()
	s.powers["org"] = discordgo.PermissionManageGuild
	s.command("org", "/league create name:Winter format:round-robin weather:off")
	for _, who := range []string{"ann", "ben", "cat"} {
		s.command(who, "/league join")
	}
	s.command("ann", "/league block player:ben")
	for _, c := range []struct {
		who  string
		sees bool
	}{{"ann", true}, {"org", true}, {"ben", false}, {"cat", false}, {"eve", false}} {
		s.command(c.who, "/league log")
		got := text(s.shown[c.who])
		if says(got, "referee.league.told.block") != c.sees || says(got, "discord.league.private") == c.sees {
			t.Errorf("%s reads %s", c.who, got)
		}
		in := s.act(c.who, discordgo.InteractionApplicationCommandAutocomplete)
		s.typed(&in, "/league admin undo decision:")
		in.Focused = "decision"
		words := ""
		for _, w := range s.h.Handle(s.t.Context(), in).Choices {
			words += w.Name + "\n"
		}
		if !says(words, "referee.league.told.join") || says(words, "referee.league.told.block") != c.sees {
			t.Errorf("%s is proposed %s", c.who, words)
		}
	}
}
