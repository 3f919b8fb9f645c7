package club_test

import (
	"errors"
	"testing"

	"referee/bot/club"
	"referee/engine"
)

// TestPlayersDoNotEndAStandstillOfTheirLeague: the players of a match of a league that was put back from a backup do not have it go on; its
// organiser, who has the league go on, does.
func TestPlayersDoNotEndAStandstillOfTheirLeague(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	c.must(c.Suspend(t.Context(), id))
	c.must(c.Leagues.StandStill(t.Context(), c.id))
	for _, seat := range []engine.Seat{"red", "blue"} {
		if _, err := c.Referee.Resume(t.Context(), c.who(t.Context(), id, seat), ""); !errors.Is(err, club.ErrLeagueStands) {
			t.Errorf("%s has it go on: %v", seat, err)
		}
	}
	waits := func() bool {
		t.Helper()
		s, err := c.Snapshot(t.Context(), id)
		c.must(err)
		_, restored := s.Match().Restored()
		return restored
	}
	if !waits() {
		t.Error("the match goes on")
	}
	_, err := c.Leagues.Resume(t.Context(), c.organiser())
	c.must(err)
	if waits() {
		t.Error("the league goes on, and its match does not")
	}
}
