package club_test

import (
	"context"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// idle opens match 1 under a clock, has its first side answer, and lets the time of
// the other run out.
func (c *clubhouse) idle(ctx context.Context) {
	c.t.Helper()
	id := c.openAll(ctx)[1]
	c.deliver()
	_, err := c.Order(ctx, c.who(ctx, id, "red"), "plan march")
	c.must(err)
	c.deliver()
	c.hours(12)
}

// TestRemindersAreNoTimeouts: the standings and the table of who answers promptly
// count the same.
func TestRemindersAreNoTimeouts(t *testing.T) {
	for clock, want := range map[string]int{"limit 10h then remind": 0, "limit 10h then loss": 1} {
		c := newClub(t, fixed(schedule.SettingClock, clock), 2)
		c.idle(t.Context())
		if want == 0 {
			id := c.openAll(t.Context())[1]
			c.resign(t.Context(), id, "blue")
		}
		m := c.look(t.Context()).Matches[0]
		prompt, err := c.Statistics.Reliability(t.Context(), c.id)
		c.must(err)
		if got := prompt[m.Pair[1]].Timeouts; got != want || m.Result.Timeouts != [2]int{0, want} {
			t.Errorf("%s: %d and %v, want %d", clock, got, m.Result.Timeouts, want)
		}
	}
}

// TestTimeoutsStay: whoever corrects a result, or makes a player lose by withdrawing
// him, does not wipe how often time was up.
func TestTimeoutsStay(t *testing.T) {
	rules := fixed(schedule.SettingClock, "limit 10h then caretaker")
	rules.Settings["setup.rounds"] = "5"
	one := func(c *clubhouse) {
		t.Helper()
		if m := c.look(t.Context()).Matches[0]; m.Result == nil || m.Result.Timeouts[1] == 0 {
			t.Errorf("the time of the second side was up: %+v", m.Result)
		}
	}
	c := newClub(t, rules, 2)
	c.idle(t.Context())
	l, err := refereetest.Current(t.Context(), c.Referee, c.openAll(t.Context())[1]).Look(t.Context(), engine.Judge)
	c.must(err)
	if l.Ending != nil {
		t.Fatalf("the match is over: %+v", l.Ending)
	}
	loser := c.look(t.Context()).Members[1]
	reply, err := c.Leagues.Withdraw(t.Context(), c.organiser(), club.Someone{Account: loser.Account})
	c.must(err)
	one(c)
	_, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.From+1)
	c.must(err)
	_, err = c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	c.must(err)
	one(c)
	_, err = c.Leagues.Correct(t.Context(), c.organiser(), 1, &league.Result{How: league.Forfeited, Winner: league.First, VP: 3})
	c.must(err)
	one(c)
}

// TestPromptnessIsOnesOwn: what a substitute did is his, and neither the time of the
// judges nor that of who had the seat before counts as a player's.
func TestPromptnessIsOnesOwn(t *testing.T) {
	c := newClub(t, fixed(schedule.SettingClock, "limit 500h then caretaker"), 2)
	id := c.openAll(t.Context())[1]
	pair := c.look(t.Context()).Matches[0].Pair
	later := func(hours time.Duration) {
		t.Helper()
		c.now = c.now.Add(hours * time.Hour)
		c.must(c.RunDue(t.Context(), c.now))
	}
	order := func(seat engine.Seat, text string, after time.Duration) {
		t.Helper()
		later(after)
		_, err := c.Order(t.Context(), c.who(t.Context(), id, seat), text)
		c.must(err)
	}
	order("red", "plan march", 0)
	later(100) // blue is asked, and the judges are before he answers
	_, err := c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "red"), club.Appeal{From: 4, To: 5, Text: "Why?"})
	c.must(err)
	later(200)
	_, err = c.Judges.Rule(t.Context(), judge(id, ""), club.Verdict{Judgement: match.Upheld})
	c.must(err)
	order("blue", "plan hold", 3) // red marches next
	later(10)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{Account: c.who(t.Context(), id, "red").Account}, someone("z"))
	c.must(err)
	order("red", "march red-a 0201", 5)
	l := c.look(t.Context())
	var sub league.Player
	for _, p := range l.People {
		if p.Account == "test:z" {
			sub = p.Player
		}
	}
	all, err := c.Statistics.Reliability(t.Context(), c.id)
	c.must(err)
	for p, want := range map[league.Player]time.Duration{pair[0]: -1, pair[1]: 3 * time.Hour, sub: 5 * time.Hour} {
		got := all[p]
		if got.Known != (want >= 0) || got.Known && (got.Handoffs != 1 || got.Quartiles[1].Round(time.Hour) != want) {
			t.Errorf("player %d: %+v, want %s", p, got, want)
		}
	}
}

// TestMatchesAreJudgedOnce: tables over all matches read those anew that have gone on.
func TestMatchesAreJudgedOnce(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	d := c.on(t.Context())
	name := func(league.Player) string { return "somebody" }
	table := func(want int) {
		t.Helper()
		d.loads = 0
		_, err := c.Statistics.Reliability(t.Context(), c.id)
		c.must(err)
		_, err = c.Statistics.Luck(t.Context(), c.id, name)
		c.must(err)
		if d.loads > want {
			t.Errorf("%d matches are read, want at most %d", d.loads, want)
		}
	}
	table(4)
	table(0)
	for _, order := range [][2]string{{"red", "plan march"}, {"blue", "plan hold"}} {
		_, err := c.Order(t.Context(), c.who(t.Context(), open[1], engine.Seat(order[0])), order[1])
		c.must(err)
	}
	table(1)
	all, err := c.Statistics.Reliability(t.Context(), c.id)
	c.must(err)
	if n := all[c.look(t.Context()).Matches[0].Pair[1]].Handoffs; n != 1 {
		t.Errorf("%d hand-offs, want the new one", n)
	}
}
