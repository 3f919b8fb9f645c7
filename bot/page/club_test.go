package page

import (
	"strings"
	"testing"
	"time"

	"referee/bot/club"
	"referee/engine/chain"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
	"referee/engine/luck"
)

// course is a league under way.
type course struct {
	*testing.T
	*league.League
}

// begin begins a league of three.
func begin(t *testing.T, r league.Rules) *course {
	t.Helper()
	r.League, r.Slots, r.Scoring = "winter", 1, league.PlainScoring()
	l, err := league.Found(league.Decision{Author: 1, Act: league.ActCreate{Rules: &r}})
	if err != nil {
		t.Fatal(err)
	}
	c := &course{t, l}
	for p := league.Player(1); p <= 3; p++ {
		c.do(league.Decision{Act: league.ActJoin{Player: p}}, nil)
	}
	c.do(c.Begin(nil, 1))
	return c
}

// do decides what was proposed.
func (c *course) do(d league.Decision, err error) {
	c.Helper()
	if err == nil {
		c.League, err = c.Do(d)
	}
	if err != nil {
		c.Fatal(err)
	}
}

// result ends a match.
func (c *course) result(no int, r league.Result) {
	c.Helper()
	c.do(league.Decision{At: 1e12, Act: league.ActResult{Match: no, Result: &r}}, nil)
}

// club is what a page shows of a league: its players are called A, B, C.
func (c *course) club() Club {
	out := Club{
		Info: toy.Strict().Info(), Written: time.Unix(1e9, 0),
		Look: club.LeagueLook{
			Card: league.Summary{Name: "Winter <1>", Tip: chain.Tip{Seq: c.Seq()}}, Rules: c.Rules(), Table: league.Cross(c.Table()),
			Ladder: c.Ladder(), Sides: league.Sides([]league.Result{{How: league.Played, Winner: league.First}}),
		},
	}
	for i, m := range c.Members() {
		account := string(rune('a' + i))
		name := strings.ToUpper(account)
		out.Look.Members = append(out.Look.Members, club.Member{Member: m, Account: account, Name: name})
		out.Look.People = append(out.Look.People, league.Person{Player: m.Player, Account: account, Name: name})
	}
	for _, m := range c.Matches() {
		out.Look.Matches = append(out.Look.Matches, club.LeagueMatch{Match: m, ID: "m"})
	}
	return out
}

// winter is a league of three, in the middle of it.
func winter(t *testing.T) Club {
	t.Helper()
	l := begin(t, league.Rules{Format: league.FormatRoundRobin, Double: true})
	for no, r := range []league.Result{
		{How: league.Played, Winner: league.First, VP: 3, Decisive: true},
		{How: league.Forfeited, Winner: league.Second, Timeouts: [2]int{1, 0}},
		{How: league.Played, VP: 2}, // a draw has no lead, whoever has more VP
	} {
		l.do(l.Next(1))
		l.result(no+1, r)
	}
	l.do(league.Decision{Act: league.ActWithdraw{Player: 3}}, nil)
	c := l.club()
	c.Ratings = map[string][]club.Rated{
		"a": {{Period: 0, Rating: league.NewRating()}, {Period: 1, Rating: league.Rating{Rating: 1612.4, Deviation: 90}}},
		"b": {{Period: 1, Rating: league.Rating{Rating: 1420, Deviation: 200}}},
	}
	c.Reliability = map[league.Player]club.Reliability{
		1: {Known: true, Quartiles: league.Quartiles{20 * time.Second, 3 * time.Hour, 80 * time.Hour}, Handoffs: 9},
	}
	c.Luck = map[league.Player]luck.Report{1: {}}
	c.Dice = []luck.Die{{Faces: 6, Rolls: 12, Counts: []int{2, 2, 2, 2, 2, 2}, Low: 1, ChiP: 0.5, Verdict: luck.Few}}
	c.Look.Matches[1].ID = ""
	return c
}

// climb is a ladder on which the last, C, has come to the top with a win, and A has
// more points below C.
func climb(t *testing.T) Club {
	t.Helper()
	l := begin(t, league.Rules{Format: league.FormatLadder, Reach: 2})
	for no, r := range []struct {
		low, high league.Player
		league.Result
	}{
		{2, 1, league.Result{How: league.Played, VP: 0}},
		{3, 1, league.Result{How: league.Played, VP: 4}},
		{1, 2, league.Result{How: league.Played, VP: 2}},
	} {
		l.do(l.ProposeChallenge(r.low, r.high, 1))
		m, _ := l.Match(no + 1)
		if r.VP > 0 {
			r.Winner = m.Pair.Side(r.low)
		}
		if r.Winner == league.Second {
			r.VP = -r.VP
		}
		l.result(m.No, r.Result)
	}
	return l.club()
}

// auctions is a league whose first match was bid for by both who wanted one side,
// the second by two who wanted different ones; the third is still bid for.
func auctions(t *testing.T) Club {
	t.Helper()
	l := begin(t, league.Rules{Format: league.FormatRoundRobin, Bidding: 1000})
	for no, bids := range [][]league.Bid{{{Side: league.Second, VP: 1}, {Side: league.Second, VP: 3}}, {{Side: league.Second, VP: 4}, {Side: league.First}}} {
		l.do(l.Next(1))
		m, _ := l.Match(no + 1)
		sealed := []string{strings.Repeat("a", 64), strings.Repeat("b", 64)}
		for i, p := range m.Pair {
			l.do(league.Decision{At: 2, Act: league.ActBid{Player: p, Match: m.No, Sealed: sealed[i]}}, nil)
		}
		l.do(league.Decision{At: 3, Act: league.ActAward{Match: m.No, Bids: bids, Opens: sealed}}, nil)
		l.result(m.No, league.Result{How: league.Played, Winner: league.First, VP: 1})
	}
	l.do(l.Next(1))
	return l.club()
}
