package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// TestDemoShowsTheGame plays the default seed of Celles and counts what a
// demonstration has to show. Where it fails because a rule has changed, it names
// a seed that would do: make it the default.
func TestDemoShowsTheGame(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	missing := playDemo(t, "")
	if len(missing) == 0 {
		return
	}
	t.Errorf("the default seed lacks: %s", strings.Join(missing, ", "))
	for seed := range 200 {
		if len(playDemo(t, fmt.Sprint(seed))) == 0 {
			t.Fatalf("seed %d has it all", seed)
		}
	}
	t.Fatal("no seed to 200 has it all")
}

// playDemo plays a seed, the default where it is empty, and returns what the
// match lacks.
func playDemo(t *testing.T, seed string) (missing []string) {
	t.Helper()
	dir := t.TempDir()
	args := []string{"demo", "--out", dir}
	if seed != "" {
		args = append(args, "--seed", seed)
	}
	var out strings.Builder
	if code := run(t.Context(), args, strings.NewReader(""), &out, io.Discard); code != cli.Done {
		t.Fatalf("seed %q: exit code %d", seed, code)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var result demoResult
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &result); err != nil {
		t.Fatalf("seed %q: last line: %v", seed, err)
	}
	shown := count(t, filepath.Join(dir, "match.json"))
	want := func(what string, least int) {
		if shown[what] < least {
			missing = append(missing, fmt.Sprintf("%s (%d of %d)", what, shown[what], least))
		}
	}
	want("attack", 10)
	want("retreat with a choice", 1)
	want("advance", 1)
	want("infiltration", 1)
	want("combat chit german", 1)
	want("combat chit allied", 1)
	if result.Turns < 8 && shown["decisive"] == 0 {
		missing = append(missing, "eight turns or a decisive win")
	}
	return missing
}

// count counts what a match of Celles shows.
func count(t *testing.T, file string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := match.Decode(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for _, e := range f.Entries {
		d := &e.Decision
		a, _ := d.Act.(match.ActAnswer)
		kind, _, _ := strings.Cut(string(a.Prompt), "@")
		if kind == "retreat" && !a.Auto {
			shown["retreat with a choice"]++
		}
		for _, event := range d.Events() {
			var data struct {
				Side, Chit string
				Decisive   bool
			}
			if err := json.Unmarshal(event.Data, &data); err != nil {
				t.Fatal(err)
			}
			switch event.Kind {
			case "attack-rolled":
				shown["attack"]++
			case "advanced":
				shown["advance"]++
			case "infiltration-rolled":
				shown["infiltration"]++
			case "chit-played":
				shown[data.Chit+" chit "+data.Side]++
			case "match-ended":
				if data.Decisive {
					shown["decisive"]++
				}
			}
		}
	}
	return shown
}
