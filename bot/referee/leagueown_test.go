package referee_test

import (
	"errors"
	"testing"

	"referee/bot/referee"
	"referee/engine/league"
)

// TestNobodyDecidesHisOwnMatch: an organiser or judge who plays leaves the result of
// his match to somebody else, also where a substitute plays for him.
func TestNobodyDecidesHisOwnMatch(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	c.openAll()
	a := c.player("a")
	a.Organiser, a.Judge = true, true
	win := league.Result{How: league.Forfeited, Winner: league.First}
	own := func() {
		t.Helper()
		if _, err := c.Report(a, 1, win); !errors.Is(err, referee.ErrOwn) {
			t.Errorf("he reports it: %v", err)
		}
	}
	own()
	_, err := c.Substitute(c.organiser(), 1, someone("a"), someone("z"))
	c.must(err)
	own()
	_, err = c.Report(c.organiser(), 1, win)
	c.must(err)
	if _, err := c.Correct(a, 1, &league.Result{How: league.Played}); !errors.Is(err, referee.ErrOwn) {
		t.Errorf("he corrects it: %v", err)
	}
}
