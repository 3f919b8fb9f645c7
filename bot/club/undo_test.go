package club_test

import (
	"errors"
	"testing"

	"referee/bot/club"
	"referee/engine"
	"referee/engine/league"
)

// undo makes a decision void.
func (c *clubhouse) undo(seq int) club.LeagueReply {
	c.t.Helper()
	reply, err := c.Leagues.Undo(c.organiser(), seq)
	c.must(err)
	return reply
}

// TestAnUndonePairingHolds: nothing is paired by itself, whatever else happens, until
// the organiser says so.
func TestAnUndonePairingHolds(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll()
	paired := c.look().Card.Seq
	if reply := c.undo(paired); !reply.Held {
		t.Error("pairing is not on hold")
	}
	c.hear() // of the two matches that were stopped
	_, err := c.Leagues.Block(c.organiser(), someone("a"), someone("d"), false)
	c.must(err)
	c.crash(0)
	c.hear()
	if n := len(c.look().Matches); n != 0 || len(open) != 2 {
		t.Fatalf("%d matches were paired by themselves", n)
	}
	_, err = c.Leagues.PairNow(c.organiser())
	c.must(err)
	l := c.look()
	if l.Card.Hold || len(l.Matches) == 0 {
		t.Errorf("paired: %v, on hold %v", l.Matches, l.Card.Hold)
	}
	// With nothing to pair, to go on is enough.
	c.undo(l.Card.Seq)
	for _, letter := range []string{"a", "b", "c"} {
		_, err := c.Leagues.Withdraw(c.player(letter), club.Someone{})
		c.must(err)
	}
	_, err = c.Leagues.PairNow(c.organiser())
	c.must(err)
	if _, err := c.Leagues.PairNow(c.organiser()); !errors.Is(err, league.ErrNothing) {
		t.Errorf("pair again: %v", err)
	}
}

// TestAnUndoIsUndone: what was undone together comes back together.
func TestAnUndoIsUndone(t *testing.T) {
	c := newAuction(t)
	paired := c.look().Card.Seq
	c.bid("a", league.Second, 2)
	c.bid("b", league.Second, 1)
	id := c.openAll()[1]
	before := c.look()
	undone := c.undo(paired)
	c.hear()
	c.undo(undone.To)
	c.hear()
	after := c.look()
	if after.Matches[0].Match != before.Matches[0].Match || after.Card.Hold {
		t.Errorf("the match was %+v, is %+v", before.Matches[0], after.Matches[0])
	}
	l, err := c.Look(id, engine.Judge)
	c.must(err)
	if l.Ending != nil || l.Holder("red").Account != "test:b" {
		t.Errorf("its match: %+v, red %+v", l.Ending, l.Holder("red"))
	}
	c.play(id)
	f, files := c.export()
	if n, err := c.holds(f, files); n != 1 || err != nil {
		t.Errorf("%d hold: %v", n, err)
	}

	c = newClub(t, roundRobin(), 4)
	_, err = c.Leagues.Withdraw(c.player("a"), club.Someone{})
	c.must(err)
	results := func() (n int) {
		for _, m := range c.look().Matches {
			if m.Result != nil {
				n++
			}
		}
		return n
	}
	seq, lost := c.look().Card.Seq, results()
	for _, e := range c.look().Matches {
		if e.Result != nil {
			seq--
		}
	}
	undone = c.undo(seq)
	if results() != 0 || lost != 1 {
		t.Fatalf("%d results after the undo, %d before", results(), lost)
	}
	c.undo(undone.To)
	if l := c.look(); !l.Members[0].Withdrawn || results() != lost {
		t.Errorf("withdrawn again %v, %d results", l.Members[0].Withdrawn, results())
	}
}

// TestOrganisersCannotUndoTheirOwnResults: an organiser who plays leaves what his opponent bid, and
// what his match came to, to another.
func TestOrganisersCannotUndoTheirOwnResults(t *testing.T) {
	c := newAuction(t)
	a := c.player("a")
	a.Powers = powers()
	paired := c.look().Card.Seq
	own := func(seq int) {
		t.Helper()
		if _, err := c.Leagues.Undo(a, seq); !errors.Is(err, club.ErrOwn) {
			t.Errorf("he undoes decision %d: %v", seq, err)
		}
	}
	c.bid("b", league.Second, 1)
	own(paired + 1)
	c.undo(paired + 1)
	c.undo(paired) // before the bids are open he may; so may another
	_, err := c.Leagues.PairNow(c.organiser())
	c.must(err)
	paired = c.look().Card.Seq
	for _, letter := range []string{"a", "b"} {
		_, err := c.Leagues.Bid(c.player(letter), 2, league.Bid{Side: league.First})
		c.must(err)
	}
	own(paired)
	c.resign(c.openAll()[2], "red")
	own(c.look().Card.Seq)
	c.undo(c.look().Card.Seq)
}

// TestBidsOutliveOtherRules: a match is set up with what was bid for it, though the
// rules have changed meanwhile.
func TestBidsOutliveOtherRules(t *testing.T) {
	c := newAuction(t)
	rules := c.look().Rules
	rules.Bidding = 0
	rules.Settings = map[string]string{"setup.bid": "red-1", "setup.weather": "off", "setup.rounds": "2"}
	_, err := c.Leagues.Amend(c.organiser(), rules)
	c.must(err)
	c.bid("a", league.First, 0)
	c.bid("b", league.Second, 0)
	l, err := c.Look(c.openAll()[1], engine.Spectator)
	c.must(err)
	if l.Setup["bid"] != "" {
		t.Errorf("set up with %v", l.Setup)
	}
	f, files := c.export()
	if _, err := c.holds(f, files); err != nil {
		t.Error(err)
	}
}
