package discord

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/bot/visible"
	"referee/engine"
	"referee/engine/match"
)

// hasForum makes a forum, and the server's manager choose it for matches. It returns what they
// are told.
func (c *clubhouse) hasForum(may discordtest.Permission) (forum *discordtest.Channel, told string) {
	c.t.Helper()
	forum = c.guild.Forum("matches")
	forum.Allow(may)
	return forum, c.choosesForum(forum)
}

// choosesForum makes the server's manager choose a forum.
func (c *clubhouse) choosesForum(forum *discordtest.Channel) (told string) {
	c.t.Helper()
	olga := c.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)
	s := olga.Slash(c.channel, "setup change", "forum:"+forum.ID, "thread:yes").Wait()
	if s.Message == nil || !s.Message.Private() {
		c.t.Fatalf("olga is told %v", s)
	}
	return s.Message.Text()
}

// opensPost opens a match in the forum, from the channel, and goes to its post. The second
// member does not join.
func (c *clubhouse) opensPost(forum *discordtest.Channel, options ...string) match.ID {
	c.t.Helper()
	s := c.people[0].user.Slash(c.channel, "match new", options...).Wait()
	posts := forum.Threads()
	if s.Message == nil || s.Message.Private() || len(posts) == 0 || !strings.Contains(s.Message.Text(), "<#"+posts[len(posts)-1].ID+">") {
		c.t.Fatalf("everybody is told %v", s.Message)
	}
	c.channel = posts[len(posts)-1]
	c.discord.Until("the board", func() bool { return c.board() != nil })
	id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// marked waits until the post has the tags that fit the match, and some more.
func (c *clubhouse) marked(id match.ID, more ...string) {
	c.t.Helper()
	want, red := append([]string{}, more...), "Red"
	if slices.Contains(c.channel.Parent().TagNames(), "rojo") {
		red = "rojo"
	}
	l := c.look(id)
	switch {
	case l.Ending != nil:
		want = append(want, "Finished")
	case !l.Started:
		want = append(want, "Waiting for players")
	default:
		for _, a := range l.Asks {
			if name := map[engine.Seat]string{"red": red, "blue": "Blue"}[a.Seat]; !slices.Contains(want, name) {
				want = append(want, name)
			}
		}
	}
	slices.Sort(want)
	c.discord.Until(fmt.Sprintf("the tags %v", want), func() bool { return slices.Equal(slices.Sorted(slices.Values(c.channel.TagNames())), want) })
}

// handsOff lets people play until others are asked.
func (c *clubhouse) handsOff(id match.ID) {
	c.t.Helper()
	seats := func() (out []engine.Seat) {
		for _, a := range c.look(id).Asks {
			out = append(out, a.Seat)
		}
		return out
	}
	before := seats()
	for range 2000 {
		if !slices.Equal(seats(), before) {
			return
		}
		ask := c.look(id).Asks[0]
		for _, p := range c.people {
			if c.look(id).Holder(ask.Seat).Account == wire.AccountOf(wire.ID(p.user.ID)) {
				p.answer(c.t.Context(), ask, id)
			}
		}
	}
	c.t.Fatal("nobody else is asked")
}

// TestAMatchInAForum: the server's manager chooses a forum, which gets its tags; a match is
// opened in a post there, from a channel that is told where; the post says by its tags who is
// to move, to the end, and keeps those of others.
func TestAMatchInAForum(t *testing.T) { throughDoors(t, aMatchInAForum) }

func aMatchInAForum(t *testing.T, by door) {
	t.Parallel()
	c := newClubBy(t, by, *seed, paintNothing, toyGame, "en-GB", "fr")
	forum := c.guild.Forum("matches")
	forum.Allow(discordgo.PermissionManageChannels)
	forum.Tag("Tournament", false)
	forum.Tag("rojo", false) // as the side is called in Spanish
	told := c.choosesForum(forum)
	if names := forum.TagNames(); !slices.Equal(names, []string{"Tournament", "rojo", "Waiting for players", "Finished", "League", "Blue"}) &&
		!slices.Equal(names, []string{"Tournament", "rojo", "Waiting for players", "Finished", "League", "Red", "Blue"}) {
		t.Errorf("the forum has the tags %v", names)
	}
	if !says(told, "discord.setup.tags-added") || says(told, "discord.setup.tags-missing") {
		t.Errorf("olga is told %s", told)
	}
	from := c.channel
	id := c.opensPost(forum, "side:red")
	c.marked(id)
	if text := c.channel.Messages(nil)[0].Text(); !says(text, "discord.post-begins") {
		t.Errorf("the post begins with %s", text)
	}
	c.people[1].does(func() *discordtest.Press { return c.people[1].user.Slash(c.channel, "match join") })
	c.marked(id)
	c.channel.Mark("Tournament")
	c.plays(id, func(step int) {
		switch step % 7 {
		case 3:
			c.channel.Archive()
		case 0:
			c.told(id)
		}
	})
	c.told(id)
	c.marked(id, "Tournament")
	c.checkMatch(id)
	if n := len(from.Messages(nil)); n != 1 {
		t.Errorf("%d messages in the channel where it was opened", n)
	}
	again := c.channel
	c.channel = from // who says so plays elsewhere
	c.people[0].does(func() *discordtest.Press { return c.people[0].user.Slash(from, "match new", "thread:no") })
	if _, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(from.ID)), match.UnderWay); err != nil || len(forum.Threads()) != 1 || again.Archived() {
		t.Errorf("no match in the channel: %v", err)
	}
}

// TestThreadsAreToldApart: a thread or a post is called after who plays what, and once more when the
// second player joins; what stands in the channel above it says what it is.
func TestThreadsAreToldApart(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"thread", "forum"} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			above := c.channel
			if in == "forum" {
				forum, _ := c.hasForum(discordgo.PermissionManageChannels)
				c.opensPost(forum, "side:red")
			} else {
				c.people[0].user.Slash(above, "match new", "side:red", "thread:yes").Wait()
				c.channel = above.Threads()[0]
				c.discord.Until("the board", func() bool { return c.board() != nil })
			}
			if name := c.channel.NameNow(); name != "anna · Three Hexes" {
				t.Errorf("it is called %s", name)
			}
			if text := above.Messages(nil)[0].Text(); !strings.Contains(text, "<@"+c.people[0].user.ID+">") {
				t.Errorf("above it stands %s", text)
			}
			c.people[1].does(func() *discordtest.Press { return c.people[1].user.Slash(c.channel, "match join") })
			c.discord.Until("another name", func() bool { return c.channel.NameNow() == "anna – ben · Three Hexes" })
			id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
			if err != nil {
				t.Fatal(err)
			}
			c.handsOff(id) // no board calls it otherwise again
			c.told(id)
			won := c.people[1].user
			c.people[0].does(func() *discordtest.Press { return c.people[0].user.Slash(c.channel, "match resign") })
			c.people[0].clicksOn(c.people[0].panel, say("discord.button.resign"))
			want := say("discord.post-name.won", engine.Text("players", "anna – ben"), engine.Text("game", "Three Hexes"), engine.Text("winner", won.Name))
			c.discord.Until("the result in its name", func() bool { return c.channel.NameNow() == want })
		})
	}
}

// TestAForumWithoutTags: where the bot may not make tags, it says which to make by hand, and
// matches get posts without them.
// TestNamesOfThreads: whatever players are called, the thread of their match has a name that Discord takes, in which both are found and nothing
// is hidden or turned round. What is typed first in it reads none of it as a mention or a link.
func TestNamesOfThreads(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 80)
	for _, pair := range [][2]string{
		{long, strings.Repeat("b", 80)},
		{"\u202eannA\u202c\u2066", "\u200fבן"},
		{"an\nna\r\x00\x1b[31m", "\t\u2028ben"},
		{"<@1>", "@everyone"},
		{"`ann`", "[ben](http://example.org)"},
		{strings.Repeat("👩\u200d👩\u200d👧", 20), strings.Repeat("🏴", 50)},
		{"\u200b", "ben"},
		{"", "ben"},
		{long, ""},
		{"\xff" + long, "ben"},
	} {
		s := newStage(t)
		s.powers["org"] = discordgo.PermissionManageGuild
		checks := func(name string, people ...string) {
			t.Helper()
			shown := visible.Line(name) // as it is sent
			if strings.TrimSpace(shown) == "" || units(shown) > command.MaxThreadName || shown != visible.Line(shown) {
				t.Errorf("%q play in a thread with the name %q", pair, shown)
			}
			for _, p := range people {
				if first, _ := utf8.DecodeRuneInString(p); p != "" && !strings.ContainsRune(name, first) {
					t.Errorf("%q is not in %q", p, name)
				}
			}
			if strings.Contains(shown, string(visible.Sign)+"…") && !strings.HasPrefix(pair[0], "\xff") {
				t.Errorf("%q: an emoji is cut in two: %q", pair, shown)
			}
		}
		named := func(people ...string) {
			t.Helper()
			name, err := matches.ThreadName(t.Context(), s.h.Handlers, match.ID(s.match()))
			s.must(err)
			checks(name, people...)
		}
		checks(s.command(pair[0], "/match new side:red thread:yes").Name, pair[0])
		s.command(pair[0], "/match new side:red language:fr weather:off")
		named(pair[0])
		s.command(pair[1], "/match join")
		named(pair[:]...)
		id := match.ID(s.match())
		s.command(pair[1], "/match resign")
		s.press(pair[1], say("discord.button.resign"))
		name, err := matches.ThreadName(t.Context(), s.h.Handlers, id)
		s.must(err)
		checks(name, pair[:]...)

		s.command("org", "/league create name:A_league_of_*forty*_characters_[in](all) format:round-robin weather:off")
		s.command(pair[0], "/league join")
		s.command(pair[1], "/league join")
		s.command("org", "/league start seeding:as-joined")
		s.press("org", say("discord.league.button.start"))
		r := s.command("org", "/league admin open match:1")
		checks(r.Name, pair[:]...)
		if r.Kind != wire.OpenThread || r.Starter != command.Plain(r.Name) {
			t.Errorf("a thread of a league begins with %q", r.Starter)
		}
	}
}

func TestAForumWithoutTags(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	forum, told := c.hasForum(0)
	if !says(told, "discord.setup.tags-missing") || !strings.Contains(told, "**Waiting for players**") || !says(told, "discord.setup.tags-why.permission") || says(told, "discord.setup.tags-added") || len(forum.TagNames()) != 0 {
		t.Errorf("olga is told %s, the tags are %v", told, forum.TagNames())
	}
	id := c.opensPost(forum, "side:red")
	c.told(id)
	for i := range 17 {
		forum.Tag(fmt.Sprint(i), false)
	}
	forum.Allow(discordgo.PermissionManageChannels)
	if told := c.choosesForum(forum); !strings.Contains(told, "**League**") || !says(told, "discord.setup.tags-missing") ||
		!says(told, "discord.setup.tags-why.full") || len(forum.TagNames()) != 20 {
		t.Errorf("of a forum that is full olga is told %s, the tags are %v", told, forum.TagNames())
	}
}

// TestTagsOfTwoGames: games whose sides are called the same share their tags.
func TestTagsOfTwoGames(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB")
	c.games = []referee.Game{cellesGame, americaGame}
	c.kill()
	forum, told := c.hasForum(discordgo.PermissionManageChannels)
	if want := []string{"Waiting for players", "Finished", "League", "German", "Allied"}; !slices.Equal(forum.TagNames(), want) {
		t.Errorf("the forum has the tags %v, want %v", forum.TagNames(), want)
	}
	if strings.Count(told, "German") != 1 || says(told, "discord.setup.tags-missing") {
		t.Errorf("olga is told %s", told)
	}
}

// TestAForumThatTakesNoPost: the match is played where it was opened, in a thread if there can
// be one, and who opened it is told why.
func TestAForumThatTakesNoPost(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spoil func(c *clubhouse, forum *discordtest.Channel)
		said  string
	}{
		"deleted":                  {func(_ *clubhouse, f *discordtest.Channel) { f.Delete() }, "discord.forum-refused.gone"},
		"not permitted":            {func(_ *clubhouse, f *discordtest.Channel) { f.Deny(discordgo.PermissionSendMessages) }, "discord.forum-refused.permission"},
		"not seen":                 {func(_ *clubhouse, f *discordtest.Channel) { f.Deny(discordgo.PermissionViewChannel) }, "discord.forum-refused.permission"},
		"wants a tag":              {func(_ *clubhouse, f *discordtest.Channel) { f.RequireTag(); f.Tag("Other", false) }, "discord.forum-refused.tag"},
		"tags of moderators alone": {func(_ *clubhouse, f *discordtest.Channel) { f.RequireTag(); f.Tag("Waiting for players", true) }, "discord.forum-refused.tag"},
		"full":                     {func(c *clubhouse, _ *discordtest.Channel) { c.guild.MostThreads(0) }, "discord.forum-refused.full"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			forum, _ := club.hasForum(0)
			c.spoil(club, forum)
			s := club.people[0].user.Slash(club.channel, "match new", "side:red").Wait()
			if s.Message == nil || !says(s.Message.Text(), c.said) {
				t.Errorf("anna is told %v", s.Message)
			}
			place := club.channel
			if threads := place.Threads(); len(threads) > 0 {
				place = threads[0]
			}
			if _, err := club.ref.Index.LatestAt(club.t.Context(), wire.PlaceOf(wire.ID(place.ID)), match.UnderWay); err != nil || len(forum.Threads()) > 0 {
				t.Errorf("no match in %s: %v", place.Name, err)
			}
		})
	}
}

// TestNoPostIsLeftBehind: what is refused makes no post, which would stay empty.
func TestNoPostIsLeftBehind(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	forum, _ := c.hasForum(discordgo.PermissionManageChannels)
	s := c.people[0].user.Slash(c.channel, "match new", "side:red", "phrase:"+strings.Repeat("snow", 30)).Wait()
	if s.Message == nil || !s.Message.Private() || len(forum.Threads()) > 0 {
		t.Errorf("%d posts are made, and anna is told %v", len(forum.Threads()), s.Message)
	}
}

// TestOnlyServerManagersChooseTheForum: a forum is chosen by who manages the server, and must be one
// that the bot can see; what is chosen can be forgotten.
func TestOnlyServerManagersChooseTheForum(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	if s := c.people[0].user.Slash(c.channel, "match new", "thread:forum").Wait(); s.Message == nil || !says(s.Message.Text(), "discord.no-forum") {
		t.Errorf("without a forum anna is told %v", s.Message)
	}
	hidden := c.guild.Forum("hidden")
	hidden.Deny(discordgo.PermissionViewChannel)
	if told := c.choosesForum(hidden); !says(told, "discord.setup.forum-refused") {
		t.Errorf("of a hidden forum olga is told %s", told)
	}
	if s := c.people[0].user.Slash(c.channel, "match new", "thread:no").Wait(); s.Message == nil || !s.Message.Private() {
		t.Errorf("anna is told %v", s.Message)
	}
}

// TestTagsDoNoHarm: a post in the archive, a locked one, a tag that is gone, a mark that is
// refused or limited for long: the match goes on, its queue waits for none of it, and with the
// next change the tags are right again.
func TestTagsDoNoHarm(t *testing.T) {
	t.Parallel()
	patch := func(r discordtest.Request) bool { return r.Operation == "PATCH /channels/{channel_id}" }
	for name, c := range map[string]struct {
		spoil, mend func(c *clubhouse, forum *discordtest.Channel)
	}{
		"refused": {
			func(c *clubhouse, _ *discordtest.Channel) { c.discord.Refuse(patch, http.StatusForbidden, 50013) },
			func(c *clubhouse, _ *discordtest.Channel) { c.discord.Refuse(nil, 0, 0) },
		},
		"not permitted": {
			func(_ *clubhouse, f *discordtest.Channel) { f.Deny(discordgo.PermissionSendMessages) },
			func(_ *clubhouse, f *discordtest.Channel) { f.Allow(discordgo.PermissionSendMessages) },
		},
		"limited": {
			func(c *clubhouse, _ *discordtest.Channel) { c.discord.Refuse(patch, http.StatusTooManyRequests, 0) },
			func(c *clubhouse, _ *discordtest.Channel) { c.discord.Refuse(nil, 0, 0) },
		},
		"a tag is gone": {func(_ *clubhouse, f *discordtest.Channel) { f.DropTag("Red") }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			forum, _ := club.hasForum(discordgo.PermissionManageChannels)
			id := club.opensPost(forum, "side:red")
			club.people[1].does(func() *discordtest.Press { return club.people[1].user.Slash(club.channel, "match join") })
			club.marked(id)
			c.spoil(club, forum)
			for range 2 { // the second would wait for the tags of the first
				club.handsOff(id)
				club.told(id)
			}
			if c.mend == nil {
				return
			}
			c.mend(club, forum)
			club.handsOff(id)
			club.marked(id)
		})
	}
}

// TestALeagueInAForum: matches of leagues get posts where the server has a forum, which call
// their players; the league's channel says where they are. Where the forum takes none, the
// match gets its thread. An organiser opens in the forum, too, what could not be opened.
func TestALeagueInAForum(t *testing.T) {
	t.Parallel()
	for name, gone := range map[string]bool{"a post": false, "a forum that is gone": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, 3, paintNothing, toyGame, "en-GB", "en-GB")
			forum, _ := c.hasForum(discordgo.PermissionManageChannels)
			otto := c.guild.Member("otto", "en-GB", discordgo.PermissionManageGuild)
			otto.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:2", "weather:off").Wait()
			for _, p := range c.people {
				p.user.Slash(c.channel, "league join").Wait()
			}
			if gone {
				forum.Delete()
			}
			pressed(otto, otto.Slash(c.channel, "league start").Wait().Message, say("discord.league.button.start"))
			if gone {
				thread := threadOf(c, false)
				c.discord.Until("the board of the match", func() bool { return strings.Contains(words(thread), "### Three Hexes") })
				return
			}
			c.discord.Until("the post", func() bool { return len(forum.Threads()) == 1 })
			hall, id := c.channel, match.ID("")
			c.channel = forum.Threads()[0]
			c.discord.Until("the board of the match", func() bool { return c.board() != nil })
			id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
			if err != nil {
				t.Fatal(err)
			}
			c.marked(id, "League")
			first := c.channel.Messages(nil)[0]
			if !says(first.Text(), "discord.league.opens-post") || len(first.Calls) != 2 {
				t.Errorf("the post begins with %s, and calls %v", first.Text(), first.Calls)
			}
			c.discord.Until("a link in the league's channel", func() bool {
				return says(words(hall), "discord.league.opened-post") && strings.Contains(words(hall), "<#"+c.channel.ID+">")
			})
		})
	}
}
