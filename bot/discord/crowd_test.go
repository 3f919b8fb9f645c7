package discord

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/celles"
	solo "referee/engine/enginetest/patience"
	"referee/engine/match"
)

var (
	seed  = flag.Uint64("seed", 1, "of random play")
	steps = flag.Int("steps", 60, "interactions of each random match")
)

// patienceGame has one seat, and no board.
var patienceGame = referee.Game{ID: "patience", Law: 1, Data: solo.Files(), Open: solo.Open}

var cellesGame = referee.Game{ID: "celles", Law: 1, Data: celles.Files(), Open: referee.OpenOnce(celles.Files, celles.Open)}

// americaGame is the game that cellesGame stands beside.
var americaGame = referee.Game{ID: "america-triumphant", Law: 1, Data: america.Files(), Open: referee.OpenOnce(america.Files, america.Open)}

// TestEveryMessageIsWithinLimits plays matches at random by everything that is
// shown, in every language, and looks things up between; the stage checks every
// message, and that no text is missing.
func TestEveryMessageIsWithinLimits(t *testing.T) {
	for _, g := range []referee.Game{toyGame, cellesGame, americaGame} {
		for i, lang := range locale.Languages {
			t.Run(g.ID+"/"+lang, func(t *testing.T) {
				t.Parallel()
				c := &crowd{stage: newStage(t, g), rand: rand.New(rand.NewPCG(*seed, uint64(i)))}
				t.Logf("seed %d", *seed)
				c.locales["ann"], c.locales["ben"], c.locales["cat"] = lang, lang, lang
				c.random(lang, *steps)
				id, err := c.h.Referee.Index.LatestAt(t.Context(), wire.PlaceOf(c.channel), match.UnderWay)
				if err != nil {
					id, err = c.h.Referee.Index.LatestAt(t.Context(), wire.PlaceOf(c.channel), match.Ended)
				}
				c.must(err)
				l, err := refereetest.Current(t.Context(), c.h.Referee, id).Look(t.Context(), engine.Spectator)
				c.must(err)
				t.Logf("%d decisions; %s", l.Seq, c.voiceOf(l).Raw(l.View.Status))
			})
		}
	}
}

// crowd is a stage where people do what comes into their heads.
type crowd struct {
	*stage
	rand *rand.Rand
	info *engine.Info
}

func (c *crowd) random(lang string, steps int) {
	info, err := c.h.Referee.Games.Info("")
	c.must(err)
	c.info = info
	c.command("ann", fmt.Sprintf("/match new side:%s language:%s", info.Seats[0], lang))
	c.command("ben", fmt.Sprintf("/match join side:%s", info.Seats[1]))
	c.posts()
	for range steps {
		if c.t.Failed() {
			return
		}
		who := []string{"ann", "ben"}[c.rand.IntN(2)]
		switch c.rand.IntN(12) {
		case 0:
			c.command(c.anybody(), c.lookup())
		case 1:
			c.half(c.anybody())
		case 2:
			c.command(who, "/choose")
		default:
			c.pressAny(who)
		}
		c.posts()
	}
}

func (c *crowd) anybody() string { return []string{"ann", "ben", "cat"}[c.rand.IntN(3)] }

// one picks one of several.
func one[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// word is a word of a kind.
func (c *crowd) word(kind engine.WordKind) string {
	if list := c.info.Words[kind]; len(list) > 0 {
		return one(c.rand, list)
	}
	return "x"
}

// lookup is a command that changes nothing of the position.
func (c *crowd) lookup() string {
	if c.rand.IntN(2) == 0 {
		q := one(c.rand, c.info.Queries)
		text := "/" + q.Name
		for _, a := range command.QueryArguments(q) {
			if c.rand.IntN(4) > 0 {
				text += " " + a.Name + ":" + c.word(a.Kind)
			}
		}
		return text
	}
	return one(c.rand, []string{
		"/match status", "/match log count:200", "/match log", "/match settings", "/match draw-offer", "/match export",
		"/match resign", "/moderate abandon", "/moderate free-side side:x", "/moderate rewind decision:2", "/match leave-it",
		"/map", "/map crop:" + c.word("hex") + " radius:2", "/map at:3", "/map at:999999", "/map overlay:" + c.info.Queries[0].Name + " " + c.word("unit"),
		"/why", "/why decision:5", "/rules", "/rules search:" + one(c.rand, []string{"8", "a", "zzzz", strings.Repeat("ab ", 60)}),
		"/dice show", "/dice show count:500", "/dice verify", "/dice luck", "/dice export", "/dice proof roll:" + one(c.rand, []string{"1", "1-900", "2-1", "x"}), "/privacy", "/privacy erase:yes", "/help", "/help word:map", "/help word:" + one(c.rand, c.info.Verbs).Name, "/help word:nothing",
		"/undo", "/match draw-offer answer:decline", "/match rematch", "/match join",
		"/choose order:" + one(c.rand, c.info.Verbs).Example, "/choose order:nonsense *here* <@1>", "/" + one(c.rand, c.info.Verbs).Name,
	})
}

// half types a word of some command.
func (c *crowd) half(who string) {
	in := c.act(who, discordgo.InteractionApplicationCommandAutocomplete)
	v := one(c.rand, c.info.Verbs)
	args := command.Arguments(v)
	switch c.rand.IntN(4) {
	case 0:
		in.Path, in.Focused = wire.Path{"choose"}, "order"
		in.Options["order"] = one(c.rand, []string{"", v.Name[:1], v.Name + " ", c.word("unit") + " "})
	case 1:
		in.Path, in.Focused = wire.Path{"map"}, one(c.rand, []string{"crop", "overlay"})
		in.Options[in.Focused] = one(c.rand, []string{"", "0", c.info.Queries[0].Name + " "})
	default:
		if len(args) == 0 {
			return
		}
		i := c.rand.IntN(len(args))
		in.Path, in.Focused = wire.Path{v.Name}, args[i].Name
		for _, a := range args[:i] {
			in.Options[a.Name] = c.word(a.Kind)
		}
		in.Options[in.Focused] = one(c.rand, []string{"", c.word(args[i].Kind)[:1], c.word(args[i].Kind) + " "})
	}
	c.handle(who, in)
}

// pressAny presses something that a person is shown.
func (c *crowd) pressAny(who string) {
	m, private := c.shown[who], true
	if len(m.Components) == 0 || c.rand.IntN(6) == 0 {
		m, private = c.board, false
	}
	type press struct{ id, value string }
	var all []press
	for _, p := range inside(m.Components) {
		if p.Type == discordgo.ButtonComponent {
			all = append(all, press{p.CustomID, ""})
		}
		for _, o := range p.Options {
			all = append(all, press{p.CustomID, o.Value})
		}
	}
	if len(all) == 0 {
		c.command(who, "/choose")
		return
	}
	p := one(c.rand, all)
	for range 3 { // rather answer than look, go back or give up
		what, _ := wire.ParsePath(p.id)
		if what[0] == "pick" || what[0] == "confirm" {
			break
		}
		p = one(c.rand, all)
	}
	in := c.act(who, discordgo.InteractionMessageComponent)
	in.Path, _ = wire.ParsePath(p.id)
	if last := in.Path[len(in.Path)-1]; last == "yes" && in.Path[0] != "privacy" && c.rand.IntN(20) > 0 || in.Path[0] == "privacy" {
		return
	}
	if p.value != "" {
		in.Values = []string{p.value}
	}
	in.Ephemeral = private
	c.handle(who, in)
}

func TestCommandsOfCelles(t *testing.T) {
	s := newStage(t, cellesGame, americaGame, toyGame)
	commands, err := s.h.Commands()
	s.must(err)
	checkCommands(t, commands)
	for _, c := range commands {
		everyName(t, "/"+c.Name, c.Options)
	}
	for _, g := range s.h.Games {
		for _, v := range g.Verbs {
			if path := strings.Join(s.h.Path(wire.Path{g.Game, v.Name}, ""), " "); !has(commands, path) {
				t.Errorf("there is no /%s", path)
			}
		}
		for _, q := range g.Queries {
			if !has(commands, g.Game+" ask "+q.Name) {
				t.Errorf("there is no /%s ask %s", g.Game, q.Name)
			}
		}
	}
}

// everyName checks that what a command holds is named in other languages.
func everyName(t *testing.T, at string, list []*discordgo.ApplicationCommandOption) {
	t.Helper()
	for _, o := range list {
		at := at + " " + o.Name
		if o.NameLocalizations == nil {
			t.Errorf("%s has no name in other languages", at)
		}
		everyName(t, at, o.Options)
	}
}

// has reports whether a command can be typed: "match new".
func has(commands []*discordgo.ApplicationCommand, path string) bool {
	name, rest, deeper := strings.Cut(path, " ")
	i := slices.IndexFunc(commands, func(c *discordgo.ApplicationCommand) bool { return c.Name == name })
	if i < 0 {
		return false
	}
	for list := commands[i].Options; deeper; {
		name, rest, deeper = strings.Cut(rest, " ")
		j := slices.IndexFunc(list, func(o *discordgo.ApplicationCommandOption) bool {
			return o.Name == name && o.Type <= discordgo.ApplicationCommandOptionSubCommandGroup
		})
		if j < 0 {
			return false
		}
		list = list[j].Options
	}
	return true
}

func (c *crowd) voiceOf(l referee.Look) command.Voice {
	v, err := matches.PublicVoice(c.h.Handlers, l)
	c.must(err)
	return v
}
