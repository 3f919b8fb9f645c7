package discord

import (
	"strings"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
)

// TestADiskThatStandsStill: whoever gives an order meanwhile is told after a time that nothing was done, or that what is on its way
// to the disk may be, and both are so. The write that stands may be one of the bot's own.
func TestADiskThatStandsStill(t *testing.T) {
	c := newClub(t, 5, paintNothing, toyGame, "en-GB", "en-GB")
	c.timing = wire.Timing{Handle: 400 * time.Millisecond}
	c.kill()
	id := c.opens("side:red", "weather:off")
	after := c.look(id).Seq
	c.stall.Begin()
	t.Cleanup(c.stall.End)
	for _, p := range c.people {
		shown := p.does(func() *discordtest.Press { return p.user.Slash(c.channel, "choose", "order:plan hold") })
		switch {
		case shown.Message != nil && strings.Contains(shown.Message.Text(), localetest.Told("en", "referee.slow-unsure")):
			after++
		case shown.Message == nil || !strings.Contains(shown.Message.Text(), localetest.Told("en", "referee.slow")):
			t.Errorf("%s is told %q", p.user.Name, shown.Message)
		}
	}
	c.stall.End()
	c.discord.Until("the order that was on its way", func() bool { return c.look(id).Seq == after })
}
