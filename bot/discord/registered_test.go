package discord

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/test/discordtest"
)

// TestCommandsAsRegistered: what is registered with Discord is what it was: names,
// words in all languages, options and their order, values. With other bytes every
// start of a new version would register anew, and what people have typed before
// would be read otherwise.
func TestCommandsAsRegistered(t *testing.T) {
	s := newStage(t, computerGame, toyGame)
	commands, err := s.h.Commands()
	s.must(err)
	file := filepath.Join("testdata", "commands.json")
	var got bytes.Buffer
	s.must(json.Indent(&got, wire.Describe(commands), "", " "))
	if *update {
		s.must(os.WriteFile(file, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(file)
	s.must(err)
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("commands are registered otherwise than testdata/commands.json says: go test -update, and look at the difference")
	}
}

// TestNamesInEveryLanguage: what has names or help in one language of Discord has them in all that
// we speak.
func TestNamesInEveryLanguage(t *testing.T) {
	s := newStage(t, toyGame)
	commands, err := s.h.Commands()
	s.must(err)
	wanted := localised(t)
	n := 0
	check := func(what string, in map[discordgo.Locale]string) {
		if in == nil {
			return
		}
		n++
		if got := slices.Sorted(maps.Keys(in)); !slices.Equal(got, wanted) {
			t.Errorf("%s: said in %v, want %v", what, got, wanted)
		}
	}
	var options func(path string, list []*discordgo.ApplicationCommandOption)
	options = func(path string, list []*discordgo.ApplicationCommandOption) {
		for _, o := range list {
			at := path + " " + o.Name
			check(at, o.NameLocalizations)
			check("help of "+at, o.DescriptionLocalizations)
			for _, c := range o.Choices {
				check(at+":"+c.Name, c.NameLocalizations)
			}
			options(at, o.Options)
		}
	}
	for _, c := range commands {
		check(c.Name, inOthers(c.NameLocalizations))
		check("help of "+c.Name, inOthers(c.DescriptionLocalizations))
		options(c.Name, c.Options)
	}
	if n < 100 {
		t.Errorf("only %d things have names or help in other languages", n)
	}
}

// localised are the locales of Discord in which commands have names beside the English ones, in order.
func localised(t *testing.T) (out []discordgo.Locale) {
	t.Helper()
	for _, lang := range locale.Languages[1:] {
		locales := wire.LocalesOf(lang)
		if len(locales) == 0 {
			t.Errorf("Discord does not speak %s", lang)
		}
		out = append(out, locales...)
	}
	slices.Sort(out)
	return out
}

// freeTexts are the options that anything can be typed for.
var freeTexts = []string{
	"clock", "dice", "from", "match", "name", "phrase", "roll", "search", "sleep", "text", "to", "until",
}

// TestNumbersAreNumbers: where a number is meant Discord takes nothing else, and what is typed
// within its bounds is read.
func TestNumbersAreNumbers(t *testing.T) {
	t.Parallel()
	c := newClub(t, 1, paintNothing, toyGame, "en-GB", "fr")
	var check func(path string, options []discordtest.Command)
	check = func(path string, options []discordtest.Command) {
		for _, o := range options {
			if o.Type == discordgo.ApplicationCommandOptionString && !o.Autocomplete && len(o.Choices) == 0 && !slices.Contains(freeTexts, o.Name) {
				t.Errorf("%s takes any text for %s", path, o.Name)
			}
			check(path+" "+o.Name, o.Options)
		}
	}
	for _, k := range c.discord.Shown(c.channel) {
		check("/"+k.Name, k.Options)
	}
	c.opens("side:red")
	s := c.people[0].user.Slash(c.channel, "match log", "count:1").Wait()
	if s.Message == nil || strings.Contains(s.Message.Text(), "`1`") || !strings.Contains(s.Message.Text(), "`") {
		t.Errorf("anna is told %s", s.Message)
	}
}
