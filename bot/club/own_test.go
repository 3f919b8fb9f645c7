package club_test

import (
	"errors"
	"io/fs"
	"testing"

	"referee/bot/club"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
)

// TestOrganisersCannotDecideTheirOwnMatch: an organiser or judge who plays leaves the result of
// his match to somebody else, also where a substitute plays for him.
func TestOrganisersCannotDecideTheirOwnMatch(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	c.openAll(t.Context())
	a := c.player("a")
	a.Powers = powers()
	win := league.Result{How: league.Forfeited, Winner: league.First}
	own := func() {
		t.Helper()
		if _, err := c.Leagues.Report(t.Context(), a, 1, win); !errors.Is(err, club.ErrOwn) {
			t.Errorf("he reports it: %v", err)
		}
	}
	own()
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), someone("z"))
	c.must(err)
	own()
	_, err = c.Leagues.Report(t.Context(), c.organiser(), 1, win)
	c.must(err)
	if _, err := c.Leagues.Correct(t.Context(), a, 1, &league.Result{How: league.Played}); !errors.Is(err, club.ErrOwn) {
		t.Errorf("he corrects it: %v", err)
	}
}

// TestSubstitutesFoundLater: the caretaker, and who was erased, can be replaced, by
// number; who does not play the match cannot.
func TestSubstitutesFoundLater(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	red, blue := c.look(t.Context()).Matches[0].Pair[0], c.look(t.Context()).Matches[0].Pair[1]
	first := club.Someone{Account: c.who(t.Context(), id, "red").Account}
	if _, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{}, someone("z")); !errors.Is(err, league.ErrMember) {
		t.Errorf("no caretaker plays: %v", err)
	}
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, first, club.Someone{})
	c.must(err)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{}, someone("z"))
	c.must(err)
	if got := c.who(t.Context(), id, "red").Account; got != "test:z" {
		t.Errorf("%s plays for the caretaker", got)
	}
	c.must(c.Erase(t.Context(), c.who(t.Context(), id, "blue").Account))
	for player, want := range map[league.Player]error{red: league.ErrMember, 99: league.ErrMember, blue: nil} {
		if _, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{Player: player}, someone("y")); !errors.Is(err, want) {
			t.Errorf("player %d: %v", player, err)
		}
	}
	if got := c.who(t.Context(), id, "blue").Account; got != "test:y" {
		t.Errorf("%s plays for who was erased", got)
	}
}

// TestLeagueMatchesEndWithResults: neither a moderator nor a player ends one without.
func TestLeagueMatchesEndWithResults(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	if _, err := c.Moderator.Abandon(t.Context(), judge(id, "")); !errors.Is(err, club.ErrNoAbandon) {
		t.Errorf("a moderator: %v", err)
	}
	if _, err := c.CallOff(t.Context(), c.who(t.Context(), id, "red")); !errors.Is(err, club.ErrNoAbandon) {
		t.Errorf("a player: %v", err)
	}
}

// three is a game of three sides.
type three struct{ engine.Game }

func (g three) Info() *engine.Info {
	info := *g.Game.Info()
	info.Seats = append(info.Seats[:2:2], "green")
	return &info
}

// TestLeaguesAreOfTwo: a pairing has two, and so have its games.
func TestLeaguesAreOfTwo(t *testing.T) {
	w := newWatch(t)
	w.game.Open = func(data fs.FS, law int) (engine.Game, error) {
		g, err := toy.Open(data, law)
		return three{g}, err
	}
	w.crash(0)
	o := club.LeagueCommand{Account: "test:org", Door: "test", Powers: powers()}
	if _, err := w.Leagues.Found(t.Context(), o, club.Founding{Home: "club", Name: "Winter", Rules: roundRobin()}); !errors.Is(err, club.ErrSides) {
		t.Errorf("a league of a game for three: %v", err)
	}
}
