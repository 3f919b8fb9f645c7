package discord

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
)

// TestAnnouncementsMove deletes the channel of a league: what is to be posted waits,
// who founded it is told what to do, and the other channel gets it all. When the
// league is over, nothing waits for a channel that is gone.
func TestAnnouncementsMove(t *testing.T) {
	t.Parallel()
	c := newClub(t, 2, paintNothing, toyGame, "en-GB", "en-GB")
	anna, ben := c.people[0].user, c.people[1].user
	olga := c.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)
	olga.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:2", "weather:off").Wait()
	for _, u := range []*discordtest.User{anna, ben} {
		u.Slash(c.channel, "league join").Wait()
	}
	c.discord.Until("the announcement", func() bool { return says(words(c.channel), "referee.league.told.create") })
	old := wire.PlaceOf(wire.ID(c.channel.ID))
	c.channel.Delete()
	c.channel = c.guild.Channel("elsewhere")

	pressed(olga, olga.Slash(c.channel, "league start").Wait().Message, say("discord.league.button.start"))
	c.discord.Until("the letter", func() bool { return strings.Contains(words(olga.DM()), "/league-admin announce") })
	if posts, err := c.ref.Outbox.Posts(c.t.Context(), old); err != nil || len(posts) == 0 {
		t.Errorf("nothing waits: %v", err)
	}
	c.guild.Unhide("league-admin") // what hides a command guards nothing
	if s := anna.Slash(c.channel, "league-admin announce").Wait(); !says(s.Message.Text(), "referee.refuse.organiser") {
		t.Errorf("a player moves the announcements: %s", s.Message)
	}
	olga.Slash(c.channel, "league-admin announce").Wait()
	thread := threadOf(c, false)
	c.discord.Until("the board of the match", func() bool { return strings.Contains(words(thread), "### Three Hexes") })
	said := words(c.channel)
	if first, then := whereSaid(said, "discord.league.announced"), whereSaid(said, "referee.league.told.start"); first < 0 || then < first {
		t.Errorf("in the other channel is said:\n%s", said)
	}
	if n := strings.Count(words(olga.DM()), "Winter"); n != 1 {
		t.Errorf("%d letters", n)
	}

	sent := func() bool {
		places, err := c.ref.Outbox.Places(c.t.Context())
		return err == nil && len(places) == 0
	}
	// What waits for the thread of a match that is played would go on waiting: it can move.
	c.discord.Until("all of it to be posted", sent)
	c.channel.Delete()
	pressed(olga, olga.Slash(c.guild.Channel("third"), "league-admin finish").Wait().Message, say("discord.league.button.finish"))
	c.discord.Until("the outbox to be empty", sent)
}

// TestPlayersAreCalledOnceWhereThreadsAreRefused: however often a thread is tried,
// its match is told once, and who founded the league is told why nothing happens;
// when the bot may, the thread begins at that message. What else is said in the channel
// waits for none of it.
func TestPlayersAreCalledOnceWhereThreadsAreRefused(t *testing.T) {
	for what, deleted := range map[string]bool{"told once": false, "told anew where that was deleted": true} {
		for why, full := range map[string]bool{"no permission": false, "no room": true} {
			t.Run(what+", "+why, func(t *testing.T) { calledOnce(t, deleted, full) })
		}
	}
}

func calledOnce(t *testing.T, deleted, full bool) {
	t.Helper()
	t.Parallel()
	c := newClub(t, 3, paintNothing, toyGame, "en-GB", "en-GB")
	olga := c.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)
	olga.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:2", "weather:off").Wait()
	for _, p := range c.people {
		p.user.Slash(c.channel, "league join").Wait()
	}
	s := olga.Slash(c.channel, "league start").Wait()
	if full {
		c.guild.MostThreads(0)
	} else {
		c.channel.Deny(discordgo.PermissionCreatePublicThreads)
	}
	pressed(olga, s.Message, say("discord.league.button.start"))
	c.discord.Until("the letter", func() bool {
		return says(words(olga.DM()), "discord.league.thread-refused")
	})
	c.channel.Allow(discordgo.PermissionCreatePublicThreads) // else no league is founded
	if !full {
		c.guild.MostThreads(0)
	}
	olga.Slash(c.channel, "league create", "name:Spring", "format:ladder").Wait()
	c.discord.Until("what else is said in the channel", func() bool { return times(words(c.channel), "referee.league.told.create") == 2 })
	refused := func() (n int) {
		for _, r := range c.discord.Requests() {
			if strings.HasSuffix(r.Path, "/threads") && r.Status >= http.StatusBadRequest {
				n++
			}
		}
		return n
	}
	for range 3 {
		before := refused()
		c.discord.Advance(10 * time.Minute) // Discord knows a nonce for five
		c.discord.Until("another try", func() bool {
			c.bot.RetryAt(wire.PlaceOf(wire.ID(c.channel.ID)))
			return refused() > before
		})
	}
	c.kill()
	told := func() int { return times(words(c.channel), "discord.league.opens") }
	if n, m, k := told(), times(words(c.channel), "discord.league.threadless"), times(words(olga.DM()), "discord.league.thread-refused"); n != 1 || m != 1 || k != 1 {
		t.Errorf("the match is told %d times, that it has no thread %d times there and %d times to olga", n, m, k)
	}
	for _, m := range c.channel.Messages(nil) {
		if deleted && says(m.Text(), "discord.league.opens") {
			c.channel.DeleteMessage(m)
		}
	}
	c.guild.MostThreads(1000)
	thread := threadOf(c, false)
	c.discord.Until("the board of the match", func() bool { return strings.Contains(words(thread), "### Three Hexes") })
	c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
	begins := slices.IndexFunc(c.channel.Messages(nil), func(m *discordtest.Message) bool { return m.ID == thread.ID })
	if n := told(); n != 1 || begins < 0 || !says(c.channel.Messages(nil)[begins].Text(), "discord.league.opens") {
		t.Errorf("the match is told %d times, its thread begins at message %d", n, begins)
	}
}
