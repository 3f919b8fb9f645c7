package discord

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// pings counts whom messages call while a match is played: mentions that take effect, and
// direct messages.
type pings struct {
	*clubhouse
	seen map[string]bool // messages
}

// countPings counts from now on.
func countPings(c *clubhouse) *pings {
	p := &pings{c, map[string]bool{}}
	p.called(c.t.Context())
	return p
}

// called says how often people were called since it was asked last, once all is posted.
func (p *pings) called(ctx context.Context) map[string]int {
	p.t.Helper()
	p.bot.WaitAnswered()
	p.discord.Until("an empty outbox", func() bool { places, err := p.ref.Outbox.Places(ctx); return err == nil && len(places) == 0 })
	out := map[string]int{}
	parent := p.channel.Parent()
	for _, ch := range append(parent.Threads(), parent) {
		for _, m := range ch.Calls() { // also those that were edited since
			if !p.seen[m.ID] {
				for _, u := range m.Calls {
					out[u.Name]++
				}
			}
			p.seen[m.ID] = true
		}
	}
	for _, who := range p.people {
		for _, m := range who.user.DM().Messages(who.user) {
			if !p.seen[m.ID] {
				out[who.user.Name]++
			}
			p.seen[m.ID] = true
		}
	}
	return out
}

// asked are the names of those who are asked something.
func (p *pings) asked(l referee.Look) []string {
	var out []string
	for _, a := range l.Asks {
		for _, who := range p.people {
			if l.Holder(a.Seat).Account == wire.AccountOf(wire.ID(who.user.ID)) && !slices.Contains(out, who.user.Name) {
				out = append(out, who.user.Name)
			}
		}
	}
	return out
}

// played plays a match to its end, or to so many hand-offs. At each hand-off whoever is asked from then on must be
// called once, and at the end whoever has not brought it about, and nobody else: not who acted, not who has been asked before, and not who
// wants a digest. Threads are archived and boards deleted again and again, so that these are posted
// anew.
func (p *pings) played(ctx context.Context, id match.ID, most int, digest ...string) (handOffs int) {
	p.t.Helper()
	for step := range 20000 {
		l := p.look(id)
		if l.Ending != nil || handOffs >= most {
			return handOffs
		}
		before := p.asked(l)
		if p.channel.Thread() && step%3 == 0 {
			p.channel.Archive()
		}
		if board := p.board(); board != nil && step%4 == 0 {
			p.channel.DeleteMessage(board)
		}
		ask := l.Asks[p.rand.IntN(len(l.Asks))]
		p.later.Add(int64(time.Hour)) // nobody waits for what the other does
		for _, who := range p.people {
			if l.Holder(ask.Seat).Account == wire.AccountOf(wire.ID(who.user.ID)) {
				who.answer(ctx, ask, id)
			}
		}
		now := p.look(id)
		if now.Seq == l.Seq {
			continue
		}
		called := p.called(ctx)
		for _, who := range p.people {
			want, name := 0, who.user.Name
			switch acted := l.Holder(ask.Seat).Account == wire.AccountOf(wire.ID(who.user.ID)); {
			case slices.Contains(p.asked(now), name) && !slices.Contains(before, name):
				handOffs++
				want = 1
			case now.Ending != nil && !acted:
				want = 1
			}
			if slices.Contains(digest, name) {
				want = 0
			}
			if got := called[who.user.Name]; got != want {
				p.t.Errorf("%s is called %d times, not %d, at #%d: %v were asked, now %v are", who.user.Name, got, want, now.Seq, before, p.asked(now))
			}
		}
	}
	p.t.Fatal("the match does not end")
	return 0
}

// TestPingsForEachHandOff: over a whole match, in every kind of place, a hand-off calls who is
// asked from then on exactly once, by a mention or by a direct message, and nobody else.
func TestPingsForEachHandOff(t *testing.T) {
	t.Parallel()
	for name, make := range kinds {
		for _, wish := range []string{"where:channel", "where:dm", "digest:yes"} {
			if name != "text" && name != "thread" && wish != "where:channel" {
				continue // what is told by letter does not hang on the kind of channel
			}
			t.Run(fmt.Sprintf("%s, %s", name, wish), func(t *testing.T) {
				common(t, name)
				t.Parallel()
				c := newClub(t, *seed, paintNothing, toyGame, "en-GB", "fr")
				c.channel = make(c.guild)
				c.people[1].does(func() *discordtest.Press { return c.people[1].user.Slash(c.channel, "me settings", wish) })
				var digest []string
				if wish == "digest:yes" {
					digest = []string{"ben"}
				}
				anna, ben := c.people[0], c.people[1]
				anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "match new", "side:red", "rounds:3") })
				c.discord.Until("the board", func() bool { return c.board() != nil })
				p := countPings(c)
				ben.does(func() *discordtest.Press { return ben.user.Slash(c.channel, "match join") })
				id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
				if err != nil {
					t.Fatal(err)
				}
				if called := p.called(c.t.Context()); called["anna"] != 1 || called["ben"] != 0 {
					t.Errorf("as ben joins: %v", called)
				}
				if n := p.played(c.t.Context(), id, math.MaxInt, digest...); n < 3 {
					t.Errorf("%d hand-offs", n)
				}
			})
		}
	}
}

// TestPingsOfLeagues: a match of a league calls its players when it opens, in its thread or its
// post, and at each hand-off once.
func TestPingsOfLeagues(t *testing.T) {
	t.Parallel()
	for name, inForum := range map[string]bool{"thread": false, "forum": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, 3, paintNothing, toyGame, "en-GB", "en-GB")
			in := c.channel
			if inForum {
				in, _ = c.hasForum(discordgo.PermissionManageChannels)
			}
			otto := c.guild.Member("otto", "en-GB", discordgo.PermissionManageGuild)
			otto.Slash(c.channel, "league create", "name:Winter", "format:round-robin", "rounds:5").Wait()
			for _, p := range c.people {
				p.user.Slash(c.channel, "league join").Wait()
			}
			begun := otto.Slash(c.channel, "league start").Wait().Message
			c.channel = in
			p := countPings(c)
			pressed(otto, begun, say("discord.league.button.start"))
			c.discord.Until("the board of the match", func() bool {
				return slices.ContainsFunc(in.Threads(), func(t *discordtest.Channel) bool { return strings.Contains(words(t), "### Three Hexes") })
			})
			if called := p.called(c.t.Context()); called["anna"] != 1 || called["ben"] != 1 {
				t.Errorf("as the match opens: %v", called)
			}
			c.channel = in.Threads()[0]
			id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
			if err != nil {
				t.Fatal(err)
			}
			p.played(c.t.Context(), id, math.MaxInt)
		})
	}
}

// TestWaitingPlayersAreMentionedOnce: as somebody takes the last side, the player who waited for them is called once, also where the
// other is asked first.
func TestWaitingPlayersAreMentionedOnce(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"german", "allied"} {
		t.Run(side, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, *seed, paintNothing, cellesGame, "en-GB", "fr")
			id := c.opensAlone("side:" + side)
			c.later.Add(int64(time.Hour))
			p := countPings(c)
			ben := c.people[1]
			ben.does(func() *discordtest.Press { return ben.user.Slash(c.channel, "match join") })
			if called := p.called(c.t.Context()); called["anna"] != 1 || called["ben"] != 0 {
				t.Errorf("as ben joins: %v, asked are %v", called, p.asked(c.look(id)))
			}
		})
	}
}

// TestAMoveThatComesBack: a player whose attack the other has answered at once sees it on the board, and is
// called two minutes later, once, unless they have gone on. Where the answer takes longer they are called at once.
func TestAMoveThatComesBack(t *testing.T) {
	t.Parallel()
	const anna, ben, soon = 0, 1, int64(2 * time.Minute)
	for name, c := range map[string]struct {
		takes int64 // the answer
		goes  bool  // Anna goes on by herself
		calls [2]int
	}{"she waits": {0, false, [2]int{0, 1}}, "she goes on": {0, true, [2]int{0, 0}}, "it took long": {soon, false, [2]int{1, 0}}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, r := t.Context(), newReporter(t, "en")
			r.firstAttack(ctx, "en")
			p, posts := countPings(r.clubhouse), len(r.channel.Messages(nil))
			r.later.Add(c.takes)
			r.slash(ctx, ben, "celles retreat", "unit:84-7", "hex:2709 2708")
			if got := p.called(ctx); got["anna"] != c.calls[0] || got["ben"] != 0 {
				t.Errorf("called: %v, want %d", got, c.calls[0])
			}
			if n := len(r.channel.Messages(nil)); n-posts != c.calls[0] {
				t.Errorf("%d new messages", n-posts)
			}
			if c.goes {
				r.press(ctx, anna, "choose", "")
				r.press(ctx, anna, "pick", "2pz-a")
			}
			for range 2 {
				r.later.Add(soon)
				if err := errors.Join(r.ref.Schedule.Up(ctx, r.clock()), r.ref.Schedule.RunDue(ctx, r.clock())); err != nil {
					t.Fatal(err)
				}
				r.bot.RetryAt(wire.PlaceOf(wire.ID(r.channel.ID)))
				if got := p.called(ctx); got["anna"] != c.calls[1] || got["ben"] != 0 {
					t.Errorf("called later: %v, want %d", got, c.calls[1])
				}
				c.calls[1] = 0
			}
		})
	}
}

var handOffs = flag.Int("handoffs", 8, "hand-offs of TestPingsOfCelles (a match has some 60)")

// TestPingsOfCelles: the same over hand-offs of Celles.
func TestPingsOfCelles(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	c := newClub(t, *seed, paintNothing, cellesGame, "en-GB", "fr")
	for _, p := range c.people {
		p.weights = likes
	}
	c.poll = 10 * time.Millisecond
	c.kill()
	c.channel = kinds["thread"](c.guild)
	id := c.opens("side:german")
	if n := countPings(c).played(c.t.Context(), id, *handOffs); n < min(*handOffs, 8) {
		t.Errorf("%d hand-offs", n)
	}
}
