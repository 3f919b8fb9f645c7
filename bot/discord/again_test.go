package discord

import (
	"io"
	"strings"
	"testing"

	"referee/bot/discord/command"
	"referee/bot/orders"
	"referee/engine"
	"referee/engine/celles"
)

// TestAUnitIsNamedAgain: an order may name the unit that moves already, in what
// is half built and where a part of its move is over; one that could begin anew
// still does.
func TestAUnitIsNamedAgain(t *testing.T) {
	t.Parallel()
	s := newStage(t, cellesGame)
	tell := func(order, want string) {
		t.Helper()
		s.command("ann", order)
		s.posts()
		if got := text(s.shown["ann"]); !tells(got, want) {
			t.Errorf("%s: she is shown\n%s", order, got)
		}
	}
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	s.command("ben", "/standard")
	s.command("ann", "/draw")
	s.command("ann", "/activate formation-or-unit:2pz")
	s.command("ann", "/pass")
	tell("/move unit:2pz-a hex:2711", soFar("2pz-a 2811 2711")+"\n")
	tell("/attack unit:2pz-a intensity:heavy", "costs 9 MP; the 2nd Panzer A has 6.5 left")
	tell("/attack unit:2pz-a intensity:heavy", say("discord.may-follow", engine.Text("words", "light, medium"))+"\n")
	tell("/attack unit:2pz-a intensity:medium", soFar("2pz-a 2811 2711 attack medium go"))
	tell("/move unit:2pz-a hex:2811", say("discord.not-dropped", engine.Text("path", "2pz-a 2811 2711 attack medium go"), engine.Text("order", "2pz-a 2811")))
	tell("/move unit:2pz-a hex:2811", soFar("2pz-a 2811")+"\n")
	tell("/attack unit:2pz-b intensity:light", "illegal.attack.nobody")
}

// moving is a position in which a unit has moved, and may move on.
const moving = `celles 1
turn 3 phase action side german step move actions german 4/3 allied 2/2
unit lehr-a 2114
unit lehr-recon 2013
unit 84-1 2113
unit 84-2 2112
chit lehr
active formation lehr units lehr-a lehr-recon moving lehr-a mp 6
`

// TestAUnitThatMovesIsNamed: the unit that moves may be named, and no other; its
// attacks, too, wait to be confirmed.
func TestAUnitThatMovesIsNamed(t *testing.T) {
	s := newStage(t, beginning("moving", moving))
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	for _, c := range [][2]string{
		{"/move unit:lehr-recon hex:2214", "Lehr A is still moving"},
		{"/attack unit:lehr-a intensity:heavy", "costs 9 MP; Lehr A has 6 left"},
		{"/attack unit:lehr-a intensity:light", soFar("attack light go") + "\n"},
		{"/attack intensity:light", "discord.button.results"},
		{"/move unit:lehr-a hex:2214", soFar("attack light go") + "\n"}, // it asks
		{"/move unit:lehr-a hex:2214", soFar("2214") + "\n"},
		{"/choose order:attack lehr-a medium lehr-recon", "discord.not-dropped"},
		{"/choose order:attack lehr-a medium lehr-recon", "discord.whole"},
	} {
		s.command("ann", c[0])
		if got := text(s.shown["ann"]); !tells(got, c[1]) {
			t.Errorf("%s: she is shown\n%s", c[0], got)
		}
	}
}

// TestAnAttackIsSeenBeforeItIsMade: the picture that goes with an attack that
// waits to be confirmed shows the way there, who is in, the column and modifiers,
// and the chances of the die.
func TestAnAttackIsSeenBeforeItIsMade(t *testing.T) {
	s := newStage(t, cellesGame)
	var seen command.Picture
	s.h.Paint = func(w io.Writer, p command.Picture) error {
		seen = p
		return paintNothing(w, p)
	}
	for _, c := range [][2]string{
		{"ann", "/match new side:german"},
		{"ben", "/match join"},
		{"ben", "/standard"},
		{"ann", "/draw"},
		{"ann", "/activate formation-or-unit:2pz"},
		{"ann", "/pass"},
		{"ann", "/move unit:2pz-a hex:2711"},
	} {
		s.command(c[0], c[1])
	}
	way := func(class engine.Class) engine.Path {
		t.Helper()
		var found []engine.Path
		for _, p := range seen.Overlay.Paths {
			if p.Class == class {
				found = append(found, p)
			}
		}
		if len(found) != 1 {
			t.Fatalf("%d ways of class %s: %v", len(found), class, found)
		}
		return found[0]
	}
	if got := way(engine.PathMove); got.Hexes[len(got.Hexes)-1].String() != "2711" || len(seen.Overlay.Bars) > 0 {
		t.Errorf("a move is shown as %v, with bars %v", got, seen.Overlay.Bars)
	}
	s.command("ann", "/attack unit:2pz-a intensity:medium")
	way(engine.PathMove)
	if got := way(engine.PathAttack); got.Text != "3-2" {
		t.Errorf("the attack is shown as %v", got)
	}
	chances := 0
	for _, b := range seen.Overlay.Bars {
		chances += b.Part
		if b.Class == "" || len(b.Faces) != b.Part {
			t.Errorf("a bar of %q says %q and the faces %v of %d", seen.Say(b.Label), b.Class, b.Faces, b.Part)
		}
	}
	var told strings.Builder
	for _, m := range seen.Overlay.Lines {
		told.WriteString(seen.Say(m) + "\n")
	}
	if chances != 10 || !strings.Contains(told.String(), "DRM") {
		t.Errorf("the chances add up to %d of 10, and it is told\n%s", chances, told.String())
	}
}

// TestVerbsAreTypedInBothWays: a typed order may call a verb as the game does or as
// the language of the player calls its command.
func TestVerbsAreTypedInBothWays(t *testing.T) {
	s := newStage(t, beginning("moving", moving))
	s.locales["ann"] = "fr"
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	for _, c := range [][2]string{
		{"/choose order:attaquer medium +lehr-recon", sayIn("fr", "discord.so-far", engine.Text("path", "attaquer moyenne +lehr-recon allez")) + "\n"},
		{"/choose order:Attack light", sayIn("fr", "discord.not-dropped", engine.Text("path", "attaquer moyenne +lehr-recon allez"), engine.Text("order", "attaquer légère allez"))},
		{"/choose order:Attack light", sayIn("fr", "discord.so-far", engine.Text("path", "attaquer légère allez")) + "\n"},
		{"/sandbox open", sayIn("fr", "discord.sandbox", engine.Text("status", ""))},
		{"/try order:attaquer light", "Rapport"},
	} {
		s.command("ann", c[0])
		if got := text(s.shown["ann"]); !tells(got, c[1]) {
			t.Errorf("%s: she is shown\n%s", c[0], got)
		}
	}
}

// counted counts how often the rules are asked what may follow.
type counted struct {
	engine.Position
	asked *int
}

func (c counted) Options(id engine.PromptID, path []string) (engine.Node, error) {
	*c.asked++
	return c.Position.Options(id, path)
}

// TestALongMoveIsReadSoon: each hex that is typed is one goal; that it could also be a
// step does not double the ways to read what follows.
func TestALongMoveIsReadSoon(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(0, moving)
	if err != nil {
		t.Fatal(err)
	}
	reader := orders.New(g.Info())
	asked := func(back int) (n int) {
		order := "2214 " + strings.Repeat("2215 2214 ", back)
		if _, err := reader.Read(counted{pos, &n}, "german", orders.Held{}, order+"9999"); err == nil {
			t.Errorf("%s9999 was read", order)
		}
		reader.Complete(counted{pos, &n}, "german", orders.Held{}, order+"21")
		return n
	}
	if short, long := asked(2), asked(4); short == 0 || long > 3*short {
		t.Errorf("the rules are asked %d times for five hexes, and %d times for nine", short, long)
	}
}
