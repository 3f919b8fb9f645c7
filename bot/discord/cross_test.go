package discord

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// widest is how many columns of a cross table a telephone shows.
const widest = 12

// TestACrossTableOfManyPlayersIsAFile: what no telephone shows can be opened, and has
// a row and a column for everybody.
func TestACrossTableOfManyPlayersIsAFile(t *testing.T) {
	s := newStage(t)
	s.powers["org"] = discordgo.PermissionManageGuild
	s.command("org", "/league create name:Winter format:round-robin weather:off")
	cross := func(players int) string {
		t.Helper()
		s.command("org", "/league standings table:cross-table")
		shown := s.shown["org"]
		s.checkMessage(&shown)
		got := text(shown)
		if wide := players > widest; strings.Contains(got, "```") == wide || (len(shown.Files) == 1) != wide {
			t.Errorf("of %d players: %s", players, got)
		}
		for _, f := range shown.Files {
			got = string(f.Body)
		}
		return got
	}
	for i := range widest + 1 {
		s.command(fmt.Sprintf("p%02d", i), "/league join")
		if i+1 == widest {
			cross(i + 1)
		}
	}
	rows := strings.Split(cross(widest+1), "\n")
	if len(rows) != widest+2 || !strings.HasSuffix(rows[0], " 13") || !strings.Contains(rows[13], "p12") || len([]rune(rows[13])) != len(rows[0]) {
		t.Errorf("the file:\n%s", strings.Join(rows, "\n"))
	}
}
