package discord

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
)

// TestJudgesByName: who was named judges in that server, and nobody else, nowhere else and no
// longer than they are named.
func TestJudgesByName(t *testing.T) {
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	id, asked := s.appealed()
	may := func(who string, guild wire.ID) bool {
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Guild, in.Path = guild, wire.Path{"rule", id, strconv.Itoa(asked[0].From), "stands"}
		rules := isForm(s.h.Handle(s.t.Context(), in))
		in = s.act(who, discordgo.InteractionMessageComponent)
		in.Guild, in.Path = guild, wire.Path{"case", id}
		if reads := strings.Contains(text(s.h.Handle(s.t.Context(), in).Message), "She moved twice."); reads != rules {
			t.Errorf("%s rules %t, reads %t", who, rules, reads)
		}
		return rules
	}
	check := func(when string, who string, want bool) {
		t.Helper()
		if may(who, "1") != want || may(who, "2") || may(who, "") {
			t.Errorf("%s: %s may %t; elsewhere %t, by direct message %t", when, who, !want, may(who, "2"), may(who, ""))
		}
	}
	check("before", "judy", false)
	if said := saidTo(s.command("judy", "/setup change judge:@judy")); !says(said, "discord.setup.not-manager") {
		t.Errorf("judy names herself: %s", said)
	}
	check("after she named herself", "judy", false)
	if said := saidTo(s.command("olga", "/setup change judge:@judy")); !says(said, "discord.setup.chosen") || !strings.Contains(said, "<@"+string(userID("judy"))+">") {
		t.Errorf("olga names judy: %s", said)
	}
	s.command("olga", "/setup change judge:@carl")
	s.command("olga", "/setup change judge:@ann")
	if said := saidTo(s.command("judy", "/appeal")); !says(said, "discord.judges.asked") {
		t.Errorf("judy finds %s", said)
	}
	check("named", "judy", true)
	check("named", "carl", true)
	check("not named", "eve", false)
	check("who plays", "ann", false)
	s.guild = "2" // another server has its own
	if said := saidTo(s.command("olga", "/setup reset setting:judge judge:@judy")); !says(said, "discord.setup.not-named") {
		t.Errorf("olga in another server: %s", said)
	}
	s.guild = "1"
	s.restart()
	check("after a restart", "judy", true)
	if said := saidTo(s.command("judy", "/setup reset setting:judge judge:@carl")); !says(said, "discord.setup.not-manager") {
		t.Errorf("judy takes carl away: %s", said)
	}
	s.command("olga", "/setup reset setting:judge judge:@judy")
	check("no longer named", "judy", false)
	check("still named", "carl", true)
	s.command("carl", "/privacy erase:yes")
	if _, ok := s.press("carl", say("discord.button.erase")); !ok {
		t.Error("carl cannot erase")
	}
	check("erased", "carl", false)
	s.command("olga", "/setup change judge:@carl")
	s.command("olga", "/setup reset setting:judge")
	check("all forgotten", "carl", false)
	s.command("olga", "/setup show")
	s.press("olga", say("discord.setup.button.all"))
	if said := text(s.shown["olga"]); !strings.Contains(said, say("discord.setup.default", engine.Text("name", say("discord.setup.name.judge")), engine.Text("value", say("discord.setup.nobody-named")))) {
		t.Errorf("in the end: %s", said)
	}
}

// TestNotTooManyJudgesByName: an appeal calls each of them.
func TestNotTooManyJudgesByName(t *testing.T) {
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	for n := range command.MostNamedJudges {
		s.command("olga", "/setup change judge:@j"+strconv.Itoa(n))
	}
	if said := saidTo(s.command("olga", "/setup change judge:@jx")); !strings.Contains(said, say("discord.setup.many-judges", engine.Num("n", command.MostNamedJudges))) {
		t.Errorf("one more: %s", said)
	}
	s.command("olga", "/setup change judge:@j1 zone:Europe/Paris") // who is named already
	if now := s.h.Servers.Of(wire.HomeOf("1")); len(now.NamedJudges) != command.MostNamedJudges || now.Zone == "" {
		t.Errorf("now: %+v", now)
	}
}

// TestANamedJudgeIsReached: they are brought into the judges' thread and called, although no
// role is; who has left the server holds nothing up.
func TestANamedJudgeIsReached(t *testing.T) {
	t.Parallel()
	for name, private := range map[string]bool{"text": true, "forum post": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			olga := &person{clubhouse: c, user: c.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)}
			judy, eve, gone := c.guild.Member("judy", "en-GB"), c.guild.Member("eve", "en-GB"), c.guild.Member("gone", "en-GB")
			c.channel = kinds[name](c.guild)
			for _, u := range []*discordtest.User{gone, judy} {
				olga.does(func() *discordtest.Press { return olga.user.Slash(c.channel, "setup change", "judge:"+u.ID) })
			}
			c.guild.Leave(gone)
			c.opens("side:red")
			form := c.people[0].user.Slash(c.channel, "appeal").Wait().Modal
			c.people[0].user.Submit(form, map[string]string{"statement": "Ben was late."}).Wait()
			var asked *discordtest.Message
			c.discord.Until("a call of the judge", func() bool {
				for _, ch := range append(c.channel.Threads(), c.channel) {
					for _, m := range ch.Messages(judy) {
						if slices.Contains(m.Calls, judy) {
							asked = m
						}
					}
				}
				return asked != nil
			})
			if asked.Channel.Private() != private || private && asked.Channel.VisibleTo(eve) {
				t.Errorf("judy is asked in %s, which eve sees", asked.Channel.Name)
			}
			brought := slices.ContainsFunc(c.discord.Requests(), func(q discordtest.Request) bool {
				return strings.HasSuffix(q.Path, "/thread-members/"+judy.ID) && q.Status == 204
			})
			if brought != private {
				t.Errorf("judy is brought into the thread: %t", brought)
			}
			if !says(asked.Text(), "discord.judges.away") || !strings.Contains(asked.Text(), "<@"+gone.ID+">") {
				t.Errorf("of who has left it says %s", asked.Text())
			}
			for _, q := range c.discord.Requests() {
				if strings.HasSuffix(q.Path, "/thread-members/"+gone.ID) || strings.Contains(q.Body, `"users":["`+gone.ID) {
					t.Errorf("who has left is called: %s %s", q.Path, q.Body)
				}
			}
			rule, _ := asked.Button(say("discord.judges.button.stands"))
			if s := judy.Click(asked, rule.CustomID).Wait(); s.Modal == nil {
				t.Errorf("judy rules: %v", s.Message)
			}
			if !private {
				if s := eve.Click(asked, rule.CustomID).Wait(); s.Modal != nil || !says(s.Message.Text(), "referee.refuse.judge") {
					t.Errorf("eve rules: %v", s.Message)
				}
			}
			c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
		})
	}
}

// TestAppealWithoutReachableJudges: whoever types /appeal is told so before they write, and may
// ask all the same; what Discord does not say in time keeps nobody from asking.
func TestAppealWithoutReachableJudges(t *testing.T) {
	t.Parallel()
	askRoles := func(q discordtest.Request) bool { return path.Dir(q.Path) == "/guilds" } // which answers with the guild and its roles
	for name, c := range map[string]struct {
		role, mentionable, everyone, gone bool // a judges' role, and whether it can be called
		named, left                       bool // a judge by name
		refused                           int  // what Discord says to the question for roles
		warned                            string
	}{
		"nobody is set":                        {warned: "discord.judges.unset"},
		"a role that calls nobody":             {role: true, warned: "discord.judges.unmentionable"},
		"a role that is gone":                  {role: true, gone: true, warned: "discord.judges.roles-gone"},
		"a role that everybody may mention":    {role: true, mentionable: true},
		"the bot may mention everyone":         {role: true, everyone: true},
		"somebody by name":                     {named: true},
		"a role that calls nobody, and a name": {role: true, named: true},
		"who was named has left":               {named: true, left: true, warned: "discord.judges.away"},
		"both at once":                         {role: true, named: true, left: true, warned: "discord.judges.unmentionable"},
		"Discord does not say":                 {role: true, refused: 403},
		"Discord does not answer":              {role: true, refused: 502},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			olga := &person{clubhouse: club, user: club.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)}
			judy := club.guild.Member("judy", "en-GB")
			role := club.guild.Role("judges", judy)
			role.Mentionable(c.mentionable)
			if c.role {
				olga.does(func() *discordtest.Press { return olga.user.Slash(club.channel, "setup change", "judges:"+role.ID) })
			}
			if c.named {
				olga.does(func() *discordtest.Press { return olga.user.Slash(club.channel, "setup change", "judge:"+judy.ID) })
			}
			if c.gone {
				role.Delete()
			}
			if c.left {
				club.guild.Leave(judy)
			}
			if c.everyone {
				club.channel.Allow(discordgo.PermissionMentionEveryone)
			}
			id := club.opens("side:red")
			if c.refused != 0 {
				club.discord.Refuse(askRoles, c.refused, 0)
			}
			anna := club.people[0].user
			s := anna.Slash(club.channel, "appeal").Wait()
			if c.warned == "" {
				if s.Modal == nil {
					t.Errorf("anna is shown no form: %v", s.Message)
				}
				return
			}
			if s.Message == nil || !s.Message.Private() || !says(s.Message.Text(), c.warned) {
				t.Fatalf("anna is told %v", s.Message)
			}
			if cases, err := club.clubs.Judges.Cases(club.t.Context(), id); err != nil || len(cases) > 0 {
				t.Errorf("judges are asked already: %v, %v", cases, err)
			}
			same, _ := s.Message.Button(say("discord.judges.button.all-the-same"))
			form := anna.Click(s.Message, same.CustomID).Wait().Modal
			if form == nil {
				t.Fatal("there is no form")
			}
			if s := anna.Submit(form, map[string]string{"statement": "He moved twice."}).Wait(); s.Message == nil || !says(s.Message.Text(), "discord.judges.waits") {
				t.Errorf("anna is told %v", s.Message)
			}
			if cases, err := club.clubs.Judges.Cases(club.t.Context(), id); err != nil || len(cases) != 1 {
				t.Errorf("judges are asked: %v, %v", cases, err)
			}
			club.discord.Until("an empty outbox", func() bool {
				places, err := club.ref.Outbox.Places(club.t.Context())
				return err == nil && len(places) == 0
			})
			there := c.role && !c.gone || c.named && !c.left
			if n := len(club.channel.Threads()); (n == 1) != there {
				t.Errorf("%d threads for judges", n)
			}
			if told := words(club.channel); says(told, "discord.judges.nobody") == there {
				t.Errorf("everybody reads %s", told)
			}
		})
	}
}

// TestARulingIsToldOnce: where the match is played, one post tells a ruling and why, wherever the
// judge has pressed; also in a server without judges, where no thread is made for nobody.
func TestARulingIsToldOnce(t *testing.T) {
	t.Parallel()
	for name, private := range map[string]bool{"text": true, "forum post": false, "without judges": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			judy := c.guild.Member("judy", "en-GB", discordgo.PermissionManageGuild, discordgo.PermissionManageChannels)
			if make := kinds[name]; make != nil {
				c.channel = make(c.guild)
				judy.Slash(c.channel, "setup change", "judge:"+judy.ID).Wait()
			}
			c.opens("side:red")
			anna := c.people[0].user
			s := anna.Slash(c.channel, "appeal").Wait()
			if s.Modal == nil {
				same, _ := s.Message.Button(say("discord.judges.button.all-the-same"))
				s = anna.Click(s.Message, same.CustomID).Wait()
			}
			anna.Submit(s.Modal, map[string]string{"statement": "Ben was late."}).Wait()
			c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
			if n := len(c.channel.Threads()); (n == 1) != private {
				t.Fatalf("%d threads for judges", n)
			}
			var asked *discordtest.Message
			if private {
				asked = c.channel.Threads()[0].Last(judy)
			} else {
				asked = judy.Slash(c.channel, "appeal").Wait().Message
			}
			stands, ok := asked.Button(say("discord.judges.button.stands"))
			if !ok {
				t.Fatalf("judy is shown %s", asked.Text())
			}
			form := judy.Click(asked, stands.CustomID).Wait().Modal
			if s := judy.Submit(form, map[string]string{"reason": "He was not."}).Wait(); !strings.Contains(s.Message.Text(), "He was not.") || s.Message.Private() == private {
				t.Errorf("judy is told %s", s.Message)
			}
			c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
			told := 0
			for _, m := range c.channel.Messages(nil) {
				if says(m.Text(), "referee.told.ruling-stands") && strings.Contains(m.Text(), "\n> He was not.") {
					told++
				}
			}
			if told != 1 {
				t.Errorf("the ruling is told %d times:\n%s", told, words(c.channel))
			}
		})
	}
}

// TestAnAppealThatWaitsInAForum: an older version had it wait in the channel around the match,
// where nothing can be written. The judges are called where the match is played.
func TestAnAppealThatWaitsInAForum(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	judy := c.guild.Member("judy", "en-GB")
	role := c.guild.Role("judges", judy)
	role.Mentionable(true)
	c.judges = []string{role.ID}
	c.kill()
	forum := c.guild.Forum("games")
	c.channel = forum.Begin("a match")
	id := c.opens("side:red")
	home := wire.HomeOf(wire.ID(c.guild.ID))
	_, err := c.clubs.Judges.Appeal(c.t.Context(), referee.Command{
		Match: id, Seat: "red", Account: wire.AccountOf(wire.ID(c.people[0].user.ID)), Key: "old", Door: command.Door,
		Powers: authority.Powers{Home: home, Place: wire.PlaceOf(wire.ID(c.channel.ID))},
	}, club.Appeal{Text: "He moved twice.", Place: wire.PlaceOf(wire.ID(forum.ID))})
	if err != nil {
		t.Fatal(err)
	}
	c.discord.Until("a call of the judge", func() bool {
		return slices.ContainsFunc(c.channel.Messages(nil), func(m *discordtest.Message) bool { return slices.Contains(m.Calls, judy) })
	})
	c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
}

// TestAnAppealByMailThatCallsNobody: an appeal that was not made in Discord makes no thread for judges who have left, and who can rule
// is told where the match is played, as of one that was made there.
func TestAnAppealByMailThatCallsNobody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ left, gone bool }{
		"a judge is there":       {},
		"who was named has left": {left: true},
		"the role is gone":       {gone: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			house := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			olga := &person{clubhouse: house, user: house.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)}
			judy := house.guild.Member("judy", "en-GB")
			role := house.guild.Role("judges", judy)
			setting := "judge:" + judy.ID
			if c.gone {
				setting = "judges:" + role.ID
			}
			olga.does(func() *discordtest.Press { return olga.user.Slash(house.channel, "setup change", setting) })
			if c.gone {
				role.Delete()
			}
			if c.left {
				house.guild.Leave(judy)
			}
			id, place := house.opens("side:red"), wire.PlaceOf(wire.ID(house.channel.ID))
			_, err := house.clubs.Judges.Appeal(house.t.Context(), referee.Command{
				Match: id, Seat: "red", Account: wire.AccountOf(wire.ID(house.people[0].user.ID)), Key: "mail", Door: "mail",
				Powers: authority.Powers{Home: wire.HomeOf(wire.ID(house.guild.ID)), Place: place},
			}, club.Appeal{Text: "He moved twice.", Place: place})
			if err != nil {
				t.Fatal(err)
			}
			house.discord.Until("an empty outbox", func() bool {
				places, err := house.ref.Outbox.Places(house.t.Context())
				return err == nil && len(places) == 0
			})
			there := !c.left && !c.gone
			if n := len(house.channel.Threads()); (n == 1) != there {
				t.Errorf("%d threads for judges", n)
			}
			if told := words(house.channel); says(told, "discord.judges.nobody") == there {
				t.Errorf("everybody reads %s", told)
			}
		})
	}
}
