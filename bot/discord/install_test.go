package discord

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/clubs"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/locale"
	"referee/engine"
)

// TestPlayPagesNameRealCommands: what the pages for players name can be typed at the terminal,
// is a command in Discord, or stands on a button or an option there, in their language.
func TestPlayPagesNameRealCommands(t *testing.T) {
	g, err := cellesGame.Open(cellesGame.Data, cellesGame.Law)
	if err != nil {
		t.Fatal(err)
	}
	w, err := stageWords.Of(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	code, label := regexp.MustCompile("`([^`]+)`"), regexp.MustCompile(`\*([^*]+)\*`)
	for lang, page := range map[string]string{"en": "play.md", "fr": "play.fr.md", "es": "play.es.md"} {
		text, err := os.ReadFile("../../docs/" + page)
		if err != nil {
			t.Fatal(err)
		}
		v := command.Voice{Words: w, Lang: lang}
		rows := 0
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(line, "| ") {
				if strings.HasPrefix(line, "*[") {
					continue // where the other languages are
				}
				for _, m := range code.FindAllStringSubmatch(line, -1) {
					namedThere(t, v, g.Info(), page, m[1])
				}
				continue
			}
			cells := strings.Split(line, "|")
			rows++
			for _, m := range code.FindAllStringSubmatch(cells[2], -1) {
				namedThere(t, v, g.Info(), page, m[1])
			}
			for _, m := range code.FindAllStringSubmatch(cells[3], -1) {
				if !slices.Contains(commandsShown(v, g.Info()), m[1]) {
					t.Errorf("%s: there is no %s in Discord", page, m[1])
				}
			}
			for _, m := range label.FindAllStringSubmatch(cells[3], -1) {
				if !slices.ContainsFunc(labels(v), func(l string) bool { return strings.HasPrefix(l, m[1]) }) {
					t.Errorf("%s: nothing is called %s in Discord", page, m[1])
				}
			}
		}
		if rows < 10 {
			t.Errorf("%s has %d rows", page, rows)
		}
	}
}

// namedThere checks what a page names: a command in Discord, or an order at the terminal. How the
// program is called, and its flags, are not looked at.
func namedThere(t *testing.T, v command.Voice, info *engine.Info, page, text string) {
	t.Helper()
	switch {
	case strings.HasPrefix(text, "referee "), strings.HasPrefix(text, "--"):
	case !strings.HasPrefix(text, "/"):
		typedThere(t, v.Words, info, page, v.Lang, text)
	case !slices.Contains(commandsShown(v, info), text):
		t.Errorf("%s: there is no %s in Discord", page, text)
	}
}

// typedThere checks that every word of an order is what the language calls it.
func typedThere(t *testing.T, w *locale.Words, info *engine.Info, page, lang, order string) {
	t.Helper()
	for _, word := range strings.Fields(order) {
		name := w.Typed(lang, word)
		known := regexp.MustCompile(`^\d+$`).MatchString(name)
		for _, prefix := range []string{"command.", "typed.", "table.command.", "table.typed."} {
			known = known || w.Has("en", prefix+name)
		}
		for _, list := range info.Words {
			known = known || slices.Contains(list, name)
		}
		if !known || w.Called(lang, name) != word {
			t.Errorf("%s: %q of %q is called %q", page, word, order, w.Called(lang, name))
		}
	}
}

// commandsShown are all commands in Discord as readers of a language are shown them.
func commandsShown(v command.Voice, info *engine.Info) []string {
	var names []string
	for _, c := range slices.Concat(matches.Commands, clubs.Commands) {
		if !c.Button {
			names = append(names, v.Shown(c.Path))
		}
	}
	for _, x := range info.Verbs {
		names = append(names, "/"+info.Game+" "+v.Called(x.Name))
	}
	for _, q := range info.Queries {
		names = append(names, "/"+info.Game+" "+v.Called("ask")+" "+v.Called(q.Name))
	}
	return names
}

// labels are what stands on the buttons and options that a page may name.
func labels(v command.Voice) []string {
	var out []string
	for _, key := range []string{"map", "whole-map", "changes", "undo", "ask-back"} {
		out = append(out, v.Say("button."+key))
	}
	for _, kind := range []string{"standard", "draw", "attack", "end", "stop"} {
		out = append(out, v.Words.Option(v.Lang, engine.Option{Kind: kind}))
	}
	return out
}

// TestPagesNameRealSlashCommands: what the English pages show as a command in Discord is one, and what it is given is one of its
// options.
func TestPagesNameRealSlashCommands(t *testing.T) {
	options := map[string][]string{} // by command
	var list func(path string, of []*discordgo.ApplicationCommandOption)
	list = func(path string, of []*discordgo.ApplicationCommandOption) {
		options[path] = []string{}
		for _, o := range of {
			if o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
				list(path+" "+o.Name, o.Options)
			} else {
				options[path] = append(options[path], o.Name)
			}
		}
	}
	h := newStage(t, computerGame, americaGame, notaryGame).h
	commands, err := h.Commands()
	if err != nil {
		t.Fatal(err)
	}
	short, err := h.ShortCommands("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range slices.Concat(commands, commandsOf(short)) {
		list("/"+c.Name, c.Options)
	}
	for _, c := range slices.Concat(matches.Commands, clubs.Commands) { // options that need a board in the browser, too
		path := "/" + strings.ReplaceAll(c.Path, "/", " ")
		for _, o := range c.Options {
			options[path] = append(options[path], o.Name)
		}
	}
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	code, tried := regexp.MustCompile("`(/[a-z][^`\n]*)`"), 0
	for _, page := range append(pages, "../../README.md", "../../CHANGELOG.md", "../../CONTRIBUTING.md") {
		if strings.HasSuffix(page, ".fr.md") || strings.HasSuffix(page, ".es.md") {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(m[1])
			if _, ours := options[words[0]]; !ours {
				continue // a path in a file system or of a server
			}
			tried++
			path, rest := words[0], words[1:]
			for len(rest) > 0 && options[path+" "+rest[0]] != nil {
				path, rest = path+" "+rest[0], rest[1:]
			}
			for _, word := range rest {
				name, _, given := strings.Cut(word, ":")
				if given && !slices.Contains(options[path], name) || !given && len(options[path]) == 0 {
					t.Errorf("%s: %s: %s has no %s", filepath.Base(page), m[1], path, name)
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d commands in all pages", tried)
	}
}
