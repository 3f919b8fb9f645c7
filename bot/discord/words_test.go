package discord

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	words := cellesWords(t)
	for _, w := range []string{"2pz-a", "rochefort", "extra_move", "lehr", "german"} {
		if knownWord("// as "+w+", say", words) == "" {
			t.Fatalf("%q would not be found", w)
		}
	}
	n := 0
	for _, dir := range []string{"..", "../../store", "../../render"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path == "../referee/refereetest/offered/games.go" ||
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

// TestCommandsAreCalledByTheirNames: where a text names a command, it has the
// name that readers of its language are shown.
func TestCommandsAreCalledByTheirNames(t *testing.T) {
	named := regexp.MustCompile("(?:^|[\\s\"(`])/(\\p{L}[\\p{L}-]*)(?: (\\p{L}[\\p{L}-]*))?")
	text := regexp.MustCompile(`(?m)^"(discord\.[^"]+)" = "(.*)"$`)
	w, err := stageWords.Of(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range locale.Languages {
		var body []byte
		for _, words := range catalogued() {
			part, err := fs.ReadFile(words, lang+".toml")
			if err != nil {
				t.Fatal(err)
			}
			body = append(body, part...)
		}
		texts := text.FindAllStringSubmatch(string(body), -1)
		n := 0
		for _, m := range texts {
			for _, c := range named.FindAllStringSubmatch(m[2], -1) {
				n++
				if !isCommand(w, lang, c[1], c[2]) {
					t.Errorf("%s: %s names /%s %s, which no reader of it is shown", lang, m[1], c[1], c[2])
				}
			}
		}
		if n < 10 {
			t.Errorf("%s: only %d texts name a command", lang, n)
		}
	}
}

// isCommand reports whether a command is called so in a language, and has a subcommand that
// is called so where it is nothing without one.
func isCommand(w *locale.Words, lang, called, sub string) bool {
	name := func(parts ...string) string {
		return w.Say(lang, engine.Say("discord.command."+strings.Join(parts, ".")))
	}
	return slices.ContainsFunc(all(), func(c *command.Command) bool {
		parts := strings.Split(c.Path, "/")
		if c.Button || name(parts[0]) != called {
			return false
		}
		return len(parts) == 1 || name(parts[:2]...) == sub
	})
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
	s.powers["olga"] = wire.PermissionManageServer
	for _, name := range []string{"http://e.x", "HTTPS://e.x", "[x](http://e.x)", `http:\//e.x`} {
		said := saidTo(s.command("olga", "/league create name:"+name+" format:round-robin"))
		if !strings.Contains(said, "e.x") || strings.Contains(said, "://") {
			t.Errorf("%s: olga is told %s", name, said)
		}
	}
}
