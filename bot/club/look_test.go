package club_test

import (
	"testing"

	"referee/bot/club"
)

// TestSidesOfFairMatches: what a substitute has played says nothing about the sides.
func TestSidesOfFairMatches(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	red := c.who(t.Context(), open[1], "red").Account
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{Account: red}, someone("z"))
	c.must(err)
	c.resign(t.Context(), open[1], "red")
	c.resign(t.Context(), open[2], "red")
	if s := c.look(t.Context()).Sides; s.First != 0 || s.Second != 1 {
		t.Errorf("sides: %+v", s)
	}
}
