package discord

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/engine"
)

// TestOldNamesAnswer: what clients send that have not heard of the new names, and the buttons
// that begin with the old ones, is answered as the command is that took their place.
func TestOldNamesAnswer(t *testing.T) {
	answers := func(s *stage, p wire.Path) string {
		in := s.act("ann", discordgo.InteractionApplicationCommand)
		in.Path = p
		return text(s.h.Handle(s.t.Context(), in).Message)
	}
	s := newStage(t)
	unknown := answers(s, wire.Path{"nothing"})
	n := 0
	leads := maps.Clone(command.Old)
	for _, c := range all() {
		if c.Short != "" {
			leads[c.Short] = c.Path
		}
	}
	for path, now := range leads {
		n++
		if old, now := answers(s, strings.Split(path, "/")), answers(s, strings.Split(now, "/")); old != now || old == unknown {
			t.Errorf("/%s is answered\n%s\nand what it leads to\n%s", path, old, now)
		}
	}
	for _, pair := range [][2]string{{"plan", "toy/plan"}, {"march", "toy/march"}, {"stay", "toy/stay"}, {"lose", "toy/lose"}, {"reach", "toy/ask/reach"}} {
		a, b := marching(t), marching(t)
		old, now := answers(a, wire.Path{pair[0]}), answers(b, strings.Split(pair[1], "/"))
		if n++; old != now || old == unknown {
			t.Errorf("/%s is answered\n%s\nand /%s\n%s", pair[0], old, pair[1], now)
		}
	}
	if n < 40 {
		t.Errorf("only %d commands were called otherwise", n)
	}
	s = marching(t)
	for _, p := range []wire.Path{{"toy", "reach"}, {"toy", "ask", "march"}, {"toy", "ask"}, {"toy"}, {"chess", "march"}} {
		if got := answers(s, p); got != unknown {
			t.Errorf("%v is answered\n%s", p, got)
		}
	}
}

// TestOrdersOfAnotherGame: a command of a game that is not played here says which is, and
// changes nothing; a word that both games have is read by the one that is played.
func TestOrdersOfAnotherGame(t *testing.T) {
	s := newStage(t, toyGame, cellesGame)
	s.command("ann", "/match new game:toy side:red weather:off")
	s.command("ben", "/match join")
	s.posts()
	before, elsewhere := s.head(), say("discord.other-game", engine.Text("game", "Three Hexes"), engine.Text("command", "toy"))
	for _, p := range []wire.Path{{"celles", "lose"}, {"celles", "ask", "reach"}} {
		in := s.act("ann", discordgo.InteractionApplicationCommand)
		in.Path, in.Options["unit"] = p, "red-a"
		if got := text(s.handle("ann", in).Message); !strings.Contains(got, elsewhere) || s.head() != before {
			t.Errorf("%v is answered\n%s", p, got)
		}
		in.Kind, in.Focused = discordgo.InteractionApplicationCommandAutocomplete, "unit"
		if list := s.handle("ann", in).Choices; len(list) != 1 || !strings.Contains(list[0].Name, elsewhere) {
			t.Errorf("for %v is proposed %v", p, list)
		}
	}
	if got := text(s.command("ann", "/reach unit:red-a").Message); says(got, "discord.other-game") {
		t.Errorf("/reach is answered\n%s", got)
	}
}

// TestShortForms: who manages a server has the short forms registered there, and nowhere else,
// while the bot runs; they are gone when the setting is changed back, and come back when the
// bot is invited again.
func TestShortForms(t *testing.T) {
	t.Parallel()
	c := newClub(t, 7, paintNothing, toyGame, "en-US", "en-US")
	olga := c.guild.Member("olga", "en-US", discordgo.PermissionManageGuild)
	other := c.discord.Guild("others").Channel("games")
	shows := func(name string) bool {
		return slices.ContainsFunc(c.discord.Shown(c.channel), func(k discordtest.Command) bool { return k.Name == name })
	}
	few := len(c.discord.Shown(c.channel))
	c.guild.Unhide("setup")
	if s := c.people[0].user.Slash(c.channel, "setup change", "short-commands:yes").Wait(); !says(s.Message.Text(), "discord.setup.not-manager") {
		t.Errorf("a member chooses short forms: %s", s.Message)
	}
	olga.Slash(c.channel, "setup change", "short-commands:yes").Wait()
	c.discord.Until("the short forms", func() bool { return shows("march") && shows("why") })
	if n := len(c.discord.Shown(other)); n != few {
		t.Errorf("another server has %d commands, and had %d", n, few)
	}
	c.opens("side:red", "rounds:2", "weather:off")
	if s := c.people[0].user.Slash(c.channel, "plan", "plan:hold").Wait(); s.Message == nil || !strings.Contains(s.Message.Text(), "hold") {
		t.Errorf("/plan says %+v", s)
	}
	c.guild.Remove()
	c.guild.Readd()
	c.discord.Until("the short forms to come back", func() bool { return shows("march") })
	c.kill()
	c.discord.Until("the short forms to stay", func() bool { return shows("march") })
	olga.Slash(c.channel, "setup change", "short-commands:no").Wait()
	c.discord.Until("the short forms to go", func() bool { return !shows("march") })
	if n := len(c.discord.Shown(c.channel)); n != few {
		t.Errorf("%d commands are left, there were %d", n, few)
	}
}
