package discord

import (
	"strings"
	"testing"

	"referee/bot/discord/discordtest"
)

// TestAnnouncementsMove deletes the channel of a league: what is to be posted waits,
// who founded it is told what to do, and the other channel gets it all. When the
// league is over, nothing waits for a channel that is gone.
func TestAnnouncementsMove(t *testing.T) {
	t.Parallel()
	c := newClub(t, 2, paintNothing, toyGame, "en-GB", "en-GB")
	anna, ben := c.people[0].user, c.people[1].user
	olga := c.guild.Member("olga", "en-GB", discordtest.ManageGuild)
	olga.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:2", "weather:off").Wait()
	for _, u := range []*discordtest.User{anna, ben} {
		u.Slash(c.channel, "league join").Wait()
	}
	c.discord.Until("the announcement", func() bool { return strings.Contains(words(c.channel), "is founded") })
	old := placeOf(ID(c.channel.ID))
	c.channel.Delete()
	c.channel = c.guild.Channel("elsewhere")

	pressed(olga, olga.Slash(c.channel, "league start").Wait().Message, "Begin the league")
	c.discord.Until("the letter", func() bool { return strings.Contains(texts(olga.DM()), "/league admin announce") })
	if posts, err := c.ref.Posts(old); err != nil || len(posts) == 0 {
		t.Errorf("nothing waits: %v", err)
	}
	if s := anna.Slash(c.channel, "league admin announce").Wait(); !strings.Contains(s.Message.Text(), "Only who organises") {
		t.Errorf("a player moves the announcements: %s", s.Message)
	}
	olga.Slash(c.channel, "league admin announce").Wait()
	thread := threadOf(c, false)
	c.discord.Until("the board of the match", func() bool { return strings.Contains(words(thread), "### Three Hexes") })
	said := words(c.channel)
	if first, then := strings.Index(said, "is announced in this channel"), strings.Index(said, "The league begins."); first < 0 || then < first {
		t.Errorf("in the other channel is said:\n%s", said)
	}
	if n := strings.Count(texts(olga.DM()), "Winter"); n != 1 {
		t.Errorf("%d letters", n)
	}

	c.channel.Delete()
	pressed(olga, olga.Slash(c.guild.Channel("third"), "league admin finish").Wait().Message, "End the league")
	c.discord.Until("the outbox to be empty", func() bool {
		places, err := c.ref.Places()
		return err == nil && len(places) == 0
	})
}
