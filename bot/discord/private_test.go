package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/discordtest"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/render"
)

// privatePrefaces are as [prefaces], of matches in direct messages and in a conversation that the bot is not in.
var privatePrefaces = map[string]map[string][2]string{
	"en": {
		"direct": {
			"In direct messages", "Anna plays Celles against the computer in her direct messages with the bot, and then a match with Ben, who has his board in his own." +
				" What stands in brackets is a button, ▾ a menu. A test plays it and writes it down.",
		},
		"group": {
			"In a conversation without the bot", "Anna has added the bot to her account. She and Ben play Celles in a conversation of theirs, where the bot can only answer." +
				" What stands in brackets is a button, ▾ a menu. A test plays it and writes it down.",
		},
	},
	"fr": {
		"direct": {
			"En message privé", "Anna joue à Celles contre l’ordinateur dans ses messages privés avec l’arbitre, puis une partie avec Ben, qui a son plateau dans les siens." +
				" Entre crochets, un bouton ; ▾, un menu. Un test joue tout cela et le transcrit.",
		},
		"group": {
			"Dans une conversation sans l’arbitre", "Anna a ajouté l’arbitre à son compte. Elle et Ben jouent à Celles dans une conversation à eux, où l’arbitre ne peut que répondre." +
				" Entre crochets, un bouton ; ▾, un menu. Un test joue tout cela et le transcrit.",
		},
	},
}

// newPrivate makes a club whose two members play outside their server, and who can add the bot to their accounts.
func newPrivate(t *testing.T, name, lang string) *reporter {
	t.Helper()
	l := locales4[lang]
	c := newClubIn(t, discordtest.New(t, discordtest.Options{Seed: 1, Limit: 200, ForUsers: true, Counted: true}), 1, paintMap(), cellesGame, l, l)
	c.games = served(t)
	c.dice, c.animate, c.paintCounter, c.poll = dice.NewSeeded("private"), animateMap(), render.New(render.Options{}).Counter, time.Hour
	c.kill()
	r := newReporterOf(c, name+"-"+lang, lang)
	pre := privatePrefaces[lang][name]
	fmt.Fprintf(&r.text, "# %s\n\n%s\n\n", pre[0], pre[1])
	return r
}

// in has the story go on in a channel, whose messages somebody reads anew.
func (r *reporter) in(ch *discordtest.Channel) {
	if r.channel != ch {
		r.places = append(r.places, r.channel)
	}
	r.channel = ch
	for _, p := range r.people {
		p.panel = nil
	}
}

// direct plays a match against the computer in direct messages, and one between two players.
func (r *reporter) direct(ctx context.Context) {
	r.t.Helper()
	const anna, ben = 0, 1
	annas, bens := r.people[anna].user.DM(), r.people[ben].user.DM()
	r.channel, r.places = annas, []*discordtest.Channel{bens}
	r.slash(ctx, anna, "help")
	r.slash(ctx, anna, "match new", "level:captain", "side:german")
	r.press(ctx, anna, "pick", "draw")
	r.press(ctx, anna, "hint", "")
	r.slash(ctx, anna, "choose", "order:lehr")
	r.slash(ctx, anna, "choose", "order:lehr-recon 2213 stop")
	r.press(ctx, anna, "undo", "")
	r.slash(ctx, anna, "choose", "order:lehr-recon 9999 stop")
	r.slash(ctx, anna, "why")
	r.slash(ctx, anna, "match status")
	r.slash(ctx, anna, "match resign")
	r.press(ctx, anna, "match/resign", "")
	r.press(ctx, anna, "match/rematch", "")
	r.slash(ctx, anna, "match resign")
	r.press(ctx, anna, "match/resign", "")

	// two players
	r.slash(ctx, anna, "match new", "opponent:"+r.people[ben].user.ID, "side:german")
	r.slash(ctx, anna, "match new", "level:captain")
	r.in(bens)
	r.press(ctx, ben, "match/join", "")
	r.press(ctx, ben, "pick", "standard")
	r.in(annas)
	r.press(ctx, anna, "pick", "draw")
	r.slash(ctx, anna, "match draw-offer")
	r.in(bens)
	r.press(ctx, ben, "match/draw-offer", "decline")
	r.slash(ctx, ben, "match status")
	r.slash(ctx, ben, "match resign")
	r.press(ctx, ben, "match/resign", "")
	r.press(ctx, ben, "match/rematch", "")
	r.in(annas)
	r.press(ctx, anna, "match/join", "")
}

// group plays a match in a conversation that the bot is not in.
func (r *reporter) group(ctx context.Context) {
	r.t.Helper()
	const anna, ben = 0, 1
	a, b := r.people[anna].user, r.people[ben].user
	a.Add()
	group := r.discord.Group("friends", a, b)
	r.channel, r.places = group, []*discordtest.Channel{a.DM(), b.DM()}
	r.slash(ctx, anna, "match new", "level:captain")
	b.Close()
	r.slash(ctx, anna, "match new", "opponent:"+b.ID, "side:german")
	r.press(ctx, anna, "match/new", "yes")
	r.press(ctx, ben, "match/join", "")
	r.press(ctx, ben, "pick", "standard")
	r.press(ctx, anna, "choose", "")
	r.press(ctx, anna, "pick", "draw")
	r.slash(ctx, anna, "clock set", "time:limit 3d")
	r.slash(ctx, anna, "match status")
	r.slash(ctx, anna, "match resign")
	r.press(ctx, anna, "match/resign", "")
}

// TestPrivateTranscripts plays matches outside servers, and compares what people read.
func TestPrivateTranscripts(t *testing.T) {
	t.Parallel()
	for lang := range privatePrefaces {
		slow := func(t *testing.T) {
			if lang != "en" && !*update {
				thorough.Slow(t)
			}
			t.Parallel()
		}
		t.Run("direct-"+lang, func(t *testing.T) {
			slow(t)
			r := newPrivate(t, "direct", lang)
			r.direct(t.Context())
			r.compare()
		})
		t.Run("group-"+lang, func(t *testing.T) {
			slow(t)
			r := newPrivate(t, "group", lang)
			r.group(t.Context())
			r.compare()
		})
	}
}

// privately makes a club of three whose members can add the bot to their accounts; the match of the toy.
func privately(t *testing.T) (c *clubhouse, anna, ben *discordtest.User) {
	t.Helper()
	c = newClubIn(t, discordtest.New(t, discordtest.Options{Seed: 1, Limit: 200, ForUsers: true}), 1, paintNothing, toyGame, "en-GB", "fr", "es-ES")
	return c, c.people[0].user, c.people[1].user
}

// presses presses the button of a message whose path begins so.
func presses(t *testing.T, u *discordtest.User, m *discordtest.Message, path string) *discordtest.Message {
	t.Helper()
	for _, b := range m.Buttons() {
		if p, err := wire.ParsePath(b.CustomID); err == nil && strings.HasPrefix(strings.Join(p, "/"), path) {
			s := u.Click(m, b.CustomID).Wait()
			if s.Message == nil {
				t.Fatalf("%s is shown nothing for %s", u.Name, path)
			}
			return s.Message
		}
	}
	t.Fatalf("%s cannot press %s:\n%s", u.Name, path, m)
	return nil
}

// typed types a command and returns what is said to it.
func typed(t *testing.T, u *discordtest.User, in *discordtest.Channel, command string, options ...string) *discordtest.Message {
	t.Helper()
	s := u.Slash(in, command, options...).Wait()
	if s.Message == nil {
		t.Fatalf("%s is shown nothing for /%s", u.Name, command)
	}
	return s.Message
}

// finds waits for a message that somebody sees in a channel and that has a button whose path begins so.
func (c *clubhouse) finds(u *discordtest.User, in *discordtest.Channel, path string) *discordtest.Message {
	c.t.Helper()
	var found *discordtest.Message
	c.discord.Until("a message with "+path, func() bool {
		for _, m := range in.Messages(u) {
			for _, b := range m.Buttons() {
				if p, err := wire.ParsePath(b.CustomID); err == nil && strings.HasPrefix(strings.Join(p, "/"), path) {
					found = m
				}
			}
		}
		return found != nil
	})
	return found
}

// duel has ben accept what anna challenges him to in her direct messages.
func (c *clubhouse) duel(anna, ben *discordtest.User) match.ID {
	c.t.Helper()
	typed(c.t, anna, anna.DM(), "match new", "opponent:"+ben.ID, "side:red", "weather:off")
	presses(c.t, ben, c.finds(ben, ben.DM(), "match/join"), "match/join")
	list, err := c.ref.Index.MatchesOf(c.t.Context(), wire.AccountOf(ben.ID))
	if err != nil || len(list) != 1 {
		c.t.Fatalf("%s plays %d matches: %v", ben.Name, len(list), err)
	}
	return list[0].ID
}

// TestPrivateRefusals: what cannot be played outside a server is refused in words that say where it can.
func TestPrivateRefusals(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	anna.Add()
	group, foreign := c.discord.Group("friends", anna, ben), c.discord.Uninvited("elsewhere", "en-US")
	foreign.Enter(anna)
	for said, m := range map[string]*discordtest.Message{
		"discord.direct-alone":   typed(t, anna, anna.DM(), "match new"),
		"referee.refuse.oneself": typed(t, anna, anna.DM(), "match new", "opponent:"+anna.ID),
		"discord.no-forum":       typed(t, anna, anna.DM(), "match new", "opponent:"+ben.ID, "thread:forum"),
		"discord.nothing-over":   typed(t, anna, anna.DM(), "match rematch"),
		"discord.away-alone":     typed(t, anna, group, "match new"),
		"discord.not-in-server":  typed(t, anna, foreign.Channel("games"), "match new", "opponent:"+ben.ID),
		"discord.guild-only":     typed(t, anna, anna.DM(), "match move", "match:nothing"),
		"discord.opponent-bot":   typed(t, anna, anna.DM(), "match new", "opponent:"+c.discord.Bot().ID),
		"discord.help-away":      typed(t, anna, group, "help"),
	} {
		if !says(m.Text(), said) {
			t.Errorf("%s is not said:\n%s", said, m)
		}
	}
	if n := len(ben.DM().Messages(nil)); n != 0 {
		t.Errorf("ben is written %d messages", n)
	}
	ben.Close()
	if m := typed(t, anna, anna.DM(), "match new", "opponent:"+ben.ID); !says(m.Text(), "discord.unreachable") {
		t.Errorf("anna challenges who cannot be reached:\n%s", m)
	}
	if list, err := c.ref.Index.Matches(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("there are matches: %v, %v", list, err)
	}
}

// TestNobodyElseSeesAPrivateMatch: a match in direct messages is in no list of a server, and a stranger who knows its id finds nothing.
func TestNobodyElseSeesAPrivateMatch(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	id, carla := c.duel(anna, ben), c.people[2].user
	if list, err := c.ref.Index.Running(t.Context(), wire.HomeOf(c.guild.ID)); err != nil || len(list) != 0 {
		t.Errorf("the server has %v: %v", list, err)
	}
	if m := typed(t, carla, c.channel, "match join", "match:"+string(id)); strings.Contains(m.Text(), string(id)) || strings.Contains(m.Text(), anna.ID) {
		t.Errorf("carla is told %s", m)
	}
	for who, u := range map[string]*discordtest.User{"ben": ben, "carla": carla} {
		if m := typed(t, u, u.DM(), "match status"); strings.Contains(m.Text(), string(id)) != (who == "ben") {
			t.Errorf("%s is told %s", who, m)
		}
	}
	_, err := c.ref.ChangeSettings(t.Context(), referee.Command{Match: id, Seat: "red", Account: wire.AccountOf(anna.ID), Door: "test"}, map[string]string{referee.SettingSpectators: "yes"})
	if !errors.Is(err, referee.ErrNoSpectators) {
		t.Errorf("spectators are let in: %v", err)
	}
	if n := len(c.channel.Messages(nil)); n != 0 {
		t.Errorf("the server reads %d messages", n)
	}
}

// TestABlockedPlayer: who takes no direct messages any more loses nothing, the other is told once, and it goes on by itself.
func TestABlockedPlayer(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	c.duel(anna, ben)
	c.finds(anna, anna.DM(), "choose")
	typed(t, ben, ben.DM(), "choose", "order:plan hold")
	ben.Close()
	typed(t, anna, anna.DM(), "choose", "order:plan hold") // the plans are revealed
	told := func() (n int) {
		for _, m := range anna.DM().Messages(nil) {
			if says(m.Text(), "discord.direct-refused") {
				n++
			}
		}
		return n
	}
	c.discord.Until("anna to be told", func() bool { return told() > 0 })
	if refuses, err := c.ref.Schedule.Refuses(t.Context(), wire.AccountOf(ben.ID)); err != nil || !refuses {
		t.Errorf("it is not noted that ben refuses: %v", err)
	}
	ben.Open()
	before := len(ben.DM().Messages(nil))
	typed(t, ben, ben.DM(), "match status")
	c.discord.Until("what ben has missed", func() bool { return len(ben.DM().Messages(nil)) > before })
	if n := told(); n != 1 {
		t.Errorf("anna is told %d times", n)
	}
}

// TestAnErasedPlayer: nothing is written any more to who has had their data erased.
func TestAnErasedPlayer(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	id := c.duel(anna, ben)
	c.finds(anna, anna.DM(), "choose")
	told := func() bool {
		places, err := c.ref.Outbox.Places(t.Context())
		return err == nil && len(places) == 0
	}
	c.discord.Until("the match to be told", told) // what is on its way is noted
	presses(t, ben, typed(t, ben, ben.DM(), "me privacy", "erase:yes"), "privacy")
	c.discord.Until("an empty outbox", told)
	before := len(ben.DM().Messages(nil))
	typed(t, anna, anna.DM(), "match resign")
	_, err := c.ref.Resign(t.Context(), referee.Command{Match: id, Seat: "red", Account: wire.AccountOf(anna.ID), Door: "test"})
	if err != nil {
		t.Fatal(err)
	}
	c.discord.Until("the end to be told", told)
	if n := len(ben.DM().Messages(nil)); n != before {
		t.Errorf("ben reads %d messages more", n-before)
	}
	names, err := c.store.NoteNames(t.Context(), "")
	for _, n := range names {
		if strings.Contains(n, ben.ID) {
			t.Errorf("a note is left: %s (%v)", n, err)
		}
	}
}

// TestAConversationWithoutTheBot: what is told there comes with the answers to interactions alone, as long as these can be answered,
// and five messages at most for each; who has the move next is told in direct messages.
func TestAConversationWithoutTheBot(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	anna.Add()
	group := c.discord.Group("friends", anna, ben)
	typed(t, anna, group, "match new", "opponent:"+ben.ID, "side:red", "weather:off")
	presses(t, ben, c.finds(nil, group, "match/join"), "match/join")
	place := post.AwayPlace(wire.PlaceOf(wire.ID(group.ID)))
	id, err := c.ref.Index.LatestAt(t.Context(), place, match.UnderWay)
	if err != nil {
		t.Fatal(err)
	}
	c.finds(nil, group, "choose")
	c.finds(nil, anna.DM(), "choose") // it is her move, too

	// both are reached, so that a clock can run, and it starts with the direct message
	if _, err := c.ref.ProposeSettings(t.Context(), referee.Command{Match: id, Seat: "red", Account: wire.AccountOf(anna.ID), Door: "test"}, map[string]string{schedule.SettingClock: "limit 3d"}); err != nil {
		t.Errorf("no clock: %v", err)
	}

	// long after, nothing can be posted there: it waits for the next who acts
	c.discord.Advance(16 * time.Minute)
	seen := len(group.Messages(nil))
	_, err = c.ref.Order(t.Context(), referee.Command{Match: id, Seat: "red", Account: wire.AccountOf(anna.ID), Door: "test"}, "plan hold")
	if err != nil {
		t.Fatal(err)
	}
	c.discord.Until("nothing to be served", func() bool { c.bot.RetryAt(place); return true })
	presses(t, ben, group.Last(nil), "choose")
	c.discord.Until("the board", func() bool { return len(group.Messages(nil)) > seen })
	c.discord.Until("an empty outbox", func() bool {
		places, err := c.ref.Outbox.Places(t.Context())
		return err == nil && len(places) == 0
	})
}

// TestOneMatchInDirectMessages: who plays in their direct messages accepts no challenge there until that match is over; who challenges
// them does not learn why.
func TestOneMatchInDirectMessages(t *testing.T) {
	t.Parallel()
	c, anna, ben := privately(t)
	c.duel(anna, ben)
	carla := c.people[2].user
	anna.Speak("en-GB")
	m := typed(t, carla, carla.DM(), "match new", "opponent:"+anna.ID, "side:red")
	if strings.Contains(m.Text(), ben.ID) {
		t.Errorf("carla is told %s", m)
	}
	id, err := c.ref.Index.Challenges(t.Context(), wire.AccountOf(carla.ID))
	if err != nil || len(id) != 1 {
		t.Fatalf("carla has challenged %v: %v", id, err)
	}
	m = presses(t, anna, c.finds(anna, anna.DM(), "match/join/"+string(id[0].ID)), "match/join")
	if !says(m.Text(), "discord.busy") {
		t.Errorf("anna plays two matches in her direct messages:\n%s", m)
	}
}

// TestEachGameInDirectMessages: a match of each game against the computer begins in direct messages, with its picture, and the course is taken
// there.
func TestEachGameInDirectMessages(t *testing.T) {
	t.Parallel()
	r := newPrivate(t, "direct", "en")
	anna := r.people[0].user
	if m := typed(t, anna, anna.DM(), "me learn"); len(m.Buttons()) == 0 || !says(m.Text(), "discord.course-foot") {
		t.Errorf("the course says\n%s", m)
	}
	for _, game := range []string{"celles", "america-triumphant"} {
		typed(t, anna, anna.DM(), "match new", "game:"+game, "level:sergeant")
		r.settled(t.Context())
		r.think(t.Context())
		board := r.finds(nil, anna.DM(), "choose")
		r.discord.Until("the picture of "+game, func() bool { return len(board.Now().Files) > 0 })
		presses(t, anna, typed(t, anna, anna.DM(), "match resign"), "match/resign")
		r.settled(t.Context())
	}
}
