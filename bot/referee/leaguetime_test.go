package referee_test

import (
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

// idle opens match 1 under a clock, has its first side answer, and lets the time of
// the other run out.
func (c *club) idle() {
	c.t.Helper()
	id := c.openAll()[1]
	c.deliver()
	_, err := c.Order(c.who(id, "red"), "plan march")
	c.must(err)
	c.deliver()
	c.hours(12)
}

// TestRemindersAreNoTimeouts: the standings and the table of who answers promptly
// count the same.
func TestRemindersAreNoTimeouts(t *testing.T) {
	for clock, want := range map[string]int{"limit 10h then remind": 0, "limit 10h then loss": 1} {
		c := newClub(t, fixed(referee.SettingClock, clock), 2)
		c.idle()
		if want == 0 {
			id := c.openAll()[1]
			c.resign(id, "blue")
		}
		m := c.look().Matches[0]
		prompt, err := c.Reliability(c.id)
		c.must(err)
		if got := prompt[m.Pair[1]].Timeouts; got != want || m.Result.Timeouts != [2]int{0, want} {
			t.Errorf("%s: %d and %v, want %d", clock, got, m.Result.Timeouts, want)
		}
	}
}

// TestTimeoutsStay: whoever corrects a result, or makes a player lose by withdrawing
// him, does not wipe how often time was up.
func TestTimeoutsStay(t *testing.T) {
	rules := fixed(referee.SettingClock, "limit 10h then caretaker")
	rules.Settings["setup.rounds"] = "5"
	one := func(c *club) {
		t.Helper()
		if m := c.look().Matches[0]; m.Result == nil || m.Result.Timeouts[1] == 0 {
			t.Errorf("the time of the second side was up: %+v", m.Result)
		}
	}
	c := newClub(t, rules, 2)
	c.idle()
	l, err := c.Look(c.openAll()[1], engine.Judge)
	c.must(err)
	if l.Ending != nil {
		t.Fatalf("the match is over: %+v", l.Ending)
	}
	loser := c.look().Members[1]
	reply, err := c.Withdraw(c.organiser(), referee.Someone{Account: loser.Account})
	c.must(err)
	one(c)
	_, err = c.UndoAct(c.organiser(), reply.From+1)
	c.must(err)
	_, err = c.Report(c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	c.must(err)
	one(c)
	_, err = c.Correct(c.organiser(), 1, &league.Result{How: league.Forfeited, Winner: league.First, VP: 3})
	c.must(err)
	one(c)
}
