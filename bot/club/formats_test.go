package club_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// TestASwissLeague plays one to its end: five players and a bye, a sixth who comes
// late, and one who goes.
func TestASwissLeague(t *testing.T) {
	rules := roundRobin()
	rules.Format, rules.Rounds = league.FormatSwiss, 3
	c := newClub(t, rules, 5)
	late := func(l club.LeagueLook, round int) int {
		n := 0
		for _, m := range l.Matches {
			if m.Round == round && m.Pair.Has(l.Members[5].Player) {
				n++
			}
		}
		return n
	}
	byes := 0
	for round := 1; round <= 3; round++ {
		open := c.openAll(t.Context())
		if want := []int{0, 2, 3, 2}[round]; len(open) != want {
			t.Fatalf("round %d: %d matches, want %d", round, len(open), want)
		}
		if round == 1 {
			_, err := c.Leagues.Enter(t.Context(), c.player("f"), club.Someone{}, 0, league.Waking{})
			c.must(err)
		}
		if round == 2 {
			_, err := c.Leagues.Withdraw(t.Context(), c.player("a"), club.Someone{}) // his match is lost by that
			c.must(err)
		}
		for _, id := range open {
			if l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Spectator); err != nil || l.Ending == nil {
				c.must(err)
				c.play(t.Context(), id)
			}
		}
		c.crash(time.Minute)
	}
	l := c.look(t.Context())
	points := 0
	for _, line := range l.Table.Lines {
		points += line.Points
		byes += line.Byes
	}
	// Each match and each bye is worth two points.
	if points != 2*(7+2) || byes != 2 || late(l, 1) != 0 || late(l, 2) != 1 {
		t.Errorf("%d points, %d byes: %+v", points, byes, l.Table.Lines)
	}
	lines, err := c.Leagues.Told(t.Context(), c.id, 0, 0)
	c.must(err)
	said := 0
	for _, line := range lines {
		if line.Said.Key == "referee.league.told.pair-byes" {
			said++
		}
	}
	if said != 2 {
		t.Errorf("%d byes are told", said)
	}
	if _, err := c.Leagues.PairNow(t.Context(), c.organiser()); !errors.Is(err, league.ErrNothing) {
		t.Errorf("a fourth round: %v", err)
	}
	_, err = c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	if _, err := c.Leagues.Enter(t.Context(), c.player("g"), club.Someone{}, 0, league.Waking{}); !errors.Is(err, league.ErrOver) {
		t.Errorf("somebody enters after the end: %v", err)
	}
}

// TestSwissWithoutPairings: a Swiss league in which nobody can be paired any more says so
// once, where it is announced.
func TestSwissWithoutPairings(t *testing.T) {
	rules := roundRobin()
	rules.Format, rules.Rounds = league.FormatSwiss, 2
	c := newClub(t, rules, 3)
	complete := func() int {
		posts, err := c.Outbox.Posts(t.Context(), "news")
		c.must(err)
		n := 0
		for _, p := range posts {
			if _, ok := p.What.(post.Complete); ok {
				n++
			}
		}
		return n
	}
	c.resign(t.Context(), c.openAll(t.Context())[1], "red")
	if l := c.look(t.Context()); l.Complete || complete() != 0 {
		t.Errorf("after round 1: complete %v, said %d times", l.Complete, complete())
	}
	for _, letter := range []string{"a", "b", "c"} {
		_, err := c.Leagues.Withdraw(t.Context(), c.player(letter), club.Someone{})
		c.must(err)
	}
	if l := c.look(t.Context()); !l.Complete || complete() != 1 {
		t.Errorf("nobody is left: complete %v, said %d times", l.Complete, complete())
	}
}

// TestAMatchGoesOnBeforeItWasOpened: whose result came before its thread, and is
// undone, is to be opened again.
func TestAMatchGoesOnBeforeItWasOpened(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	reply, err := c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Forfeited, Winner: league.First})
	c.must(err)
	posts, err := c.Outbox.Posts(t.Context(), "news")
	c.must(err)
	for _, p := range posts { // the thread is not made: there is a result
		c.must(c.Outbox.Posted(t.Context(), "news", p))
	}
	if _, err := c.Leagues.OpenPairing(t.Context(), c.organiser(), 1, "thread"); !errors.Is(err, league.ErrMatch) {
		t.Errorf("a match with a result is opened: %v", err)
	}
	reply, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.To)
	c.must(err)
	if len(reply.Opened) != 1 || reply.Opened[0] != 1 || c.waits(t.Context(), "news") != fmt.Sprintf("%s %d-%[2]d; opens 1; ", c.id, reply.To) {
		t.Errorf("to be opened: %v; posts %s", reply.Opened, c.waits(t.Context(), "news"))
	}
	id := c.openAll(t.Context())[1]
	for _, result := range []*league.Result{{How: league.Played}, nil} { // corrected, and opened already
		if result != nil {
			_, err = c.Leagues.Report(t.Context(), c.organiser(), 1, *result)
		} else {
			reply, err = c.Leagues.Correct(t.Context(), c.organiser(), 1, nil)
		}
		c.must(err)
	}
	if len(reply.Opened) > 0 || c.openAll(t.Context())[1] != id {
		t.Errorf("opened twice: %v", reply.Opened)
	}
}

// newLadder is a ladder of three, a above b above c, of whom nobody reaches further
// than the next.
func newLadder(t *testing.T) *clubhouse {
	t.Helper()
	rules := roundRobin()
	rules.Format, rules.Reach = league.FormatLadder, 1
	return newClub(t, rules, 3)
}

// order is the players of a ladder, the highest first.
func (c *clubhouse) order(ctx context.Context) string {
	c.t.Helper()
	l := c.look(ctx)
	out := ""
	for _, p := range l.Ladder {
		out += l.Name(p).Args[0].Text
	}
	return out
}

// loses lets a player give a match up.
func (c *clubhouse) loses(ctx context.Context, letter string, id match.ID) {
	c.t.Helper()
	seat := engine.Seat("red")
	if c.who(ctx, id, seat).Account != "test:"+letter {
		seat = "blue"
	}
	c.resign(ctx, id, seat)
}

func TestALadder(t *testing.T) {
	c := newLadder(t)
	if _, err := c.Leagues.Challenge(t.Context(), c.player("c"), someone("a")); !errors.Is(err, league.ErrReach) {
		t.Errorf("too far up: %v", err)
	}
	reply, err := c.Leagues.Challenge(t.Context(), c.player("c"), someone("b"))
	c.must(err)
	if len(reply.Opened) != 1 {
		t.Fatalf("opened: %v", reply.Opened)
	}
	c.loses(t.Context(), "b", c.openAll(t.Context())[1])
	if got := c.order(t.Context()); got != "ACB" {
		t.Errorf("ladder: %s", got)
	}
}

// TestAChallengeIsUndone: its match stops, also where it was over; the ladder is as
// before, and the next match has another number.
func TestAChallengeIsUndone(t *testing.T) {
	c := newLadder(t)
	for no := 1; no <= 2; no++ {
		reply, err := c.Leagues.Challenge(t.Context(), c.player("c"), someone("b"))
		c.must(err)
		if reply.Opened[0] != no {
			t.Fatalf("match %d, want %d", reply.Opened[0], no)
		}
		id := c.openAll(t.Context())[no]
		if no == 2 {
			c.loses(t.Context(), "b", id)
			_, err := c.Leagues.Undo(t.Context(), c.organiser(), reply.To)
			if said := referee.Explain(err); !errors.Is(err, league.ErrUndo) || said.Key != "referee.refuse.league-rests" ||
				said.Args[0].Num != reply.To+1 || said.Args[1].Msg.Key != "referee.league.told.result" {
				t.Errorf("a challenge on which a result rests is undone: %v, %+v", err, said)
			}
			_, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.To+1)
			c.must(err)
		}
		_, err = c.Leagues.Undo(t.Context(), c.organiser(), reply.To)
		c.must(err)
		c.hear(t.Context())
		m, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
		c.must(err)
		if want := map[int]match.How{1: match.Abandoned, 2: match.Resigned}[no]; m.Ending == nil || m.Ending.How != want {
			t.Errorf("match %d has the end %+v, want %s", no, m.Ending, want)
		}
		if l := c.look(t.Context()); len(l.Matches) > 0 || c.order(t.Context()) != "ABC" {
			t.Errorf("undone: %s, %+v", c.order(t.Context()), l.Matches)
		}
	}
	if _, err := c.Leagues.Challenge(t.Context(), c.player("b"), someone("a")); err != nil {
		t.Errorf("nobody is busy any more: %v", err)
	}
}

// TestNoMoreRoundsThanCanBeFull: neither at the start nor by amending what has begun.
func TestNoMoreRoundsThanCanBeFull(t *testing.T) {
	rules := roundRobin()
	rules.Format, rules.Rounds = league.FormatSwiss, 3
	c := newClub(t, rules, 6)
	for rounds, want := range map[int]error{2: nil, 4: league.ErrRounds, 5: league.ErrRounds} {
		rules.Rounds = rounds
		if _, err := c.Leagues.Amend(t.Context(), c.organiser(), rules); !errors.Is(err, want) {
			t.Errorf("%d rounds: %v, want %v", rounds, err, want)
		}
	}
}
