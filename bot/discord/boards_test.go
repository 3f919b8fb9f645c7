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
	id, data := s.shelves()
	if s.complete("olga", "/setup change board:anna_"); !strings.Contains(s.out.String(), id.Called()) {
		t.Errorf("the board is not proposed: %s", s.out.String())
	}
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
	if err != nil || len(list) != 1 || list[0].Data != data {
		t.Errorf("matches %+v, %v", list, err)
	}
}

// shelves has the operator import a board while the program runs. It returns the hash of its data set, too.
func (s *stage) shelves() (engine.BoardID, string) {
	s.t.Helper()
	data, err := match.LoadData(toy.Files())
	s.must(err)
	id := engine.BoardID{Name: "Anna's box", Version: 1, Author: "Anna"}
	data[csvtable.BoardFile] = csvtable.WriteBoard(id)
	g, err := toy.Open(data, 1)
	s.must(err)
	s.must(s.store.PutBoard(s.t.Context(), match.Board{BoardID: id, Game: "toy", Data: g.Info().Data}, data))
	s.must(s.h.Referee.Games.ReadShelf(s.t.Context()))
	return id, g.Info().Data
}

// TestABoardIsAdopted: one player offers a newer board and the other accepts it; somebody who only reads, and the player who has offered
// it, try in vain.
func TestABoardIsAdopted(t *testing.T) {
	s := newStage(t)
	s.command("ann", "/match new game:toy side:red")
	s.command("ben", "/match join")
	id, data := s.shelves()
	offer := say("discord.button.offer-board", engine.Text("board", id.Called()))
	on := func() string {
		snap, err := s.h.Referee.Snapshot(t.Context(), match.ID(s.match()))
		s.must(err)
		return snap.Info().Data
	}
	s.command("cat", "/match rules-version")
	if _, there := s.press("cat", offer); there {
		t.Error("somebody who only reads is offered a board")
	}
	s.command("ann", "/match rules-version")
	if _, there := s.press("ann", offer); !there {
		t.Fatal("no button offers the board")
	}
	for _, who := range []string{"cat", "ann"} {
		if said := saidTo(s.command(who, "/match rules-version answer:accept")); on() == data {
			t.Errorf("%s adopts it alone: %s", who, said)
		}
	}
	s.command("ben", "/match rules-version answer:accept")
	if on() == data {
		t.Error("nobody was asked whether they are sure")
	}
	s.press("ben", say("discord.button.adopt"))
	if on() != data {
		t.Error("the board that both want is not that of the match")
	}
}
