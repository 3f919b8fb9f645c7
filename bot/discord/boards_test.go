package discord

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
)

// TestTheBoardOfAServer: its managers choose the board of new matches there, by name; others do not.
func TestTheBoardOfAServer(t *testing.T) {
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	chosen := func() string { return s.h.Servers.Of(wire.HomeOf("1")).Board }
	if said := saidTo(s.command("olga", "/setup change board:annas-box")); chosen() != "" || !says(said, "discord.setup.no-boards") {
		t.Errorf("without boards: %q: %s", chosen(), said)
	}
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	id := engine.BoardID{Name: "Anna's box", Version: 1, Author: "Anna"}
	data[csvtable.BoardFile] = csvtable.WriteBoard(id)
	g, err := toy.Open(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.PutBoard(t.Context(), match.Board{BoardID: id, Game: "toy", Data: g.Info().Data}, data); err != nil {
		t.Fatal(err)
	}
	s.restart()
	s.command("cat", "/setup change board:annas-box")
	if chosen() != "" {
		t.Error("a player has chosen the board of the server")
	}
	if said := saidTo(s.command("olga", "/setup change board:nowhere")); chosen() != "" || !strings.Contains(said, "nowhere") || !strings.Contains(said, "Anna") {
		t.Errorf("a board that there is not: %q: %s", chosen(), said)
	}
	s.command("olga", "/setup change board:annas-box")
	if chosen() != id.Called() {
		t.Errorf("chosen: %q", chosen())
	}
	s.command("ann", "/match new game:toy")
	list, err := s.store.Matches(t.Context())
	if err != nil || len(list) != 1 || list[0].Data != g.Info().Data {
		t.Errorf("matches %+v, %v", list, err)
	}
}
