package games_test

import (
	"testing"

	"referee/cmd/games"
)

// TestNewMatchesHaveTheNewestLaw: what a game lists for new matches is the newest that it
// knows.
func TestNewMatchesHaveTheNewestLaw(t *testing.T) {
	g := games.Celles()
	opened, err := g.Open(g.Files(), g.Law)
	if err != nil {
		t.Fatal(err)
	}
	if info := opened.Info(); info.Law != info.Newest {
		t.Errorf("%s: new matches get law %d, the newest is %d", g.ID, info.Law, info.Newest)
	}
}
