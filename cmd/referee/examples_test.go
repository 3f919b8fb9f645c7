package main

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/store"
)

// unrunnable are the examples that a test cannot run, each with its reason.
var unrunnable = map[string]string{
	"REFEREE_DISCORD_TOKEN=… referee serve":            "it takes a token, and the network",
	"referee serve --config config.yaml":               "it takes a token, and the network",
	"referee status --db data/referee.db":              "it asks a referee that runs",
	"referee doctor --live --guild 123456789012345678": "it takes a token, and the network",
	"referee start":                           "it serves its board until it is stopped",
	"referee table":                           "it serves its board until it is stopped",
	"referee table --listen 0.0.0.0:8080":     "it serves its board until it is stopped",
	"referee table k3j5x2qa-57-german.turn":   "it takes a file that a referee has signed",
	"referee workshop celles":                 "it serves its page until it is stopped",
	"referee workshop celles mine.board.json": "it serves its page until it is stopped",
	"referee key lost m1 m2":                  "it is for matches whose key is lost",
	"referee key lost --all":                  "it is for matches whose key is lost",
}

// TestEveryExampleRuns: every command has an example, and each is run by a shell as it
// stands, in a directory with the files that the examples name.
func TestEveryExampleRuns(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	sh := newShell(t)
	sh.prepare()
	var lines []string
	left := maps.Clone(unrunnable)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			line = strings.TrimSpace(line)
			delete(left, line)
			if unrunnable[line] == "" {
				lines = append(lines, line)
			}
		}
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	root := newRoot()
	for _, c := range root.Commands() {
		walk(c)
	}
	for line := range left {
		t.Errorf("%s is no example", line)
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	for _, line := range lines {
		sh.run(line)
	}
	for _, file := range []string{"demo/index.html", "demo/map-1.png", "demo/map-end.png", "demo/turn-1.png", "page/index.html", "league/league.json"} {
		if _, err := os.Stat(filepath.Join(sh.dir, file)); err != nil {
			t.Error(err)
		}
	}
}

// rank is when an example is run: last what others would not find as it was.
func rank(line string) int {
	late := []string{"referee restore", "key encrypt", "key decrypt"}
	return 1 + slices.IndexFunc(late, func(what string) bool { return strings.Contains(line, what) })
}

// shell runs commands in a directory, where referee is this program, and lab plays seasons.
type shell struct {
	*testing.T
	dir    string
	bin    string // where referee and lab are
	env    []string
	stands *strings.Replacer // for the names of matches and heads in examples
	ran    map[string]bool
}

func newShell(t *testing.T) *shell {
	t.Helper()
	sh := &shell{T: t, dir: t.TempDir(), bin: t.TempDir(), stands: strings.NewReplacer(), ran: map[string]bool{}}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"referee", "lab"} {
		if err := os.Symlink(program, filepath.Join(sh.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	sh.env = append(os.Environ(), "PATH="+sh.bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return sh
}

// run runs a line of a shell, which must succeed, once. What takes long is played with
// the toy.
func (sh *shell) run(line string) {
	sh.Helper()
	if sh.ran[line] {
		return
	}
	sh.ran[line] = true
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	line = sh.stands.Replace(line)
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.WaitDelay = time.Second // for what it started and left running
	cmd.Dir, cmd.Env = sh.dir, sh.env
	if strings.Contains(line, "season") || strings.Contains(line, "demo --out") {
		cmd.Env = append(cmd.Env, "REFEREE_GAME=toy")
	}
	cmd.Stdin = strings.NewReader("")
	if out, err := cmd.CombinedOutput(); err != nil {
		sh.Errorf("%s: %v\n%s", line, err, out)
	}
}

// prepare makes what the examples name.
func (sh *shell) prepare() {
	sh.Helper()
	must := func(err error) {
		sh.Helper()
		if err != nil {
			sh.Fatal(err)
		}
	}
	must(os.WriteFile(filepath.Join(sh.dir, "orders.txt"), []byte("new\nstandard\n"), 0o600))
	must(os.WriteFile(filepath.Join(sh.dir, "config.yaml"), nil, 0o600))
	game, err := known.Find("celles")
	must(err)
	must(os.CopyFS(filepath.Join(sh.dir, "mine"), game.Files()))
	sh.run("referee data export --csv annas")
	sh.run("referee data export --board annas --name \"Anna's box\" --author Anna annas-box.json")
	sh.run("referee table --script orders.txt")
	sh.run("referee demo --out demo")
	sh.run("lab season --players 6 --seed 1 --out season")
	played, err := os.ReadFile("../../docs/pictures/match.json") // one of Celles, which the other examples are of
	must(err)
	must(os.WriteFile(filepath.Join(sh.dir, "demo/match.json"), played, 0o600))
	sh.run("referee render demo/match.json -o position.txt --at 1")
	sh.run("cp data/referee.key old.key")
	s, err := store.Open(sh.Context(), filepath.Join(sh.dir, "data/referee.db"), store.Options{})
	must(err)
	all, err := s.Matches(sh.Context())
	must(errors.Join(err, s.Close()))
	if len(all) != 1 {
		sh.Fatalf("%d matches", len(all))
	}
	id := string(all[0].ID)
	sh.run("referee export " + id + " -o " + id + ".json")
	text, err := os.ReadFile(filepath.Join(sh.dir, id+".json"))
	must(err)
	f, err := match.Decode(strings.NewReader(string(text)))
	must(err)
	sh.stands = strings.NewReplacer("m1", id, "#57·ab12cd34", f.Entries[len(f.Entries)-1].Head.String())
}
