package club_test

import (
	"errors"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine/league"
	"referee/engine/match"
)

// TestPowersCountAtHome: whatever somebody holds elsewhere, nothing comes of it.
func TestPowersCountAtHome(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	casual := c.start("none")
	for name, about := range map[string]match.ID{"league": id, "casual": casual} {
		for what, powers := range map[string]authority.Powers{
			"elsewhere": {Home: "other", Place: "there", Moderator: true, Organiser: true, Judge: true},
			"nowhere":   {Moderator: true, Organiser: true, Judge: true},
			"nothing":   {Home: "club", Place: "here"},
		} {
			x := referee.Command{Match: about, Seat: "red", Account: "test:x", Door: "test", Powers: powers}
			before := c.head(about)
			for act, err := range map[string]error{
				"take back": fails(c.Moderator.TakeBack(t.Context(), x, 2)), "unseat": fails(c.Moderator.Unseat(t.Context(), x)), "abandon": fails(c.Moderator.Abandon(t.Context(), x)),
				"conduct": fails(c.Moderator.ChangeSettings(t.Context(), x, map[string]string{"language": "fr"})), "read": fails(c.Judges.ReadCases(t.Context(), x)),
				"clock":      fails(c.Moderator.ChangeSettings(t.Context(), x, map[string]string{schedule.SettingClock: "none"})),
				"rule":       fails(c.Judges.Rule(t.Context(), x, club.Verdict{Judgement: match.Decided, From: 2, To: 3, Winner: "red"})),
				"adjudicate": fails(c.Judges.Adjudicate(t.Context(), x, club.Verdict{From: 2, To: 3, Winner: "red"})),
				"move":       fails(c.Relocation.Propose(t.Context(), x)),
			} {
				if err == nil {
					t.Errorf("%s, %s: %s is done", name, what, act)
				}
			}
			if c.head(about) != before {
				t.Errorf("%s, %s: the match has changed", name, what)
			}
		}
	}
	o := c.organiser()
	o.Powers.Home = "other"
	before := c.look(t.Context()).Card.Seq
	for act, err := range map[string]error{
		"report": fails(c.Leagues.Report(t.Context(), o, 1, league.Result{How: league.Played})), "amend": fails(c.Leagues.Amend(t.Context(), o, roundRobin())),
		"substitute": fails(c.Leagues.Substitute(t.Context(), o, 1, someone("a"), someone("z"))), "undo": fails(c.Leagues.Undo(t.Context(), o, 2)),
		"finish": fails(c.Leagues.Finish(t.Context(), o)), "withdraw": fails(c.Leagues.Withdraw(t.Context(), o, someone("a"))), "announce": c.Leagues.Announce(t.Context(), o, "there"),
		"open": fails(c.Leagues.OpenPairing(t.Context(), o, 1, "there")), "enter": fails(c.Leagues.Enter(t.Context(), o, someone("z"), 0, league.Waking{})),
	} {
		if !errors.Is(err, authority.ErrElsewhere) {
			t.Errorf("%s from elsewhere: %v", act, err)
		}
	}
	if c.look(t.Context()).Card.Seq != before {
		t.Error("the league has changed")
	}
}

// TestReadersTakeNoSeat: nor after a restart, an erasure, or from a seat that is to be
// claimed; and who has a seat or had one does not read.
func TestReadersTakeNoSeat(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	w.order(id, "red", "plan march")
	_, err := w.Judges.Appeal(t.Context(), command(id, "red"), club.Appeal{Text: "Why?"})
	w.must(err)
	own := judge(id, "")
	own.Account = "test:red"
	if _, err := w.Judges.ReadCases(t.Context(), own); !errors.Is(err, authority.ErrOwnCase) {
		t.Errorf("who plays reads: %v", err)
	}
	if found, err := w.Judges.ReadCases(t.Context(), judge(id, "")); err != nil || len(found) != 1 {
		t.Errorf("read: %+v, %v", found, err)
	}
	_, err = w.Moderator.Unseat(t.Context(), judge(id, "blue"))
	w.must(err)
	w.must(w.Erase(t.Context(), "test:judge"))
	w.must(w.Erase(t.Context(), "test:red"))
	w.crash(time.Minute)
	if _, err := w.Join(t.Context(), judge(id, "blue")); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read joins: %v", err)
	}
	if err := w.Claim(t.Context(), judge(id, "red"), "here"); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read claims a seat: %v", err)
	}
	if _, err := w.Judges.ReadCases(t.Context(), own); !errors.Is(err, authority.ErrOwnCase) {
		t.Errorf("who was erased reads: %v", err)
	}
}

// TestPlayersCannotWithdrawTheirOpponent: nor frees their seat, nor undoes the pairing once they
// have played.
func TestPlayersCannotWithdrawTheirOpponent(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	paired := c.look(t.Context()).Card.Seq
	id := c.openAll(t.Context())[1]
	a := c.player("a")
	a.Powers = powers()
	before := c.look(t.Context()).Card.Seq
	_, err := c.Order(t.Context(), c.who(t.Context(), id, "blue"), "plan hold")
	c.must(err)
	for act, err := range map[string]error{
		"withdraw": fails(c.Leagues.Withdraw(t.Context(), a, someone("b"))), "substitute": fails(c.Leagues.Substitute(t.Context(), a, 1, someone("b"), someone("z"))),
		"undo the pairing": fails(c.Leagues.Undo(t.Context(), a, paired)),
	} {
		if !errors.Is(err, club.ErrOwn) {
			t.Errorf("%s: %v", act, err)
		}
	}
	if c.look(t.Context()).Card.Seq != before {
		t.Error("the league has changed")
	}
	for name, want := range map[string]error{
		schedule.SettingClock: club.ErrFixed, schedule.SettingPause: club.ErrFixed,
		club.SettingLeague: referee.ErrAgree, referee.SettingCaretaker: referee.ErrAgree, "away.1": referee.ErrAgree,
		referee.SettingProgram: referee.ErrAgree,
	} {
		if _, err := c.Moderator.ChangeSettings(t.Context(), judge(id, ""), map[string]string{name: "on"}); !errors.Is(err, want) {
			t.Errorf("a moderator sets %s: %v", name, err)
		}
	}
}

// TestErasedPlayersHaveNoAuthority: neither in the league about the match that they were to
// play, nor as a judge in the match, where another sits by now.
func TestErasedPlayersHaveNoAuthority(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	c.must(c.Erase(t.Context(), "test:a"))
	a := c.player("a")
	a.Powers = powers()
	if _, err := c.Leagues.Report(t.Context(), a, 1, league.Result{How: league.Forfeited, Winner: league.First}); !errors.Is(err, club.ErrOwn) {
		t.Errorf("who was erased reports: %v", err)
	}
	id := c.openAll(t.Context())[1]
	own := judge(id, "")
	own.Account = "test:a"
	if _, err := c.Judges.Rule(t.Context(), own, club.Verdict{Judgement: match.Upheld, From: 1, To: 2}); !errors.Is(err, authority.ErrOwnCase) {
		t.Errorf("who was erased rules: %v", err)
	}
	if _, err := c.Judges.Rule(t.Context(), judge(id, ""), club.Verdict{Judgement: match.Upheld, From: 1, To: 2}); err != nil {
		t.Errorf("another judge rules: %v", err)
	}
}
