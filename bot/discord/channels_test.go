package discord

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/bot/discord/discordtest"
	"referee/bot/discord/wire"
)

// kinds are the places of every kind in which a match can be played.
var kinds = map[string]func(g *discordtest.Guild) *discordtest.Channel{
	"text":                func(g *discordtest.Guild) *discordtest.Channel { return g.Channel("games") },
	"announcement":        func(g *discordtest.Guild) *discordtest.Channel { return g.Announcement("games") },
	"voice":               func(g *discordtest.Guild) *discordtest.Channel { return g.Voice("games") },
	"stage":               func(g *discordtest.Guild) *discordtest.Channel { return g.Stage("games") },
	"forum post":          func(g *discordtest.Guild) *discordtest.Channel { return g.Forum("games").Begin("a match") },
	"thread":              func(g *discordtest.Guild) *discordtest.Channel { return g.Channel("games").Begin("a match") },
	"announcement thread": func(g *discordtest.Guild) *discordtest.Channel { return g.Announcement("games").Begin("a match") },
}

// TestAMatchInEveryKindOfChannel plays the toy to its end in each kind of channel, over a
// bad line; threads are archived again and again.
func TestAMatchInEveryKindOfChannel(t *testing.T) {
	t.Parallel()
	for name, make := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, *seed, paintNothing, toyGame, "en-GB", "fr")
			c.channel = make(c.guild)
			id := c.opens("side:red")
			c.discord.Faults(discordtest.Faults{Duplicate: 0.05, Reorder: 0.05, DropAnswer: 0.05, TooMany: 0.05, ServerError: 0.05, Disconnect: 0.05})
			c.plays(id, func(step int) {
				if c.channel.Thread() && step%5 == 0 {
					c.channel.Archive()
				}
			})
			c.discord.Faults(discordtest.Faults{})
			c.told(id)
			c.checkMatch(id)
		})
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
		"voice":            {kind: "voice", said: "There can be no thread here"},
		"stage":            {kind: "stage", said: "There can be no thread here"},
		"too many threads": {kind: "text", said: "no room for another thread", full: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			club := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
			club.channel = kinds[c.kind](club.guild)
			if c.full {
				club.guild.MostThreads(0)
			}
			s := club.people[0].user.Slash(club.channel, "match new", "thread:yes", "side:red").Wait()
			if s.Message == nil || !strings.Contains(s.Message.Text(), c.said) {
				t.Errorf("anna is told %v", s.Message)
			}
			if _, err := club.ref.At(wire.PlaceOf(wire.ID(club.channel.ID))); err != nil {
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
	olga := c.guild.Member("olga", "en-GB", discordtest.ManageGuild)
	for name, said := range map[string]string{"voice": "there can be none here", "stage": "there can be none here", "forum post": "not in a thread", "announcement": "Cup"} {
		s := olga.Slash(kinds[name](c.guild), "league create", "name:Cup", "format:round-robin").Wait()
		if s.Message == nil || !strings.Contains(s.Message.Text(), said) {
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
				if private := !full && (name == "text" || name == "thread"); private != asked.Channel.Private() {
					t.Errorf("judy is asked in %s", asked.Channel.Name)
				}
				read, _ := asked.Button("Read the case")
				if s := judy.Click(asked, read.CustomID).Wait(); s.Message == nil || !s.Message.Private() || !strings.Contains(s.Message.Text(), "Ben was late.") {
					t.Errorf("judy reads %v", s.Message)
				}
				for _, ch := range in {
					if strings.Contains(words(ch), "Ben was late.") {
						t.Errorf("everybody reads in %s what anna has written", ch.Name)
					}
				}
				c.discord.Until("an empty outbox", func() bool { places, err := c.ref.Places(); return err == nil && len(places) == 0 })
			})
		}
	}
}
