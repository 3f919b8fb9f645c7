package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/cmd/cli"
)

// diceCounts finds the numbers of rolls and draws on a page.
var diceCounts = regexp.MustCompile(`faces</th><td>(\d+)</td>|not tested: (\d+)\.`)

// TestLeaguePageCounts: the page of a league counts every roll, and has a page and a
// map of every match.
func TestLeaguePageCounts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"season", "--players", "6", "--out", dir, "--game", "toy", "--seed", "5"}
	var out, complaint strings.Builder
	if code := lab(t.Context(), args, strings.NewReader(""), &out, &complaint); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	page := filepath.Join(dir, "page")
	args = []string{"league", "export", "--game", "toy", "--db", filepath.Join(dir, "season.db"), "--html", page}
	if code := run(t.Context(), args, strings.NewReader(""), &out, &complaint); code != cli.Done {
		t.Fatalf("exit code %d: %s", code, complaint.String())
	}
	text, err := os.ReadFile(filepath.Join(page, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	rolls, err := os.ReadFile(filepath.Join(dir, club.RollsFileName))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, found := range diceCounts.FindAllSubmatch(text, -1) {
		k, err := strconv.Atoi(string(found[1]) + string(found[2]))
		if err != nil {
			t.Fatal(err)
		}
		n += k
	}
	if want := bytes.Count(rolls, []byte("\n")); n != want || n == 0 {
		t.Errorf("the page counts %d rolls, there were %d", n, want)
	}
	files, err := os.ReadDir(filepath.Join(dir, "matches"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		no := strings.TrimSuffix(f.Name(), ".json")
		for _, name := range []string{"match-" + no + ".html", "map-" + no + ".png"} {
			if _, err := os.Stat(filepath.Join(page, name)); err != nil || !bytes.Contains(text, []byte("match-"+no+".html")) {
				t.Errorf("match %s: %v", no, err)
			}
		}
	}
}

// TestNoLeague: what is missing is named.
func TestNoLeague(t *testing.T) {
	var out, complaint strings.Builder
	code := run(t.Context(), []string{"league", "verify", t.TempDir()}, strings.NewReader(""), &out, &complaint)
	if code == cli.Done || !strings.Contains(complaint.String(), club.LeagueFileName+": cannot be read") {
		t.Errorf("exit code %d: %s", code, complaint.String())
	}
}
