package discord

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/enginetest/toy"
)

// seenAs is an emoji that tells what was seen of a piece.
func seenAs(game string, p engine.Piece) *discordgo.ComponentEmoji {
	return &discordgo.ComponentEmoji{ID: "1", Name: fmt.Sprintf("%s_%s_%s_%d", game, p.Owner, p.Symbol, p.Band)}
}

// symbols are the names of the emoji on the options of a message, by what is chosen; "" where
// there is none.
func symbols(m wire.Message) map[string]string {
	out := map[string]string{}
	add := func(id string, e *discordgo.ComponentEmoji) {
		out[id] = ""
		if e != nil {
			out[id] = e.Name
		}
	}
	for _, c := range inside(m.Components) {
		if path, err := wire.ParsePath(c.CustomID); err == nil && c.Type == discordgo.ButtonComponent {
			add(strings.Join(path[min(len(path), 4):], "/"), c.Emoji)
		}
		for _, o := range c.Options {
			add(o.Value, o.Emoji)
		}
	}
	return out
}

// holds holds a message to the emoji of some of its options.
func holds(t *testing.T, what string, m wire.Message, want map[string]string) {
	t.Helper()
	got := symbols(m)
	for id, name := range want {
		if shown, there := got[id]; !there || shown != name {
			t.Errorf("%s: %s has %q, want %q; there are %v", what, id, shown, name, got)
		}
	}
}

// blueMarches is a match of the toy in which Blue is to march;
// Red stands where Blue can go.
const blueMarches = "ann> /match new side:red rounds:2 weather:off\nben> /match join\nann> /plan plan:march\nben> /plan plan:march"

func TestSymbolsOfUnits(t *testing.T) {
	s := newStage(t)
	s.h.Emoji = seenAs
	s.play(blueMarches)
	red, blue := "toy_red_pikes_0", "toy_blue_pikes_1"
	units := map[string]string{"+blue-a": blue, "+blue-b": blue, "stay": ""}
	holds(t, "who is asked", s.shown["ben"], units)
	holds(t, "the board", s.board, units)
	s.play("ben> [Blue A]\nben> [Go]")
	holds(t, "a hex with an enemy", s.shown["ben"], map[string]string{"0101": red, "stop": ""})
}

// TestSymbolsOfUnitsBesideTheMap: those that are to be placed have one, too.
func TestSymbolsOfUnitsBesideTheMap(t *testing.T) {
	s := newStage(t, cellesGame)
	s.h.Emoji = seenAs
	s.play("ann> /match new side:german\nben> /match join")
	holds(t, "the set-up", s.shown["ben"], map[string]string{"84-2": "celles_allies_infantry_6", "standard": ""})
}

// TestNoSymbolsOfFriendsInAHex: a hex shows whom one meets there, not who is there already.
func TestNoSymbolsOfFriendsInAHex(t *testing.T) {
	s := newStage(t, cellesGame)
	s.h.Emoji = seenAs
	s.play("ann> /match new side:german\nben> /match join\nben> /standard\nann> /draw")
	s.takes("ann", "2pz")
	s.takes("ann", "done")
	holds(t, "units", s.shown["ann"], map[string]string{"2pz-a": "celles_axis_armour_0", "2pz-recon": "celles_axis_recon_0"})
	s.takes("ann", "2pz-a")
	holds(t, "the hex of the other unit", s.shown["ann"], map[string]string{"2611": ""})
}

func TestNoSymbolsWithoutEmoji(t *testing.T) {
	s := newStage(t)
	s.play(blueMarches)
	holds(t, "who is asked", s.shown["ben"], map[string]string{"+blue-a": "", "stay": ""})
}

// hiding is the toy, in which whose pieces and of what kind they are is shown to their own
// side alone.
type hiding struct{ *toy.Rules }

func (g hiding) View(s *toy.State, v engine.Viewer) engine.View {
	view := g.Rules.View(s, v)
	for i, p := range view.Pieces {
		if !v.Sees(p.Seat) {
			view.Pieces[i].Owner, view.Pieces[i].Symbol, view.Pieces[i].Band = engine.Neutral, engine.PlainPiece, 0
		}
	}
	return view
}

func openHiding(files fs.FS, law int) (engine.Game, error) {
	g, err := toy.New(files, law)
	if err != nil {
		return nil, err
	}
	return engine.Seal[*toy.State](hiding{g}), nil
}

// TestSymbolsTellNoMoreThanTheMap: a symbol shows a piece as its reader sees it: the enemy's
// not to a player, and nobody's on the board, where everybody reads.
func TestSymbolsTellNoMoreThanTheMap(t *testing.T) {
	s := newStage(t, referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: openHiding})
	s.h.Emoji = seenAs
	s.play(blueMarches)
	blue, hidden := "toy_blue_pikes_1", "toy_neutral_plain_0"
	holds(t, "who is asked", s.shown["ben"], map[string]string{"+blue-a": blue})
	holds(t, "the board", s.board, map[string]string{"+blue-a": hidden, "+blue-b": hidden})
	s.play("ann> /choose")
	for id, name := range symbols(s.shown["ann"]) {
		if name == blue {
			t.Errorf("the opponent is shown what %s is", id)
		}
	}
	s.play("ben> [Blue A]\nben> [Go]")
	holds(t, "a hex with an enemy", s.shown["ben"], map[string]string{"0101": hidden})
}

// TestSymbolsInDiscord: the symbols of units come into menus once Discord holds them, boards
// of before go on, and play goes on where somebody takes one away.
func TestSymbolsInDiscord(t *testing.T) { throughDoors(t, testSymbolsInDiscord) }

func testSymbolsInDiscord(t *testing.T, by door) {
	t.Helper()
	c := newClubBy(t, by, *seed, paintNothing, cellesGame, "en-GB", "en-GB")
	c.told(c.opens("side:german"))
	asked := func() (labels, with int) {
		m := c.people[1].user.Slash(c.channel, "choose").Wait().Message
		for _, in := range m.Components {
			l, w := marked(in)
			labels, with = labels+l, with+w
		}
		return labels, with
	}
	all, with := asked()
	if all < 10 || with > 0 {
		t.Fatalf("of %d options %d have a symbol before there is any", all, with)
	}
	c.discord.Until("the board", func() bool { // behind the card, which says the same decision
		_, ok := c.board().Button(say("discord.button.answer"))
		return ok
	})
	old := c.board()
	c.symbols = true
	c.kill()
	c.discord.Until("symbols in a menu", func() bool {
		_, with := asked()
		return with == 9
	})
	s := c.people[1].user.Click(old, answerOn(t, old)).Wait()
	if s.Failed || s.Message == nil {
		t.Error("the board of before does nothing")
	}
	for _, e := range c.discord.Emoji() {
		c.discord.Discard(e.Name)
	}
	if all, with := asked(); all < 10 || with > 0 {
		t.Errorf("of %d options %d have a symbol that was taken away", all, with)
	}
	c.discord.Until("symbols again", func() bool {
		_, with := asked()
		return with == 9
	})
}

// marked counts the options on buttons of a component, and those with an emoji.
func marked(c discordtest.Component) (all, with int) {
	if strings.Contains(c.CustomID, "/pick/") {
		all++
		if c.Emoji != nil {
			with++
		}
	}
	for _, in := range c.Components {
		a, w := marked(in)
		all, with = all+a, with+w
	}
	return all, with
}

// answerOn is the button of a board that shows a player their choices.
func answerOn(t *testing.T, m *discordtest.Message) (id string) {
	t.Helper()
	var look func(list []discordtest.Component)
	look = func(list []discordtest.Component) {
		for _, c := range list {
			if c.Label == say("discord.button.answer") {
				id = c.CustomID
			}
			look(c.Components)
		}
	}
	if look(m.Components); id == "" {
		t.Fatalf("no button on %v", m)
	}
	return id
}

// TestTheSymbolsOfTheDocs holds what the page on installing says of symbols to how many there are,
// of which one is made in two seconds.
func TestTheSymbolsOfTheDocs(t *testing.T) {
	n := 0
	for _, info := range newStage(t, cellesGame, americaGame).h.Games {
		looks := map[string]bool{}
		for _, p := range info.Counters {
			looks[seenAs(info.Game, p).Name] = true
		}
		n += len(looks)
	}
	text, err := os.ReadFile("../../docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("%d small pictures", n), fmt.Sprintf("In its first %d minutes", (2*n+59)/60)} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/install.md does not say %q", want)
		}
	}
}
