package club_test

import (
	"errors"
	"slices"
	"testing"

	"referee/bot/club"
	"referee/bot/schedule"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
)

// TestToBidFor: a match that waits for a bid comes before those that have one, of which it is the first.
func TestToBidFor(t *testing.T) {
	bidding := func(no int, sealed [2]string, seats ...league.Player) club.LeagueMatch {
		m := club.LeagueMatch{Match: league.Match{No: no, Seats: league.Pair(seats)}}
		m.Auction = league.Auction{Until: 1, Sealed: sealed}
		return m
	}
	const me, ben, carl = 1, 2, 3
	done, open := [2]string{"x", "x"}, [2]string{"x", ""}
	for _, c := range []struct {
		name    string
		matches []club.LeagueMatch
		want    int
	}{
		{"none", nil, 0},
		{"of others", []club.LeagueMatch{bidding(1, open, ben, carl)}, 0},
		{"the first of those with a bid", []club.LeagueMatch{bidding(1, done, ben, carl), bidding(2, done, me, ben), bidding(3, done, carl, me)}, 2},
		{"the one without", []club.LeagueMatch{bidding(2, open, me, ben), bidding(3, open, carl, me), bidding(4, open, ben, me)}, 3},
	} {
		m, any := club.LeagueLook{Matches: c.matches}.ToBidFor(me)
		if m.No != c.want || any != (c.want > 0) {
			t.Errorf("%s: match %d, %t, want %d", c.name, m.No, any, c.want)
		}
	}
}

// TestWaking: pairings read the nights of a player in the player's own zone.
func TestWaking(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	for _, p := range []struct {
		chosen schedule.Preferences
		want   league.Waking
	}{
		{schedule.Preferences{}, league.Waking{}},
		{schedule.Preferences{Sleep: "23:00-07:00"}, league.Awake(7*60, 23*60, 0)},
		{schedule.Preferences{Sleep: "23:00-07:00", Zone: "Asia/Tokyo"}, league.Awake(7*60, 23*60, 9*60)},
	} {
		account := c.player("a").Account
		c.must(c.Schedule.Prefer(t.Context(), account, p.chosen))
		if got, err := c.Leagues.Waking(t.Context(), account); got != p.want || err != nil {
			t.Errorf("%+v: %v, %v, want %v", p.chosen, got, err, p.want)
		}
	}
}

// TestRulesTold: points are told where they count: not of a ladder, and what a bye is worth of a
// Swiss league alone.
func TestRulesTold(t *testing.T) {
	for format, want := range map[league.Format]string{
		league.FormatLadder: "", league.FormatRoundRobin: "referee.league.rules.scoring", league.FormatSwiss: "referee.league.rules.scoring-bye",
	} {
		rules := roundRobin()
		rules.Format = format
		var keys []string
		for _, said := range club.RulesTold(toy.Strict().Info(), rules, func(text string) string { return text }) {
			keys = append(keys, said.Key)
		}
		points := slices.DeleteFunc(keys, func(key string) bool {
			return key != "referee.league.rules.scoring" && key != "referee.league.rules.scoring-bye"
		})
		if !slices.Equal(points, slices.DeleteFunc([]string{want}, func(key string) bool { return key == "" })) {
			t.Errorf("%s: %q, want %q", format, points, want)
		}
	}
}

// TestMatchesOfALeagueStayWhereTheyAre: its players do not move one while the league goes on, and the
// home of the league lists those under way.
func TestMatchesOfALeagueStayWhereTheyAre(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	ids := c.openAll(t.Context())
	listed := func() (n int) {
		list, err := c.Leagues.MatchesAt(t.Context(), "club")
		c.must(err)
		return len(list)
	}
	if n := listed(); n != len(ids) || n == 0 {
		t.Errorf("%d matches are listed, %d are under way", n, len(ids))
	}
	c.resign(t.Context(), ids[1], "red")
	if n := listed(); n != len(ids)-1 {
		t.Errorf("after one ended %d are listed", n)
	}
	elsewhere := c.who(t.Context(), ids[2], "red")
	elsewhere.Powers.Place, elsewhere.Powers.Home = "elsewhere", "club"
	if _, err := c.Relocation.Propose(t.Context(), elsewhere); !errors.Is(err, club.ErrLeagueMoves) {
		t.Errorf("a player moves a match: %v", err)
	}
	_, err := c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	if _, err := c.Relocation.Propose(t.Context(), elsewhere); errors.Is(err, club.ErrLeagueMoves) {
		t.Errorf("after the league: %v", err)
	}
	if n := listed(); n > 0 {
		t.Errorf("after the league %d are listed", n)
	}
}
