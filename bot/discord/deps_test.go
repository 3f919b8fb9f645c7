package discord

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/bwmarrin/discordgo": "gateway, transport and rate limits; in session files alone",
	"github.com/gorilla/websocket":  "discordgo wants its dialler; in session files alone",
	"referee/bot/locale":            "words",
	"referee/bot/referee":           "the use cases",
	"referee/engine":                "games, questions and messages are in its types",
	"referee/engine/clock":          "settings of clocks and vacations are read and shown",
	"referee/engine/hex":            "a part of a map is round a hex",
	"referee/engine/match":          "ids of matches, and how they end",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	used := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Imports {
			path, _ := strconv.Unquote(s.Path.Value)
			used[path] = true
			if first, _, _ := strings.Cut(path, "/"); allowed[path] == "" && (strings.Contains(first, ".") || first == "referee") {
				t.Errorf("%s imports %s, which is not on the list", name, path)
			}
			if (strings.Contains(path, "discordgo") || strings.Contains(path, "gorilla")) && !strings.HasPrefix(name, "session") {
				t.Errorf("%s imports %s: session files alone may", name, path)
			}
		}
	}
	for path := range allowed {
		if !used[path] {
			t.Errorf("nothing imports %s: take it off the list", path)
		}
	}
}

// TestWords: every language has every text, with the arguments of the English.
func TestWords(t *testing.T) {
	for _, info := range []*engine.Info{nil} {
		w, err := (&library{}).of(info)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range w.Gaps() {
			t.Error(g)
		}
	}
}
