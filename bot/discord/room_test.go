package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/engine"
)

// What is used of Discord's limits at most (Application Commands, "Application Command Limits"), so that there is room for more.
const (
	mostUnder   = 18   // of the 25 subcommands and groups of a command or group
	mostOptions = 20   // of the 25 options of a subcommand
	mostSize    = 6500 // of the 8,000 characters of a command, in its longest language
	mostTop     = 25   // of the 100 commands of a server
)

// measured are commands as Discord counts them.
func measured(t *testing.T, commands []*discordgo.ApplicationCommand) []discordtest.Command {
	t.Helper()
	body, err := json.Marshal(commands)
	if err != nil {
		t.Fatal(err)
	}
	var out []discordtest.Command
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	if err := discordtest.CheckCommands(out); err != nil {
		t.Error(err)
	}
	return slices.DeleteFunc(out, func(c discordtest.Command) bool {
		return discordgo.ApplicationCommandType(c.Type) != discordgo.ChatApplicationCommand
	})
}

// under are the subcommands and groups of a command or group, and options those of a subcommand.
func under(list []discordtest.Command) (under, options []discordtest.Command) {
	for _, o := range list {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
			under = append(under, o)
		} else {
			options = append(options, o)
		}
	}
	return under, options
}

// roomIn checks what is left of a command, and returns it as a line.
func roomIn(t *testing.T, c discordtest.Command) string {
	t.Helper()
	var widest, longest int
	var check func(path string, list []discordtest.Command)
	check = func(path string, list []discordtest.Command) {
		deeper, options := under(list)
		widest, longest = max(widest, len(deeper)), max(longest, len(options))
		if len(deeper) > mostUnder {
			t.Errorf("%s has %d subcommands and groups, %d are to be enough", path, len(deeper), mostUnder)
		}
		if len(options) > mostOptions {
			t.Errorf("%s has %d options, %d are to be enough", path, len(options), mostOptions)
		}
		for _, o := range deeper {
			check(path+" "+o.Name, o.Options)
		}
	}
	check("/"+c.Name, c.Options)
	if n := c.Size(); n > mostSize {
		t.Errorf("/%s has %d characters, %d are to be enough", c.Name, n, mostSize)
	}
	return fmt.Sprintf("%-20s %2d of 25 subcommands left, %2d of 25 options, %4d of 8,000 characters (en %4d, fr %4d, es %4d)", "/"+c.Name,
		25-widest, 25-longest, 8000-c.Size(), 8000-sizeIn(c, "en"), 8000-sizeIn(c, "fr"), 8000-sizeIn(c, "es-ES"))
}

// sizeIn is how many characters a command has for readers of one language.
func sizeIn(c discordtest.Command, lang string) int {
	in := func(text string, others map[string]string) int {
		if other, is := others[lang]; is {
			text = other
		}
		return units(text)
	}
	n := in(c.Name, c.NameLocalizations) + in(c.Description, c.DescriptionLocalizations)
	for _, o := range c.Choices {
		n += in(o.Name, o.NameLocalizations) + units(fmt.Sprint(o.Value))
	}
	for _, o := range c.Options {
		n += sizeIn(o, lang)
	}
	return n
}

// TestThereIsRoom: what is left of each command until Discord refuses the whole list, with the games that there are.
func TestThereIsRoom(t *testing.T) {
	s := newStage(t, cellesGame, americaGame)
	commands, err := s.h.Commands()
	s.must(err)
	list := measured(t, commands)
	if len(list) > mostTop {
		t.Errorf("%d commands, %d are to be enough", len(list), mostTop)
	}
	t.Logf("%d of 100 commands left", 100-len(list))
	for _, c := range list {
		t.Log(roomIn(t, c))
	}
}

// TestTwoMoreGamesAndTenMoreActsFit: two games as large as the largest, with options of their own, and ten more commands of ours are
// registered whole: every order, question and option is there.
func TestTwoMoreGamesAndTenMoreActsFit(t *testing.T) {
	third, fourth := as(t, americaGame, "third"), as(t, americaGame, "fourth")
	s := newStage(t, cellesGame, americaGame, third, fourth)
	more := all()
	for i := range 5 {
		for _, top := range []string{"match", "league"} {
			more = append(more, &command.Command{
				Path: fmt.Sprintf("%s/act-%d", top, i), Options: []command.Option{{Name: "decision", Number: command.AtLeast(1)}, {Name: "answer", Values: command.YesOrNo}},
			})
		}
	}
	table, err := command.NewTable(matches.WordCommand, matches.AsItStands, more...)
	s.must(err)
	h, err := command.New(s.t.Context(), s.h.Deps, stageWords, table)
	s.must(err)
	commands, err := h.Commands()
	s.must(err)
	measured(t, commands)
	for _, g := range h.Games {
		for _, v := range g.Verbs {
			if path := h.Path(wire.Path{g.Game, v.Name}, ""); !has(commands, strings.Join(path, " ")) {
				t.Errorf("there is no /%s", strings.Join(path, " "))
			}
		}
		for _, q := range g.Queries {
			if !has(commands, g.Game+" ask "+q.Name) {
				t.Errorf("nothing asks %s of %s", q.Name, g.Game)
			}
		}
		for _, o := range g.Options {
			for _, path := range []string{"match new", "league create"} {
				if !hasOption(commands, path, command.OptionName(o.ID)) && !hasOption(commands, path, "options") {
					t.Errorf("/%s has no option %s of %s", path, o.ID, g.Game)
				}
			}
		}
	}
	for _, c := range more {
		if !c.Button && !has(commands, strings.ReplaceAll(c.Path, "/", " ")) {
			t.Errorf("there is no /%s", c.Path)
		}
	}
}

// TestShortFormsLeaveRoom: a server has the short forms of the games that are played in it, and there is room for those of any two;
// what there would be no room for are words alone, which have buttons. The third game has the words of the largest, all under other
// names.
func TestShortFormsLeaveRoom(t *testing.T) {
	third := twinOf(americaGame, "third", func(info *engine.Info, words map[string][]string) {
		for i, v := range info.Verbs {
			info.Verbs[i].Name = "third-" + v.Name
			words["verb.third-"+v.Name] = []string{"As the rules of the third game have it."}
		}
		for i, q := range info.Queries {
			info.Queries[i].Name = "third-" + q.Name
			words["query.third-"+q.Name] = []string{"As the rules of the third game have it."}
		}
	})
	for _, c := range []struct {
		played []string
		left   int // of 100, beside the commands that are everywhere
	}{
		{[]string{"celles"}, 40},
		{[]string{"america-triumphant"}, 15},
		{[]string{"celles", "america-triumphant"}, 10},
		{[]string{"celles", "third"}, 0},
	} {
		s := newStage(t, cellesGame, americaGame, third)
		long, err := s.h.Commands()
		s.must(err)
		home := wire.HomeOf(s.guild)
		s.must(s.h.Servers.Change(s.t.Context(), home, func(now *command.Server) { now.Short, now.ShortGames = "yes", c.played }))
		short, err := s.h.ShortCommands(s.guild)
		s.must(err)
		measured(t, commandsOf(short))
		left := 100 - len(long) - len(short)
		t.Logf("%v: %d short forms, %d of 100 commands left", c.played, len(short), left)
		if left < c.left {
			t.Errorf("%v: %d of 100 commands are left, want %d", c.played, left, c.left)
		}
		for _, g := range s.h.Games {
			for _, v := range g.Verbs {
				is := slices.ContainsFunc(short, func(k wire.ShortForm) bool { return k.Name == v.Name })
				only := !slices.ContainsFunc(s.h.Games, func(o *engine.Info) bool {
					return slices.Contains(c.played, o.Game) && (o.HasVerb(v.Name) || o.HasQuery(v.Name))
				})
				if is && only {
					t.Errorf("%v: there is a short form of %s, which is not played", c.played, v.Name)
				}
				if !is && !only && len(command.Arguments(v)) > 0 {
					t.Errorf("%v: there is no short form of %s", c.played, v.Name)
				}
			}
		}
	}
}

// TestShortFormsFollowTheGamesPlayed: as a match of another game is opened in a server with short forms, those of that game come.
func TestShortFormsFollowTheGamesPlayed(t *testing.T) {
	s := newStage(t, toyGame, mirror)
	s.powers["olga"] = discordgo.PermissionManageGuild
	shows := func(name string) bool {
		short, err := s.h.ShortCommands(s.guild)
		s.must(err)
		return slices.ContainsFunc(short, func(c wire.ShortForm) bool { return c.Name == name })
	}
	if r := s.command("olga", "/setup change short-commands:yes"); !r.Commands || !shows("plan") {
		t.Fatal("there are no short forms")
	}
	home := wire.HomeOf(s.guild)
	if got := s.h.Servers.Of(home).ShortGames; !slices.Equal(got, []string{"toy"}) {
		t.Errorf("they are of %v", got)
	}
	if r := s.command("ann", "/match new game:toy side:red weather:off"); r.Commands {
		t.Error("nothing new is to be registered")
	}
	s.channel = "200"
	if r := s.command("ben", "/match new game:mirror side:red weather:off"); !r.Commands {
		t.Error("nothing is registered for the other game")
	}
	if got := s.h.Servers.Of(home).ShortGames; !slices.Equal(got, []string{"toy", "mirror"}) {
		t.Errorf("they are of %v", got)
	}
	s.command("olga", "/setup change short-commands:no")
	if r := s.command("olga", "/setup change short-commands:yes"); !r.Commands || !slices.Contains(s.h.Servers.Of(home).ShortGames, "mirror") {
		t.Errorf("they are of %v", s.h.Servers.Of(home).ShortGames)
	}
}

// hasOption reports whether a subcommand has an option.
func hasOption(commands []*discordgo.ApplicationCommand, path, name string) bool {
	top, sub, _ := strings.Cut(path, " ")
	for _, c := range commands {
		for _, o := range c.Options {
			if c.Name == top && o.Name == sub {
				return slices.ContainsFunc(o.Options, func(p *discordgo.ApplicationCommandOption) bool { return p.Name == name })
			}
		}
	}
	return false
}

// as is a game under another name, with two options of its own beside those that it has.
func as(t *testing.T, of referee.Game, id string) referee.Game {
	t.Helper()
	return twinOf(of, id, func(info *engine.Info, words map[string][]string) {
		for i := range 2 {
			o := engine.SetupOption{ID: fmt.Sprintf("%s-option-%d", id, i), Values: []string{"few", "some", "many"}, Default: "few"}
			info.Options = append(info.Options, o)
			words["setup."+o.ID] = []string{"How many there are of that which this game has of its own."}
			for _, v := range o.Values {
				words["setup."+o.ID+"."+v] = []string{"As " + v + " as the rules of " + id + " allow"}
			}
		}
	})
}
