package discord

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/celles"
)

// plainWords are words of Celles that others need, too.
var plainWords = map[string]string{
	"combat": "what wars are made of, and a chit",
}

// TestNoWordOfCelles: what talks to people, keeps and draws knows no game. It
// looks for the ids of units, formations and chits, and for names of places. What prepares
// matches for tests of doors names their games.
func TestNoWordOfCelles(t *testing.T) {
	t.Parallel()
	words := cellesWords(t)
	for _, w := range []string{"2pz-a", "rochefort", "extra_move", "lehr", "german"} {
		if knownWord("// as "+w+", say", words) == "" {
			t.Fatalf("%q would not be found", w)
		}
	}
	n := 0
	for _, dir := range []string{"..", "../../store", "../../render"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path == "../test/refereetest/offered/games.go" ||
				!strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			n++
			if w := knownWord(strings.ToLower(string(text)), words); w != "" {
				t.Errorf("%s knows a word of Celles: %s", path, w)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 50 || len(words) < 80 {
		t.Errorf("%d files were searched for %d words: something is missing", n, len(words))
	}
}

// cellesWords are the words that only Celles may know.
func cellesWords(t *testing.T) []string {
	t.Helper()
	game, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	info := game.Info()
	list := []string{info.Game, "bastogne", "panzer", "ardennes"}
	for _, kind := range []engine.WordKind{"unit", "formation", "chit"} {
		if len(info.Words[kind]) == 0 {
			t.Fatalf("there are no words of kind %q", kind)
		}
		list = append(list, info.Words[kind]...)
	}
	for _, h := range info.Board.Hexes {
		if len(h.Name) > 3 {
			list = append(list, strings.ToLower(h.Name))
		}
	}
	for _, e := range info.Board.Edges {
		if e.Name != "" {
			list = append(list, strings.ToLower(e.Name))
		}
	}
	for _, s := range info.Seats {
		list = append(list, string(s))
	}
	slices.Sort(list)
	list = slices.DeleteFunc(list, func(w string) bool { return plainWords[w] != "" })
	return slices.Compact(list)
}

// knownWord is a word of a list that stands in a text, in small letters; "" none.
func knownWord(text string, words []string) string {
	for _, w := range words {
		if !strings.Contains(text, w) {
			continue
		}
		if regexp.MustCompile(`(^|[^\pL\d])` + regexp.QuoteMeta(w) + `($|[^\pL\d])`).MatchString(text) {
			return w
		}
	}
	return ""
}

// called are the commands that readers of a language can be told to type, each with the options that it has: ours, their groups, those
// of games and the short forms of all.
func called(s *stage, lang string) map[string][]string {
	s.t.Helper()
	in := func(name string, others map[discordgo.Locale]string) string {
		for _, l := range wire.LocalesOf(lang) {
			return cmp.Or(others[l], name)
		}
		return name
	}
	long, err := s.h.Commands()
	s.must(err)
	short, err := s.h.ShortCommands("")
	s.must(err)
	out := map[string][]string{}
	var add func(path string, list []*discordgo.ApplicationCommandOption)
	add = func(path string, list []*discordgo.ApplicationCommandOption) {
		out[path] = append(out[path], "…")
		for _, o := range list {
			name := in(o.Name, o.NameLocalizations)
			if o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
				add(path+" "+name, o.Options)
			} else {
				out[path] = append(out[path], name)
			}
		}
	}
	for _, c := range slices.Concat(long, commandsOf(short)) {
		if c.Type == discordgo.ChatApplicationCommand {
			add(in(c.Name, inOthers(c.NameLocalizations)), c.Options)
		}
	}
	d := command.Describer{Words: s.h.Plain}
	for _, c := range all() { // an option that nothing can be chosen for on this stage
		path := strings.TrimPrefix(command.Voice{Words: s.h.Plain, Lang: lang}.Shown(c.Path), "/")
		for _, o := range c.Options {
			out[path] = append(out[path], s.h.Plain.Say(lang, engine.Say(d.WordsOf("name", c, o))))
		}
	}
	return out
}

// addresses are what stands in code spans as commands do, and is none.
var addresses = []string{"healthz", "readyz", "metrics", "data"}

// TestCommandsAreCalledByTheirNames: where a text of any catalogue, a document or a comment of the program names a command, it has the
// name that readers of its language are shown today, and where it names an option, too.
func TestCommandsAreCalledByTheirNames(t *testing.T) {
	t.Parallel()
	span, inGo := regexp.MustCompile("`/([^`/]+)`"), regexp.MustCompile(`(?:^|[\s"(`+"`"+`])/([a-z][a-z-]* [a-z][a-z-]*)`)
	s := newStage(t, cellesGame, americaGame, notaryGame)
	shown, tops := map[string]map[string][]string{}, map[string]bool{}
	for _, lang := range locale.Languages {
		shown[lang] = called(s, lang)
	}
	for path := range shown[locale.Languages[0]] {
		if top, _, deeper := strings.Cut(path, " "); deeper {
			tops[top] = true
		}
	}
	n := map[string]int{}
	check := func(file, lang, typed string) {
		n[lang]++
		words := strings.Fields(typed)
		i := slices.IndexFunc(words, func(w string) bool { return strings.ContainsAny(w, ":{") })
		if i < 0 {
			i = len(words)
		}
		options, known := shown[lang][strings.Join(words[:i], " ")]
		if !known && !slices.Contains(addresses, typed) {
			t.Errorf("%s names /%s, which no reader of it is shown", file, typed)
		}
		for _, w := range words[i:] {
			if name, _, is := strings.Cut(w, ":"); known && is && name != "" && !strings.ContainsAny(w, "{0123456789") && !slices.Contains(options, name) {
				t.Errorf("%s names /%s, which has no option %s", file, typed, name)
			}
		}
	}
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		name := filepath.Base(path)
		if err != nil || e.IsDir() {
			if name == "testdata" || name == "node_modules" || name == "transcripts" || name == "adr" || name == ".git" {
				return fs.SkipDir
			}
			return err
		}
		if name == "CHANGELOG.md" || strings.HasSuffix(name, "_test.go") || !slices.Contains([]string{".toml", ".md", ".go"}, filepath.Ext(name)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lang := locale.Languages[0]
		for _, other := range locale.Languages {
			if strings.HasSuffix(name, other+".toml") || strings.HasSuffix(name, "."+other+".md") {
				lang = other
			}
		}
		for _, m := range span.FindAllStringSubmatch(string(text), -1) {
			if filepath.Ext(name) != ".go" {
				check(path, lang, m[1])
			}
		}
		for _, m := range inGo.FindAllStringSubmatch(string(text), -1) {
			if top, _, _ := strings.Cut(m[1], " "); filepath.Ext(name) == ".go" && tops[top] {
				check(path, lang, m[1])
			}
		}
		return nil
	})
	s.must(err)
	for _, lang := range locale.Languages {
		if n[lang] < 50 {
			t.Errorf("%s: only %d texts name a command", lang, n[lang])
		}
	}
}

// TestWords: every language has every text, with the arguments of the English.
func TestWords(t *testing.T) {
	for _, info := range []*engine.Info{nil} {
		w, err := stageWords.Of(info)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range w.Gaps() {
			t.Error(g)
		}
	}
}

// TestNamesAreNoLinks: an address in a name that somebody has chosen is shown as it stands, and
// leads nowhere.
func TestNamesAreNoLinks(t *testing.T) {
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	for _, name := range []string{"http://e.x", "HTTPS://e.x", "[x](http://e.x)", `http:\//e.x`} {
		said := saidTo(s.command("olga", "/league create name:"+name+" format:round-robin"))
		if !strings.Contains(said, "e.x") || strings.Contains(said, "://") {
			t.Errorf("%s: olga is told %s", name, said)
		}
	}
}
