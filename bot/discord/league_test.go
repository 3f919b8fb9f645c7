package discord

import (
	"errors"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/discordtest"
)

// TestALeagueOverTheNetwork plays a league of two: the bot makes the threads, takes
// forms, and goes on after it was killed.
func TestALeagueOverTheNetwork(t *testing.T) {
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	anna, ben := c.people[0].user, c.people[1].user
	olga := c.guild.Member("olga", "en-GB", discordtest.ManageGuild)
	judy := c.guild.Member("judy", "en-GB", discordtest.ManageChannels)

	olga.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:2", "weather:off").Wait()
	clicked(c, anna, c.channel, "Join")
	s := ben.Slash(c.channel, "league join").Wait()
	if !strings.Contains(s.Message.Text(), "ben entre dans le championnat") {
		t.Fatalf("ben joins: %s", s.Message)
	}
	pressed(olga, olga.Slash(c.channel, "league start").Wait().Message, "Begin the league")
	thread := threadOf(c, false)
	c.discord.Until("the board of the match", func() bool { return strings.Contains(words(thread), "### Three Hexes") })

	m := anna.Slash(thread, "appeal").Wait().Modal
	if m == nil {
		t.Fatal("anna is shown no form")
	}
	anna.Submit(m, map[string]string{"statement": "The button jumped.", "rules": "2"}).Wait()
	bench := threadOf(c, true)
	c.discord.Until("the judges to be asked", func() bool { return strings.Contains(words(bench), "The button jumped.") })
	if strings.Contains(words(thread)+words(c.channel), "jumped") {
		t.Error("everybody reads what was written to the judges")
	}
	c.kill()
	s = clicked(c, judy, bench, "It stands…")
	judy.Submit(s.Modal, map[string]string{"reason": "It did not."}).Wait()
	c.discord.Until("the ruling in the judges’ thread", func() bool { return strings.Contains(words(bench), "It did not.") })
	c.discord.Until("the ruling in the match’s", func() bool { return strings.Contains(words(thread), "The judges rule: it stands.") })

	pressed(anna, anna.Slash(thread, "match resign").Wait().Message, "Resign")
	at := time.UnixMilli(1_700_000_000_000) // the time of every club
	if err := errors.Join(c.ref.Up(at), c.ref.RunDue(at)); err != nil {
		t.Fatal(err)
	}
	c.discord.Until("the result", func() bool {
		return strings.Contains(words(c.channel), "beats anna") || strings.Contains(words(c.channel), "beats ben")
	})
	if n := len(c.channel.Threads()); n != 2 {
		t.Errorf("%d threads", n)
	}
}

// threadOf waits for a thread of the channel: the judges', or that of a match.
func threadOf(c *club, private bool) *discordtest.Channel {
	c.t.Helper()
	var found *discordtest.Channel
	c.discord.Until("a thread", func() bool {
		for _, th := range c.channel.Threads() {
			if th.Private() == private {
				found = th
			}
		}
		return found != nil
	})
	return found
}

// words is all that everybody reads in a channel.
func words(ch *discordtest.Channel) string {
	var b strings.Builder
	for _, m := range ch.Messages(nil) {
		b.WriteString(m.Text() + "\n")
	}
	return b.String()
}

// pressed presses a button of a message by its label.
func pressed(u *discordtest.User, m *discordtest.Message, label string) discordtest.Shown {
	for _, b := range m.Buttons() {
		if b.Label == label {
			return u.Click(m, b.CustomID).Wait()
		}
	}
	return discordtest.Shown{}
}

// clicked waits for a button in a channel, and presses it.
func clicked(c *club, u *discordtest.User, ch *discordtest.Channel, label string) discordtest.Shown {
	c.t.Helper()
	var on *discordtest.Message
	c.discord.Until("a button "+label, func() bool {
		for _, m := range ch.Messages(nil) {
			for _, b := range m.Buttons() {
				if b.Label == label {
					on = m
				}
			}
		}
		return on != nil
	})
	return pressed(u, on, label)
}
