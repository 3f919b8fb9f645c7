package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/celles"
)

// TestAMatchKeepsItsData opens a match over data with two rivers that the data built in no
// longer have: when it is taken up over the data built in, the rivers are there; in a new
// match they are not.
func TestAMatchKeepsItsData(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.CopyFS(old, celles.Files()); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(old, "hexsides.csv"), os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("2710,2711,minor_river,Hedrée,geography\n2712,2713,minor_river,Wamme,geography\n"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	looks := filepath.Join(dir, "looks.txt")
	if err := os.WriteFile(looks, []byte("hex 2710\nhex 2712\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	say := func(args ...string) string {
		t.Helper()
		var out, complaints bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &out, &complaints); code != cli.Done {
			t.Fatalf("%v: exit code %d\n%s%s", args, code, &out, &complaints)
		}
		return out.String()
	}
	_, words := cellesWords(t)
	db := filepath.Join(dir, "matches.db")
	for _, c := range []struct {
		name   string
		args   []string
		rivers bool
	}{
		{"opened over its own data", []string{"--db", db, "--data", old}, true},
		{"taken up over those built in", []string{"--db", db}, true},
		{"a new match", []string{"--db", filepath.Join(dir, "new.db")}, false},
	} {
		said := say(append([]string{"table", "--script", looks, "--pictures", dir}, c.args...)...)
		for _, hex := range []string{"2711", "2713"} {
			river := words.Say("en", engine.Say("answer.hex.minor-river", engine.List("hexes", engine.Text("", hex))))
			if strings.Contains(said, river) != c.rivers {
				t.Errorf("%s: %q should be there: %v\n%s", c.name, river, c.rivers, said)
			}
		}
	}
}
