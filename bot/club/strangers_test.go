package club_test

import (
	"errors"
	"testing"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine/clock"
	"referee/engine/league"
)

// TestInvalidLeagueSettingsRefused: settings that are no league's are refused when it is
// founded and when its rules are changed.
func TestInvalidLeagueSettingsRefused(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	for name, want := range map[string]error{
		schedule.SettingPause: club.ErrSettings, referee.SettingCaretaker: club.ErrSettings, "away.1": club.ErrSettings,
		schedule.SettingClock: clock.ErrSettings,
	} {
		rules := fixed(name, "soon")
		if _, err := c.Leagues.Amend(t.Context(), c.organiser(), rules); !errors.Is(err, want) {
			t.Errorf("%s: amended: %v", name, err)
		}
		if _, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Cup", Rules: rules}); !errors.Is(err, want) {
			t.Errorf("%s: founded: %v", name, err)
		}
	}
}

// TestNonMembersRefused challenges, is replaced, and plays a match that there is not.
func TestNonMembersRefused(t *testing.T) {
	ladder := newLadder(t)
	for _, pair := range [][2]string{{"z", "a"}, {"c", "z"}} {
		if _, err := ladder.Leagues.Challenge(t.Context(), ladder.player(pair[0]), someone(pair[1])); !errors.Is(err, league.ErrMember) {
			t.Errorf("%s challenges %s: %v", pair[0], pair[1], err)
		}
	}
	c := newClub(t, roundRobin(), 4)
	if _, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("z"), someone("y")); !errors.Is(err, league.ErrMember) {
		t.Errorf("a substitute for who is none of it: %v", err)
	}
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
	c.must(err)
	if _, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("z"), someone("y")); !errors.Is(err, league.ErrMember) {
		t.Errorf("a substitute for who is none of it, where the caretaker plays: %v", err)
	}
	for name, do := range map[string]func() error{
		"report": func() error {
			_, err := c.Leagues.Report(t.Context(), c.organiser(), 99, league.Result{How: league.Played})
			return err
		},
		"correct": func() error {
			_, err := c.Leagues.Correct(t.Context(), c.organiser(), 99, &league.Result{How: league.Played})
			return err
		},
		"substitute": func() error {
			_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 99, someone("a"), someone("y"))
			return err
		},
	} {
		if err := do(); !errors.Is(err, league.ErrMatch) {
			t.Errorf("%s match 99: %v", name, err)
		}
	}
}

// TestTimeoutsStayAsReported: who corrects the result of a match that was played
// elsewhere does not say how often time was up in it.
func TestTimeoutsStayAsReported(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	_, err := c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Played, Winner: league.First})
	c.must(err)
	_, err = c.Leagues.Correct(t.Context(), c.organiser(), 1, &league.Result{How: league.Played, Winner: league.Second, Timeouts: [2]int{3, 4}})
	c.must(err)
	if r := c.look(t.Context()).Matches[0].Result; r == nil || r.Winner != league.Second || r.Timeouts != [2]int{} {
		t.Errorf("corrected to %+v", r)
	}
}

// TestAPlayedMatchKeepsAResult: one that came to its end here can be given another
// result, but not none.
func TestAPlayedMatchKeepsAResult(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	c.play(t.Context(), c.openAll(t.Context())[1])
	if _, err := c.Leagues.Correct(t.Context(), c.organiser(), 1, nil); !errors.Is(err, club.ErrEnded) {
		t.Errorf("corrected to no result: %v", err)
	}
	if r := c.look(t.Context()).Matches[0].Result; r == nil {
		t.Error("it has no result any more")
	}
}
