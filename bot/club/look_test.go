package club_test

import (
	"testing"

	"referee/bot/club"
)

// TestSidesOfFairMatches: what a substitute has played says nothing about the sides.
func TestSidesOfFairMatches(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll()
	red := c.who(open[1], "red").Account
	_, err := c.Leagues.Substitute(c.organiser(), 1, club.Someone{Account: red}, someone("z"))
	c.must(err)
	c.resign(open[1], "red")
	c.resign(open[2], "red")
	if s := c.look().Sides; s.First != 0 || s.Second != 1 {
		t.Errorf("sides: %+v", s)
	}
}
