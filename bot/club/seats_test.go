package club_test

import (
	"errors"
	"testing"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
)

// TestSeatsAreTheLeagues: nobody leaves a match of a league or takes a seat in it
// beside its log, not the caretaker's either; when the league is over, anybody may.
func TestSeatsAreTheLeagues(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	stranger := referee.Command{Match: id, Seat: "red", Account: "test:x", Name: "X", Door: "test"}
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, club.ErrSeats) {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := c.Leave(t.Context(), c.who(t.Context(), id, "red"))
	refused("a player leaves", err)
	_, err = c.Moderator.Unseat(t.Context(), judge(id, "red"))
	refused("a moderator frees a seat", err)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
	c.must(err)
	_, err = c.Join(t.Context(), stranger)
	refused("a stranger takes the caretaker's seat", err)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{}, someone("a"))
	c.must(err)
	_, err = c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	_, err = c.Leave(t.Context(), c.who(t.Context(), id, "red"))
	c.must(err)
	_, err = c.Join(t.Context(), stranger)
	c.must(err)
}

// TestModeratorsCannotRewindTheirOwnMatch: as a moderator, after he has lost it.
func TestModeratorsCannotRewindTheirOwnMatch(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	red := c.who(t.Context(), id, "red")
	c.resign(t.Context(), id, "red")
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	red.Powers = powers()
	if _, err := c.Moderator.TakeBack(t.Context(), red, l.Seq-1); !errors.Is(err, club.ErrOwn) {
		t.Errorf("the loser takes it back: %v", err)
	}
	_, err = c.Moderator.TakeBack(t.Context(), judge(id, ""), l.Seq-1)
	c.must(err)
	c.hear(t.Context())
	if c.look(t.Context()).Matches[0].Result != nil {
		t.Error("the league still has the result")
	}
	if l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge); err != nil || l.Ending != nil {
		t.Errorf("the match: %+v %v", l.Ending, err)
	}
}
