package discord

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/celles"
)

// TestFarMoveMenusAreTheirPlayers: the menus of a far move do nothing for anybody else, and
// nothing for their player once the draft is another one.
func TestFarMoveMenusAreTheirPlayers(t *testing.T) {
	s := newStage(t, cellesGame)
	s.play("ann> /match new side:german\nben> /match join\nben> /standard\nann> /draw")
	for _, option := range []string{"2pz", "done", "2pz-a"} {
		s.takes("ann", option)
	}
	regions := s.shown["ann"]
	before := s.head()
	region := strings.Join([]string{"2409 (Humain)", say("discord.hexes-there", engine.Num("n", 9)), say("discord.cost-from", engine.Ratio("cost", 3, 1))}, " · ")
	hex := strings.Join([]string{"2409 (Humain)", say("discord.cost-there", engine.Ratio("cost", 8, 1)), say("discord.left-there", engine.Ratio("left", 4, 1)), "clear"}, " · ")
	menu := s.pressOn("ann", regions, region).Message
	for _, who := range []string{"ben", "cal"} {
		for _, m := range []struct {
			message wire.Message
			label   string
		}{{regions, region}, {menu, hex}} {
			if r := s.pressOn(who, m.message, m.label); !strings.Contains(text(r.Message), "<@96737>") || strings.Contains(text(r.Message), "{") {
				t.Errorf("%s presses %s and is told:\n%s", who, m.label, text(r.Message))
			}
		}
	}
	if s.head() != before {
		t.Errorf("the match was changed: %s, before %s", s.head(), before)
	}
	s.pressOn("ann", regions, say("discord.button.discard"))
	for _, m := range []struct {
		message wire.Message
		label   string
	}{{regions, region}, {menu, hex}} {
		if r := s.pressOn("ann", m.message, m.label); says(text(r.Message), "discord.so-far") {
			t.Errorf("of a draft that was discarded, %s still does:\n%s", m.label, text(r.Message))
		}
	}
}

// TestNoQueryHasAReservedName: where a unit can go is proposed, and the odds of an attack are
// told before it is given, by a game that answers no queries at all.
func TestNoQueryHasAReservedName(t *testing.T) {
	unasked := cellesGame
	unasked.Open = func(data fs.FS, law int) (engine.Game, error) {
		g, err := celles.Open(data, law)
		return silent{g}, err
	}
	for _, name := range []string{"celles-far.txt", "celles-reach.txt", "celles-back.txt"} {
		want, err := os.ReadFile("testdata/play/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), newStage(t, unasked).play(string(want))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// silent is a game without queries.
type silent struct{ engine.Game }

func (g silent) Info() *engine.Info {
	info := *g.Game.Info()
	info.Queries = nil
	return &info
}
