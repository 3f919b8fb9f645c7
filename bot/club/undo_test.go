package club_test

import (
	"context"
	"errors"
	"testing"

	"referee/bot/club"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/league"
)

// undo makes a decision void.
func (c *clubhouse) undo(ctx context.Context, seq int) club.LeagueReply {
	c.t.Helper()
	reply, err := c.Leagues.Undo(ctx, c.organiser(), seq)
	c.must(err)
	return reply
}

// TestAnUndonePairingHolds: nothing is paired by itself, whatever else happens, until
// the organiser says so.
func TestAnUndonePairingHolds(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	paired := c.look(t.Context()).Card.Seq
	if reply := c.undo(t.Context(), paired); !reply.Held {
		t.Error("pairing is not on hold")
	}
	c.hear(t.Context()) // of the two matches that were stopped
	_, err := c.Leagues.Block(t.Context(), c.organiser(), someone("a"), someone("d"), false)
	c.must(err)
	c.crash(0)
	c.hear(t.Context())
	if n := len(c.look(t.Context()).Matches); n != 0 || len(open) != 2 {
		t.Fatalf("%d matches were paired by themselves", n)
	}
	_, err = c.Leagues.PairNow(t.Context(), c.organiser())
	c.must(err)
	l := c.look(t.Context())
	if l.Card.Hold || len(l.Matches) == 0 {
		t.Errorf("paired: %v, on hold %v", l.Matches, l.Card.Hold)
	}
	// With nothing to pair, to go on is enough.
	c.undo(t.Context(), l.Card.Seq)
	for _, letter := range []string{"a", "b", "c"} {
		_, err := c.Leagues.Withdraw(t.Context(), c.player(letter), club.Someone{})
		c.must(err)
	}
	_, err = c.Leagues.PairNow(t.Context(), c.organiser())
	c.must(err)
	if _, err := c.Leagues.PairNow(t.Context(), c.organiser()); !errors.Is(err, league.ErrNothing) {
		t.Errorf("pair again: %v", err)
	}
}

// TestAnUndoIsUndone: what was undone together comes back together.
func TestAnUndoIsUndone(t *testing.T) {
	c := newAuction(t)
	paired := c.look(t.Context()).Card.Seq
	c.bid(t.Context(), "a", league.Second, 2)
	c.bid(t.Context(), "b", league.Second, 1)
	id := c.openAll(t.Context())[1]
	before := c.look(t.Context())
	undone := c.undo(t.Context(), paired)
	c.hear(t.Context())
	c.undo(t.Context(), undone.To)
	c.hear(t.Context())
	after := c.look(t.Context())
	if after.Matches[0].Match != before.Matches[0].Match || after.Card.Hold {
		t.Errorf("the match was %+v, is %+v", before.Matches[0], after.Matches[0])
	}
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	if l.Ending != nil || l.Holder("red").Account != "test:b" {
		t.Errorf("its match: %+v, red %+v", l.Ending, l.Holder("red"))
	}
	c.play(t.Context(), id)
	f, files := c.export(t.Context())
	if n, err := c.holds(f, files); n != 1 || err != nil {
		t.Errorf("%d hold: %v", n, err)
	}

	c = newClub(t, roundRobin(), 4)
	_, err = c.Leagues.Withdraw(t.Context(), c.player("a"), club.Someone{})
	c.must(err)
	results := func() (n int) {
		for _, m := range c.look(t.Context()).Matches {
			if m.Result != nil {
				n++
			}
		}
		return n
	}
	seq, lost := c.look(t.Context()).Card.Seq, results()
	for _, e := range c.look(t.Context()).Matches {
		if e.Result != nil {
			seq--
		}
	}
	undone = c.undo(t.Context(), seq)
	if results() != 0 || lost != 1 {
		t.Fatalf("%d results after the undo, %d before", results(), lost)
	}
	c.undo(t.Context(), undone.To)
	if l := c.look(t.Context()); !l.Members[0].Withdrawn || results() != lost {
		t.Errorf("withdrawn again %v, %d results", l.Members[0].Withdrawn, results())
	}
}

// TestOrganisersCannotUndoTheirOwnResults: an organiser who plays leaves what his opponent bid, and
// what his match came to, to another.
func TestOrganisersCannotUndoTheirOwnResults(t *testing.T) {
	c := newAuction(t)
	a := c.player("a")
	a.Powers = powers()
	paired := c.look(t.Context()).Card.Seq
	own := func(seq int) {
		t.Helper()
		if _, err := c.Leagues.Undo(t.Context(), a, seq); !errors.Is(err, club.ErrOwn) {
			t.Errorf("he undoes decision %d: %v", seq, err)
		}
	}
	c.bid(t.Context(), "b", league.Second, 1)
	own(paired + 1)
	c.undo(t.Context(), paired+1)
	c.undo(t.Context(), paired) // before the bids are open he may; so may another
	_, err := c.Leagues.PairNow(t.Context(), c.organiser())
	c.must(err)
	paired = c.look(t.Context()).Card.Seq
	for _, letter := range []string{"a", "b"} {
		_, err := c.Leagues.Bid(t.Context(), c.player(letter), 2, league.Bid{Side: league.First})
		c.must(err)
	}
	own(paired)
	c.resign(t.Context(), c.openAll(t.Context())[2], "red")
	own(c.look(t.Context()).Card.Seq)
	c.undo(t.Context(), c.look(t.Context()).Card.Seq)
}

// TestBidsOutliveOtherRules: a match is set up with what was bid for it, though the
// rules have changed meanwhile.
func TestBidsOutliveOtherRules(t *testing.T) {
	c := newAuction(t)
	rules := c.look(t.Context()).Rules
	rules.Bidding = 0
	rules.Settings = map[string]string{"setup.bid": "red-1", "setup.weather": "off", "setup.rounds": "2"}
	_, err := c.Leagues.Amend(t.Context(), c.organiser(), rules)
	c.must(err)
	c.bid(t.Context(), "a", league.First, 0)
	c.bid(t.Context(), "b", league.Second, 0)
	l, err := refereetest.Current(t.Context(), c.Referee, c.openAll(t.Context())[1]).Look(t.Context(), engine.Spectator)
	c.must(err)
	if l.Setup["bid"] != "" {
		t.Errorf("set up with %v", l.Setup)
	}
	f, files := c.export(t.Context())
	if _, err := c.holds(f, files); err != nil {
		t.Error(err)
	}
}
