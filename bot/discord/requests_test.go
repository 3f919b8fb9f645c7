package discord

import (
	"slices"
	"testing"

	"referee/bot/test/discordtest"
)

// requests are what a player asks of the other, with the words of the buttons that say yes and no.
var requests = []struct{ name, command, option, yes, no string }{
	{"a draw", "match draw-offer", "answer:offer", say("discord.button.accept"), say("discord.button.decline")},
	{"a clock", "clock set", "time:limit 3d then remind", say("discord.button.agree"), say("discord.button.decline")},
	{"a pause", "clock pause", "answer:pause", say("discord.button.agree"), say("discord.button.decline")},
	{"to go back", "match takeback", "decision:1", say("discord.button.grant"), say("discord.button.play-on")},
}

// asking is a club in which Anna has asked something of Ben, and the message that asks him.
func asking(t *testing.T, command, option string) (c *clubhouse, asks *discordtest.Message) {
	t.Helper()
	c = newClub(t, 1, paintNothing, toyGame, "en-GB", "en-GB")
	c.opens("side:red")
	anna, ben := c.people[0], c.people[1]
	request := func() int {
		return slices.IndexFunc(c.channel.Messages(nil), func(m *discordtest.Message) bool {
			_, no := m.Button(say("discord.button.decline"))
			_, goesOn := m.Button(say("discord.button.play-on"))
			return no || goesOn
		})
	}
	if command == "clock pause" { // there is none without clocks
		anna.slash("clock set", "time:limit 3d then remind")
		c.discord.Until("the request for clocks", func() bool { return request() >= 0 }) // else it may be posted once it is answered
		ben.slash("clock set", "answer:agree")
		c.discord.Until("the end of that request", func() bool { return request() < 0 })
	}
	anna.slash("toy plan", "plan:hold")
	ben.slash("toy plan", "plan:hold")
	anna.slash(command, option)
	c.discord.Until("the request", func() bool {
		i := request()
		if i >= 0 {
			asks = c.channel.Messages(nil)[i]
		}
		return i >= 0
	})
	return c, asks
}

func (p *person) slash(command string, options ...string) discordtest.Shown {
	p.t.Helper()
	return p.does(func() *discordtest.Press { return p.user.Slash(p.channel, command, options...) })
}

// TestARequestIsAnswered: players who press the button of their own request are told that it is theirs, and it stands.
// Once it is answered, in whatever way, its buttons are gone, and who asked is called once.
func TestARequestIsAnswered(t *testing.T) {
	t.Parallel()
	for _, r := range requests {
		for _, way := range []string{r.yes, r.no, "withdrawn"} {
			t.Run(r.name+", "+way, func(t *testing.T) {
				t.Parallel()
				c, asks := asking(t, r.command, r.option)
				anna, ben := c.people[0], c.people[1]
				own := anna.clicksOn(asks, r.yes).Message
				if !says(own.Text(), "referee.refuse.own-offer") {
					t.Errorf("Anna presses her own button, and reads %q", own.Text())
				}
				if _, can := own.Button(say("discord.button.withdraw")); !can {
					t.Errorf("Anna cannot withdraw: %v", own.Buttons())
				}
				if n := len(asks.Now().Buttons()); n != 2 {
					t.Errorf("%d buttons are left of what stands", n)
				}
				called := countPings(c)
				want := map[string]int{"anna": 1}
				if way == "withdrawn" {
					want = map[string]int{}
					anna.clicksOn(own, say("discord.button.withdraw"))
				} else if ben.clicksOn(asks, way); way == say("discord.button.accept") {
					ben.clicksOn(ben.panel, way) // it is asked whether that is meant
				}
				if got := called.called(c.t.Context()); got["anna"] != want["anna"] || got["ben"] != 0 {
					t.Errorf("called: %v, want %v", got, want)
				}
				if left := asks.Now(); len(left.Buttons()) != 0 || left.Text() != asks.Text() {
					t.Errorf("left of the request: %v\n%s", left.Buttons(), left.Text())
				}
			})
		}
	}
}

// TestTheEndIsTold: a match that is given up calls who has won, once, and nobody else.
func TestTheEndIsTold(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "en-GB")
	c.opens("side:red")
	p := countPings(c)
	c.people[0].slash("match resign")
	c.people[0].clicksOn(c.people[0].panel, say("discord.button.resign"))
	if got := p.called(c.t.Context()); got["ben"] != 1 || got["anna"] != 0 {
		t.Errorf("called: %v", got)
	}
}
