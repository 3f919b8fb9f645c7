package discord

import (
	"strings"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
)

// TestADiskThatStandsStill: whoever gives an order meanwhile is told so after a time, and what was on its way to the disk counts.
func TestADiskThatStandsStill(t *testing.T) {
	c := newClub(t, 5, paintNothing, toyGame, "en-GB", "en-GB")
	c.timing = wire.Timing{Handle: 400 * time.Millisecond}
	c.kill()
	anna, ben := c.people[0], c.people[1]
	id := c.opens("side:red", "weather:off")
	before := c.look(id).Seq
	c.stall.Begin()
	t.Cleanup(c.stall.End)
	for _, told := range []struct {
		who *person
		key string
	}{{anna, "referee.slow-unsure"}, {ben, "referee.slow"}} {
		shown := told.who.does(func() *discordtest.Press { return told.who.user.Slash(c.channel, "choose", "order:plan hold") })
		want := localetest.Told("en", told.key)
		if shown.Failed || shown.Message == nil || !strings.Contains(shown.Message.Text(), want) {
			t.Errorf("%s is told %q, want %q", told.who.user.Name, shown.Message, want)
		}
	}
	c.stall.End()
	c.discord.Until("the order that was on its way", func() bool { return c.look(id).Seq == before+1 })
}
