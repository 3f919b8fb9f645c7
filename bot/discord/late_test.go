package discord

import (
	"strings"
	"testing"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
)

// TestLateAnswersAreReported: who could not be answered is told in their language that a
// command was carried out; nobody is told anything where none was.
func TestLateAnswersAreReported(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	ben := c.people[1].user
	press := func(command string, options ...string) *wire.Message {
		var id string
		c.people[1].does(func() *discordtest.Press {
			p := ben.Slash(c.channel, command, options...)
			id = p.ID()
			return p
		})
		return c.bot.Handler.Unheard(c.t.Context(), wire.Interaction{ID: wire.ID(id), Locale: "fr", User: wire.User{ID: wire.ID(ben.ID)}})
	}
	if m := press("match status"); m != nil {
		t.Errorf("a question is told: %+v", m)
	}
	m := press("match new", "thread:no")
	if m == nil {
		t.Fatal("an opened match is not told")
	}
	if text := m.Components[0].Content; !strings.HasPrefix(text, "<@"+ben.ID+">") || !saysIn("fr", text, "discord.unheard") || len(m.Mentions.Users) != 1 {
		t.Errorf("%q calls %v", text, m.Mentions.Users)
	}
}

// TestLostAnswersAreExplained: who acted is told whether a match was changed, in their
// language, and by which number the fault is found.
func TestLostAnswersAreExplained(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	anna := c.people[0].user
	for command, said := range map[string][2]string{
		"match status": {"discord.lost", "discord.lost-refused"},
		"match new":    {"discord.unheard", "discord.lost-refused-done"},
	} {
		var id string
		c.people[0].does(func() *discordtest.Press {
			p := anna.Slash(c.channel, command, map[string][]string{"match new": {"thread:no"}}[command]...)
			id = p.ID()
			return p
		})
		for n, number := range []string{"", "4711"} {
			m := c.bot.Handler.Lost(c.t.Context(), wire.Interaction{ID: wire.ID(id), Locale: "en-GB", User: wire.User{ID: wire.ID(anna.ID)}}, number)
			if text := m.Components[0].Content; !says(text, said[n]) || !strings.Contains(text, number) || !strings.HasPrefix(text, "<@"+anna.ID+">") {
				t.Errorf("/%s, number %q: %q", command, number, text)
			}
		}
	}
}
