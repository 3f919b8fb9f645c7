package club_test

import (
	"testing"
	"time"

	"referee/bot/club"
	"referee/engine/league"
)

// TestBackFromAVacation: what waits for a player is opened when he is back, and no
// match without a date is late.
func TestBackFromAVacation(t *testing.T) {
	rules := roundRobin()
	rules.RoundTime = 0
	c := newClub(t, rules, 4)
	c.must(c.RunDue(t.Context(), c.now)) // what is due is read once, and noted from then on
	day := 24 * time.Hour
	_, err := c.Leagues.Away(t.Context(), c.player("b"), club.Someone{}, c.now.UnixMilli(), c.now.Add(10*day).UnixMilli())
	c.must(err)
	for no := 1; no <= 2; no++ {
		_, err := c.Leagues.Report(t.Context(), c.organiser(), no, league.Result{How: league.Played})
		c.must(err)
	}
	if n := len(c.look(t.Context()).Matches); n != 3 {
		t.Fatalf("while he is away: %d matches", n)
	}
	c.now = c.now.Add(11 * day)
	c.must(c.RunDue(t.Context(), c.now))
	l := c.look(t.Context())
	if len(l.Matches) != 4 || l.Matches[2].Late {
		t.Errorf("when he is back: %+v", l.Matches)
	}
}

// TestASubstituteBeforeTheThread: who is named before a match is opened plays it.
func TestASubstituteBeforeTheThread(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	first := c.look(t.Context()).Members[0]
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{Account: first.Account}, someone("z"))
	c.must(err)
	id := c.openAll(t.Context())[1]
	if red, blue := c.who(t.Context(), id, "red").Account, c.who(t.Context(), id, "blue").Account; red != "test:z" && blue != "test:z" {
		t.Errorf("%s and %s play", red, blue)
	}
}

// TestAnExportNamesNoAccounts: of texts it says by number who wrote them.
func TestAnExportNamesNoAccounts(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	o := c.organiser()
	o.Reason = "Both agree."
	_, err := c.Leagues.Report(t.Context(), o, 1, league.Result{How: league.Played})
	c.must(err)
	f, _ := c.export(t.Context())
	if len(f.Texts) != 1 || f.Texts[0].Body != o.Reason || f.Texts[0].Account != "" {
		t.Errorf("texts: %+v", f.Texts)
	}
}
