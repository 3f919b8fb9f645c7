package discord

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/engine"
	"referee/engine/match"
)

// card is the message that shows a match which has not begun, where it is played.
func (c *clubhouse) card() *discordtest.Message {
	var card *discordtest.Message
	for _, ch := range append([]*discordtest.Channel{c.channel}, c.channel.Threads()...) {
		for _, m := range ch.Messages(nil) {
			if strings.HasPrefix(m.Text(), "### ") {
				card = m
			}
		}
	}
	return card
}

// acceptable waits until the card can be accepted by one button: opening a match and taking a side are two
// decisions, and a card that is posted between them offers both sides.
func (c *clubhouse) acceptable() {
	c.discord.Until("a card with one side to take", func() bool {
		card := c.card()
		return card != nil && slices.ContainsFunc(card.Buttons(), func(b discordtest.Component) bool { return b.Label == say("discord.button.accept-challenge") })
	})
}

// clicksOn presses the button of a message that has a label.
func (p *person) clicksOn(m *discordtest.Message, label string) discordtest.Shown {
	p.t.Helper()
	i := slices.IndexFunc(m.Buttons(), func(b discordtest.Component) bool { return b.Label == label })
	if i < 0 {
		p.t.Fatalf("there is no [%s] in\n%s", label, m)
	}
	return p.does(func() *discordtest.Press { return p.user.Click(m, m.Buttons()[i].CustomID) })
}

// calledOften is how often a person was called, anywhere in the club, also by messages that
// were changed since.
func (c *clubhouse) calledOften(who *person) int {
	n := 0
	for _, ch := range append([]*discordtest.Channel{c.channel}, c.channel.Threads()...) {
		n += strings.Count(ch.Transcript(who.user, nil), "*(calls "+who.user.Name+")*")
	}
	return n
}

// TestAChallengeThroughDiscord: whoever is challenged is called once, in a channel and in a
// thread, and answers after the program was killed; nobody else can.
func TestAChallengeThroughDiscord(t *testing.T) {
	t.Parallel()
	for _, thread := range []string{"no", "yes"} {
		for _, by := range []door{overGateway, overHTTP} {
			t.Run("thread "+thread+" "+map[door]string{overGateway: "gateway", overHTTP: "http"}[by], func(t *testing.T) {
				t.Parallel()
				c := newClubBy(t, by, 1, paintNothing, toyGame, "en-GB", "fr", "en-GB")
				c.poll = time.Hour // nothing is posted between the opening and the taking of a side
				c.kill()
				anna, ben, carla := c.people[0], c.people[1], c.people[2]
				anna.does(func() *discordtest.Press {
					return anna.user.Slash(c.channel, "match new", "opponent:"+ben.user.ID, "side:red", "thread:"+thread)
				})
				c.acceptable()
				c.kill()
				if got := carla.clicksOn(c.card(), say("discord.button.accept-challenge")).Message.Text(); !says(got, "discord.challenge-kept") {
					t.Errorf("carla is told:\n%s", got)
				}
				if n := c.calledOften(ben); n != 1 {
					t.Errorf("ben is called %d times", n)
				}
				if got := ben.clicksOn(c.card(), say("discord.button.accept-challenge")).Message.Text(); !saysIn("fr", got, "discord.joined") {
					t.Errorf("ben is told:\n%s", got)
				}
				place := wire.PlaceOf(wire.ID(c.card().Channel.ID))
				id, err := c.ref.Index.LatestAt(c.t.Context(), place, match.UnderWay)
				if err != nil {
					t.Fatal(err)
				}
				c.discord.Until("the match to begin", func() bool { return strings.Contains(c.card().Text(), "Round 1") })
				if l := c.look(id); !l.Started || l.Seq != 4 {
					t.Errorf("%d decisions, started %t", l.Seq, l.Started)
				}
			})
		}
	}
}

// TestAChallengeFromTheMenu of a person: the same as the command, with what is usual, in the
// language of who chooses it; and refused to the same people.
func TestAChallengeFromTheMenu(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]door{"gateway": overGateway, "http": overHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entry := say("discord.menu.match.new")
			c := newClubBy(t, by, 1, paintNothing, toyGame, "fr", "en-GB", "en-GB")
			anna, ben, carla := c.people[0], c.people[1], c.people[2]
			for of, want := range map[*discordtest.User]string{c.discord.Bot(): "discord.opponent-bot", anna.user: "referee.refuse.oneself"} {
				got := anna.does(func() *discordtest.Press { return anna.user.Menu(c.channel, entry, of) }).Message.Text()
				if !saysIn("fr", got, want) || c.card() != nil {
					t.Errorf("anna is told:\n%s", got)
				}
			}
			anna.does(func() *discordtest.Press { return anna.user.Menu(c.channel, entry, ben.user) })
			c.discord.Until("the card", func() bool { return c.card() != nil })
			got := carla.does(func() *discordtest.Press { return carla.user.Menu(c.channel, entry, ben.user) }).Message.Text()
			if !says(got, "discord.busy") {
				t.Errorf("carla is told:\n%s", got)
			}
			ben.clicksOn(c.card(), say("discord.button.accept-side", engine.Text("seat", "Red")))
			id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
			if err != nil {
				t.Fatal(err)
			}
			if l := c.look(id); !l.Started || l.Holder("blue").Name != "anna" || c.calledOften(ben) == 0 {
				t.Errorf("%+v", l.Sitting)
			}
		})
	}
}

// TestOpenersChallenge: who may open no match challenges nobody, from the menu as little as by
// the command.
func TestOpenersChallenge(t *testing.T) {
	s := newStage(t)
	s.powers["mod"] = discordgo.PermissionManageGuild
	s.command("mod", "/setup change openers:501")
	for _, target := range []bool{false, true} {
		in := s.act("ann", discordgo.InteractionApplicationCommand)
		ben := userID("ben")
		in.Path, in.Chosen = wire.Path{"match", "new"}, map[wire.ID]wire.Chosen{ben: {Name: "ben", Sees: true}}
		if in.Options = map[string]string{"opponent": string(ben)}; target {
			in.Path, in.Options, in.Target = wire.Path{say("discord.menu.match.new")}, map[string]string{}, ben
		}
		s.handle("ann", in)
		if got := text(s.shown["ann"]); !strings.Contains(got, "<@&501>") || s.match() != "" {
			t.Errorf("from the menu %t: %s", target, got)
		}
		in.ID += "1"
		in.Roles = []wire.ID{"501"}
		if target {
			s.handle("ann", in)
			if s.match() == "" {
				t.Error(text(s.shown["ann"]))
			}
		}
	}
}

// TestOnlyMembersAreChallenged: no bot, and nobody who is not in the server; a thread is not
// opened for nothing.
func TestOnlyMembersAreChallenged(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB")
	anna := c.people[0]
	stranger := c.discord.Guild("elsewhere").Member("eve", "en-GB")
	for id, want := range map[string]string{
		c.discord.Bot().ID: "discord.opponent-bot", stranger.ID: "discord.opponent-away", anna.user.ID: "referee.refuse.oneself",
	} {
		got := anna.does(func() *discordtest.Press {
			return anna.user.Slash(c.channel, "match new", "opponent:"+id, "thread:yes")
		}).Message.Text()
		if !says(got, want) {
			t.Errorf("anna is told:\n%s", got)
		}
	}
	if len(c.channel.Threads()) > 0 || c.card() != nil {
		t.Error("a match or its thread is open")
	}
}

// TestAChallengeInAForum: who does not see the forum of the server is not challenged there, and
// who sees it is, also from a channel that is hidden from them. No post is made for nothing.
func TestAChallengeInAForum(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr", "en-GB")
	anna, ben, carla := c.people[0], c.people[1], c.people[2]
	forum, _ := c.hasForum(discordgo.PermissionManageChannels)
	forum.Hide(ben.user)
	c.channel.Hide(carla.user)
	challenges := func(who *person, more ...string) string {
		return anna.does(func() *discordtest.Press {
			return anna.user.Slash(c.channel, "match new", append(more, "opponent:"+who.user.ID, "side:red")...)
		}).Message.Text()
	}
	if got := challenges(ben); !says(got, "discord.opponent-not-in-forum") || !strings.Contains(got, "<#"+forum.ID+">") || len(forum.Threads()) > 0 {
		t.Errorf("%d posts, and anna is told:\n%s", len(forum.Threads()), got)
	}
	if got := challenges(carla, "thread:no"); !says(got, "discord.opponent-away") {
		t.Errorf("of carla, who does not see the channel, anna is told:\n%s", got)
	}
	challenges(carla)
	if posts := forum.Threads(); len(posts) != 1 {
		t.Fatalf("%d posts", len(posts))
	}
	if got := challenges(ben, "thread:no"); !says(got, "discord.opened-challenge") {
		t.Errorf("in the channel: anna is told:\n%s", got)
	}
}

// TestOneChallengeIsOpenAtATime between two people of a server, whoever has challenged: who
// challenges once more is shown where it is, and can end it there and then.
func TestOneChallengeIsOpenAtATime(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "en-GB", "en-GB")
	anna, ben, carla := c.people[0], c.people[1], c.people[2]
	there := c.guild.Channel("elsewhere")
	challenges := func(who, to *person) discordtest.Shown {
		return who.does(func() *discordtest.Press {
			return who.user.Slash(there, "match new", "opponent:"+to.user.ID, "thread:yes")
		})
	}
	anna.does(func() *discordtest.Press {
		return anna.user.Slash(c.channel, "match new", "opponent:"+ben.user.ID, "side:red")
	})
	c.discord.Until("the card", func() bool { return c.card() != nil })
	for _, who := range [][]*person{{anna, ben}, {ben, anna}} {
		if got := challenges(who[0], who[1]).Message.Text(); !says(got, "discord.challenge-open") || !strings.Contains(got, "<#"+c.channel.ID+">") || len(there.Threads()) > 0 {
			t.Errorf("%d threads, and %s is told:\n%s", len(there.Threads()), who[0].user.Name, got)
		}
	}
	if got := challenges(carla, ben).Message.Text(); !says(got, "discord.opened-challenge") {
		t.Errorf("carla is told:\n%s", got)
	}
	again := challenges(anna, ben).Message
	if got := anna.clicksOn(again, say("discord.button.withdraw")).Message.Text(); !says(got, "discord.challenge-you-withdraw") {
		t.Errorf("anna is told:\n%s", got)
	}
	if got := challenges(anna, ben).Message.Text(); !says(got, "discord.opened-challenge") {
		t.Errorf("once it is withdrawn, anna is told:\n%s", got)
	}
}

// TestAWithdrawalThatComesTooLate: whoever withdraws a challenge in the moment in which it is
// accepted keeps their side: the button leaves no match that has begun.
func TestAWithdrawalThatComesTooLate(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	anna, ben := c.people[0], c.people[1]
	anna.does(func() *discordtest.Press {
		return anna.user.Slash(c.channel, "match new", "opponent:"+ben.user.ID, "side:red")
	})
	c.acceptable()
	card := c.card().Now()
	ben.clicksOn(card, say("discord.button.accept-challenge"))
	if got := anna.clicksOn(card, say("discord.button.withdraw")).Message.Text(); !says(got, "referee.refuse.no-challenge") {
		t.Errorf("anna is told:\n%s", got)
	}
	id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
	if err != nil {
		t.Fatal(err)
	}
	if l := c.look(id); !l.Started || len(l.Free) > 0 {
		t.Errorf("started: %t, free: %v", l.Started, l.Free)
	}
}

// TestChallengesAreListed: before either has a side, a challenge is in the list of both, as one that waits for who is
// challenged; it is in nobody else's, and in none once it is answered.
func TestChallengesAreListed(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "en-GB", "en-GB")
	anna, ben, cleo := c.people[0], c.people[1], c.people[2]
	c.opensAlone("opponent:" + ben.user.ID)
	listed := func(who *person) string {
		t.Helper()
		return who.does(func() *discordtest.Press { return who.user.Slash(who.user.DM(), "match status") }).Message.Text()
	}
	for who, want := range map[*person]string{anna: "discord.nothing-waits", ben: "discord.waits-for-you", cleo: "discord.no-matches"} {
		got := listed(who)
		if !says(got, want) || says(got, "discord.status-challenge") != (who != cleo) {
			t.Errorf("%s reads\n%s", who.user.Name, got)
		}
	}
	ben.clicksOn(c.card(), say("discord.button.decline"))
	for _, who := range c.people {
		if got := listed(who); says(got, "discord.status-challenge") {
			t.Errorf("%s still reads\n%s", who.user.Name, got)
		}
	}
}
