package page

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/bot/locale"
	"referee/bot/referee"
)

var update = flag.Bool("update", false, "rewrite the files in testdata")

// section is the part of a page under the heading of an id.
func section(t *testing.T, text, id string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, `<section aria-labelledby="`+id+`">`)
	body, _, closed := strings.Cut(rest, "</section>")
	if !found || !closed {
		t.Fatalf("no section %q in\n%s", id, text)
	}
	return strings.TrimSpace(body) + "\n"
}

// golden compares sections of the page of a club with a file.
func golden(t *testing.T, file, lang string, c Club, ids ...string) {
	t.Helper()
	var b strings.Builder
	if err := pages(t, lang, c).Index(&b); err != nil {
		t.Fatal(err)
	}
	sound(t, b.String())
	got := ""
	for _, id := range ids {
		got += section(t, b.String(), id)
	}
	file = filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-update rewrites it):\n%s", file, diff)
	}
}

// TestLadder: its page has its order, from the top, and nothing of points, by which
// nobody stands.
func TestLadder(t *testing.T) { golden(t, "ladder.html", "en", climb(t), "standings", "cross") }

// TestResults: the shares are of the side that is named, a draw is by no VP, and faces are called by the numbers on them.
func TestResults(t *testing.T) { golden(t, "winter.html", "en", winter(t), "sides", "dice", "matches") }

// TestUnplayed: a match that waits for bids when the league ends has no result.
func TestUnplayed(t *testing.T) {
	c := auctions(t)
	c.Look.Card.Over = true
	p := pages(t, "en", c)
	var b strings.Builder
	if err := p.Index(&b); err != nil {
		t.Fatal(err)
	}
	s := section(t, b.String(), "matches")
	if strings.Contains(s, p.text("bidding")) || strings.Count(s, p.text("unplayed")) != 1 {
		t.Error(s)
	}
}

// TestBids: whom the bids for a match gave VP stands beside its result.
func TestBids(t *testing.T) {
	c := auctions(t)
	for _, lang := range locale.Languages {
		golden(t, "bids-"+lang+".html", lang, c, "matches")
	}
	var b strings.Builder
	first := Played{LeagueMatch: c.Look.Matches[0], Ending: referee.Look{Info: c.Info}}
	if err := pages(t, "en", c).Match(&b, first); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "bids for the sides: B &#43;3 VP") {
		t.Errorf("the page of the match lacks the VP that were bid:\n%s", b.String())
	}
}
