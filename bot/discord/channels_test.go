package discord

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// kinds are the places of every kind in which a match can be played.
var kinds = map[string]func(g *discordtest.Guild) *discordtest.Channel{
	"text":                func(g *discordtest.Guild) *discordtest.Channel { return g.Channel("games") },
	"announcement":        func(g *discordtest.Guild) *discordtest.Channel { return g.Announcement("games") },
	"voice":               func(g *discordtest.Guild) *discordtest.Channel { return g.Voice("games") },
	"stage":               func(g *discordtest.Guild) *discordtest.Channel { return g.Stage("games") },
	"forum post":          func(g *discordtest.Guild) *discordtest.Channel { return g.Forum("games").Begin("a match") },
	"thread":              func(g *discordtest.Guild) *discordtest.Channel { return g.Channel("games").Begin("a match") },
	"private thread":      func(g *discordtest.Guild) *discordtest.Channel { return g.Channel("games").BeginPrivate("a match") },
	"announcement thread": func(g *discordtest.Guild) *discordtest.Channel { return g.Announcement("games").Begin("a match") },
}

// TestAMatchInEveryKindOfChannel plays the toy to its end in each kind of channel, while
// one in twenty of all that comes and goes meets each fault that Discord documents; threads
// are archived again and again.
func TestAMatchInEveryKindOfChannel(t *testing.T) {
	t.Parallel()
	var lock sync.Mutex
	befallen, tried := map[string]int{}, 0
	t.Cleanup(func() {
		t.Logf("faults: %v", befallen)
		if tried == len(kinds) && len(befallen) < 12 {
			t.Error("faults of some kind befell nobody")
		}
	})
	for n, name := range slices.Sorted(maps.Keys(kinds)) {
		t.Run(name, func(t *testing.T) {
			common(t, name)
			t.Parallel()
			var faults map[string]int
			synctest.Test(t, func(t *testing.T) { faults = besieged(t, door(n%2 == 1), *seed*100+uint64(n), kinds[name]) })
			lock.Lock()
			defer lock.Unlock()
			tried++
			for fault, n := range faults {
				befallen[fault] += n
			}
		})
	}
}

// common skips a test of a kind of channel unless it is one of the two that clubs use most: the others run with -slow.
func common(t *testing.T, kind string) {
	t.Helper()
	if kind != "thread" && kind != "forum post" {
		thorough.Slow(t)
	}
}

// besieged plays a match of the toy in a kind of channel through all faults, and returns those.
func besieged(t *testing.T, by door, seed uint64, channel func(*discordtest.Guild) *discordtest.Channel) map[string]int {
	t.Helper()
	c, left := newBesieged(t, by, seed)
	c.channel = channel(c.guild)
	id := c.opens("side:red")
	c.discord.Faults(discordtest.All(0.05))
	c.plays(id, func(step int) {
		if c.channel.Thread() && step%5 == 0 {
			c.channel.Archive()
		}
	})
	faults := c.discord.Befallen()
	c.discord.Faults(discordtest.Faults{})
	c.survives(id)
	c.discord.Until("the late interactions to be left out", func() bool {
		return !slices.ContainsFunc(c.discord.TooLate(), func(id string) bool { _, out := left.of.Load(wire.ID(id)); return !out })
	})
	return faults
}

// newBesieged opens a club for long limits, in a bubble: of what waits for them nothing takes as long as
// in service. left is of the interactions that the bot leaves out because they are too old.
func newBesieged(t *testing.T, by door, seed uint64) (c *clubhouse, left *heard) {
	t.Helper()
	d := discordtest.New(t, discordtest.Options{
		Seed: seed, Limit: 200, Minute: 12 * time.Millisecond, Deadline: 2 * time.Second, HTTP: bool(by), Bubble: true,
		Patience: 3 * time.Minute, // a place that has failed often is left alone for a minute
	})
	c = newClubIn(t, d, seed, paintNothing, toyGame, "en-GB", "fr")
	left = &heard{what: "interaction came too late and was left out"}
	c.logger = slog.New(left)
	// Less than the longest limits, as in service: who waits for them gives up.
	c.timing = wire.Timing{Defer: time.Second, Answer: 1800 * time.Millisecond, Post: 500 * time.Millisecond}
	c.kill()
	return c, left
}

// heard is a log of which interactions something is logged.
type heard struct {
	slog.Handler
	what string
	of   sync.Map // their ids
}

func (h *heard) Enabled(context.Context, slog.Level) bool { return true }

func (h *heard) Handle(_ context.Context, r slog.Record) error {
	if r.Message == h.what {
		r.Attrs(func(a slog.Attr) bool {
			h.of.Store(a.Value.Any(), true)
			return true
		})
	}
	return nil
}

func (h *heard) WithAttrs([]slog.Attr) slog.Handler { return h }

// survives checks a match that was played through faults: it is told to its end, the record
// is that of a match without faults, nothing waits to be posted, nobody waits for an answer,
// and nobody was called twice for the same.
func (c *clubhouse) survives(id match.ID) {
	c.t.Helper()
	c.told(id)
	c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
	c.checkMatch(id)
	c.discord.Until("the answers that are still to come", func() bool {
		for _, p := range c.people {
			if slices.ContainsFunc(c.channel.Messages(p.user), func(m *discordtest.Message) bool { return m.Thinking }) {
				return false
			}
		}
		return true
	})
	called := map[string]int{}
	for _, m := range c.channel.Calls() {
		for _, u := range m.Calls {
			if !slices.ContainsFunc(c.people, func(p *person) bool { return p.user == u }) {
				c.t.Errorf("%s is called, who does not play:\n%s", u.Name, m)
			}
			for _, f := range feet(m) {
				if called[u.Name+f]++; called[u.Name+f] > 1 {
					c.t.Errorf("%s is called again for %s:\n%s", u.Name, f, m)
				}
			}
		}
	}
	if len(called) == 0 {
		c.t.Error("nobody was called")
	}
}

// TestAMatchInALockedThread: while moderators have locked it nothing can be posted there, of
// which the players are told by direct message, once each; commands go on, and what was
// kept is posted when it is unlocked.
func TestAMatchInALockedThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, aMatchInALockedThread)
}

func aMatchInALockedThread(t *testing.T) {
	t.Helper()
	c, _ := newBesieged(t, overGateway, *seed)
	c.channel = c.channel.Begin("a match")
	id := c.opens("side:red")
	c.discord.Faults(discordtest.All(0.05))
	letters := func(p *person) (n int) {
		for _, m := range p.user.DM().Messages(nil) {
			if strings.Contains(m.Text(), "<#"+c.channel.ID+">") {
				n++
			}
		}
		return n
	}
	locked := false
	c.plays(id, func(step int) {
		if l := c.look(id); l.Seq > 8 && !locked {
			locked = true
			c.channel.Archive()
			c.channel.Lock(true)
		} else if locked && c.channel.Locked() && letters(c.people[0]) > 0 && letters(c.people[1]) > 0 {
			c.channel.Lock(false)
		}
	})
	c.channel.Lock(false)
	c.discord.Faults(discordtest.Faults{})
	c.people[0].lookAgain() // who comes back finds what was kept
	c.survives(id)
	for _, p := range c.people {
		if n := letters(p); !locked || n != 1 {
			t.Errorf("%s is told %d times that nothing can be posted:\n%v", p.user.Name, n, p.user.DM().Messages(nil))
		}
	}
}

// TestAMatchWithoutAThread: where Discord refuses the thread that somebody wants, they are
// told why, the match is played in the channel, and nothing else stays there (D4 of what
// was found in November 2026).
func TestAMatchWithoutAThread(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, said string
		full       bool
	}{
		"voice":            {kind: "voice", said: "discord.no-thread"},
		"stage":            {kind: "stage", said: "discord.no-thread"},
		"too many threads": {kind: "text", said: "discord.threads-full", full: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			club.channel = kinds[c.kind](club.guild)
			if c.full {
				club.guild.MostThreads(0)
			}
			s := club.people[0].user.Slash(club.channel, "match new", "thread:yes", "side:red").Wait()
			if s.Message == nil || !says(s.Message.Text(), c.said) {
				t.Errorf("anna is told %v", s.Message)
			}
			if _, err := club.ref.Index.LatestAt(club.t.Context(), wire.PlaceOf(wire.ID(club.channel.ID)), match.UnderWay); err != nil {
				t.Errorf("no match in the channel: %v", err)
			}
			club.discord.Until("the board", func() bool { return club.board() != nil })
			for _, m := range club.channel.Messages(nil) {
				if len(feet(m)) == 0 {
					t.Errorf("the channel reads %v", m)
				}
			}
		})
	}
}

// TestALeagueWantsThreads: it is not founded where its matches could have none.
func TestALeagueWantsThreads(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame)
	olga := c.guild.Member("olga", "en-GB", discordgo.PermissionManageGuild)
	for name, said := range map[string]string{"voice": "discord.league.no-threads", "stage": "discord.league.no-threads", "forum post": "discord.league.in-thread", "announcement": "Cup"} {
		s := olga.Slash(kinds[name](c.guild), "league create", "name:Cup", "format:round-robin").Wait()
		if s.Message == nil || !tells(s.Message.Text(), said) {
			t.Errorf("%s: olga is told %v", name, s.Message)
		}
	}
}

// TestJudgesAreReached in every kind of channel: in a private thread where there can be
// one, else where the match is played. What the players write is read by judges alone, and
// no queue waits (D3 of what was found in November 2026).
func TestJudgesAreReached(t *testing.T) {
	t.Parallel()
	for name, make := range kinds {
		for _, full := range []bool{false, true} { // no room for another thread
			t.Run(fmt.Sprintf("%s, full %t", name, full), func(t *testing.T) {
				common(t, name)
				t.Parallel()
				c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
				judy := c.guild.Member("judy", "en-GB")
				role := c.guild.Role("judges", judy)
				role.Mentionable(true)
				c.judges = []string{role.ID}
				c.kill()
				c.channel = make(c.guild)
				c.opens("side:red")
				form := c.people[0].user.Slash(c.channel, "appeal").Wait().Modal
				if form == nil {
					t.Fatal("there is no form")
				}
				parent := c.channel.Parent()
				if full {
					c.guild.MostThreads(0)
				}
				c.people[0].user.Submit(form, map[string]string{"statement": "Ben was late."}).Wait()
				var asked *discordtest.Message
				in := append(parent.Threads(), c.channel)
				c.discord.Until("a call of the judge", func() bool {
					in = append(parent.Threads(), c.channel)
					for _, ch := range in {
						for _, m := range ch.Messages(judy) {
							if slices.Contains(m.Calls, judy) {
								asked = m
							}
						}
					}
					return asked != nil
				})
				private := name == "private thread" || !full && (name == "text" || name == "thread")
				if private != asked.Channel.Private() {
					t.Errorf("judy is asked in %s", asked.Channel.Name)
				}
				read, _ := asked.Button(say("discord.judges.button.read"))
				if s := judy.Click(asked, read.CustomID).Wait(); s.Message == nil || !s.Message.Private() || !strings.Contains(s.Message.Text(), "Ben was late.") {
					t.Errorf("judy reads %v", s.Message)
				}
				for _, ch := range in {
					if strings.Contains(words(ch), "Ben was late.") {
						t.Errorf("everybody reads in %s what anna has written", ch.Name)
					}
				}
				c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Outbox.Places(c.t.Context()); return err == nil && len(places) == 0 })
			})
		}
	}
}
