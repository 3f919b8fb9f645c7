package referee_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine/league"
	"referee/engine/match"
)

// from has a command come from a place.
func from(c referee.Command, home, place string) referee.Command {
	c.Powers.Home, c.Powers.Place = home, place
	return c
}

// told lists what waits for a place about moves.
func moves(w *watch, place string) string {
	posts, err := w.Posts(place)
	w.must(err)
	out := ""
	for _, p := range posts {
		if m, ok := p.What.(post.Move); ok {
			out += fmt.Sprintf("%s %s %d; ", m.State, m.Place, m.Player)
		}
	}
	return out
}

// TestAMoveTakesAllWhoPlay: until then the match stays, also over a restart, and so do
// the powers of those who moderate it.
func TestAMoveTakesAllWhoPlay(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	red, blue := from(command(id, "red"), "far", "there"), command(id, "blue")
	move := func(c referee.Command, want bool) {
		t.Helper()
		if moved, err := w.Move(c); err != nil || moved != want {
			t.Errorf("moved %t, %v", moved, err)
		}
	}
	stranger := red
	stranger.Account = "test:stranger"
	for what, err := range map[string]error{
		"a stranger agrees": fails(w.AgreeToMove(stranger, "there")), "a stranger moves it": fails(w.Move(stranger)), "a stranger declines": w.RefuseMove(stranger),
	} {
		if !errors.Is(err, match.ErrPlayer) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.AgreeToMove(blue, "there"); !errors.Is(err, referee.ErrNoMove) {
		t.Errorf("to agree to nothing: %v", err)
	}
	move(red, false)
	move(red, false)
	if _, err := w.Move(from(blue, "far", "elsewhere")); !errors.Is(err, referee.ErrMoving) {
		t.Errorf("a second move: %v", err)
	}
	if got := moves(w, "here") + moves(w, post.DMPlace("test:blue")); got != "asked there 1; asked there 1; " {
		t.Errorf("asked: %s", got)
	}
	w.must(w.RefuseMove(blue))
	move(red, false)
	w.crash(time.Minute)
	if at, err := w.At("here"); err != nil || at != id {
		t.Errorf("it has moved: %s, %v", at, err)
	}
	if moved, err := w.AgreeToMove(blue, "there"); err != nil || !moved {
		t.Errorf("agreed: %t, %v", moved, err)
	}
	if got := moves(w, "here"); got != "asked there 1; declined there 2; asked there 1; done there 0; " {
		t.Errorf("the old place is told: %s", got)
	}
	w.crash(time.Minute)
	if at, err := w.At("there"); err != nil || at != id {
		t.Errorf("at the new place: %s, %v", at, err)
	}
	if _, err := w.TakeBack(judge(id, ""), 2); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("a moderator of the old place: %v", err)
	}
	if err := w.May(from(judge(id, ""), "far", "x"), authority.TakeBack); err != nil {
		t.Errorf("a moderator of the new place: %v", err)
	}
	w.must(w.Erase("test:red"))
	move(from(blue, "club", "here"), true) // nobody is known whom to ask
}

// TestAMoveIsNotAgreedToBySomebodyElse: who takes up the seat of somebody erased has not
// agreed to what they had agreed to.
func TestAMoveIsNotAgreedToBySomebodyElse(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	if moved, err := w.Move(from(command(id, "red"), "far", "there")); err != nil || moved {
		t.Fatalf("moved %t, %v", moved, err)
	}
	w.must(w.Erase("test:red"))
	other := command(id, "red")
	other.Account = "test:other"
	w.must(w.Claim(other, ""))
	if moved, err := w.AgreeToMove(command(id, "blue"), "there"); !errors.Is(err, referee.ErrNoMove) {
		t.Errorf("moved %t, %v", moved, err)
	}
	w.crash(time.Minute)
	if moved, err := w.AgreeToMove(command(id, "blue"), "there"); !errors.Is(err, referee.ErrNoMove) {
		t.Errorf("after a restart: moved %t, %v", moved, err)
	}
}

func fails[T any](_ T, err error) error { return err }

// TestPowersCountAtHome: whatever somebody holds elsewhere, nothing comes of it.
func TestPowersCountAtHome(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll()[1]
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
				"take back": fails(c.TakeBack(x, 2)), "unseat": fails(c.Unseat(x)), "abandon": fails(c.Abandon(x)),
				"conduct": fails(c.Conduct(x, map[string]string{"language": "fr"})), "read": fails(c.Judges.ReadCases(x)),
				"clock":      fails(c.Conduct(x, map[string]string{schedule.SettingClock: "none"})),
				"rule":       fails(c.Judges.Rule(x, referee.Verdict{Judgement: match.Decided, From: 2, To: 3, Winner: "red"})),
				"adjudicate": fails(c.Judges.Adjudicate(x, referee.Verdict{From: 2, To: 3, Winner: "red"})),
				"move":       fails(c.Move(x)),
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
	before := c.look().Card.Seq
	for act, err := range map[string]error{
		"report": fails(c.Leagues.Report(o, 1, league.Result{How: league.Played})), "amend": fails(c.Leagues.Amend(o, roundRobin())),
		"substitute": fails(c.Leagues.Substitute(o, 1, someone("a"), someone("z"))), "undo": fails(c.Leagues.Undo(o, 2)),
		"finish": fails(c.Leagues.Finish(o)), "withdraw": fails(c.Leagues.Withdraw(o, someone("a"))), "announce": c.Leagues.Announce(o, "there"),
		"open": fails(c.Leagues.OpenPairing(o, 1, "there")), "enter": fails(c.Leagues.Enter(o, someone("z"), 0, league.Waking{})),
	} {
		if !errors.Is(err, authority.ErrElsewhere) {
			t.Errorf("%s from elsewhere: %v", act, err)
		}
	}
	if c.look().Card.Seq != before {
		t.Error("the league has changed")
	}
}

// TestAHomeIsLearned: a match from before homes were kept lives where it is played.
func TestAHomeIsLearned(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	elsewhere := from(judge(id, ""), "club", "another channel")
	if err := w.May(elsewhere, authority.TakeBack); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("before its home is known: %v", err)
	}
	_, err := w.Conduct(judge(id, ""), map[string]string{"language": "fr"})
	w.must(err)
	w.crash(time.Minute)
	if err := w.May(elsewhere, authority.TakeBack); err != nil {
		t.Errorf("since its home is known: %v", err)
	}
	if err := w.May(from(judge(id, ""), "other", "here"), authority.TakeBack); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("from another home: %v", err)
	}
}

// TestReadersTakeNoSeat: nor after a restart, an erasure, or from a seat that is to be
// claimed; and who has a seat or had one does not read.
func TestReadersTakeNoSeat(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	w.order(id, "red", "plan march")
	_, err := w.Judges.Appeal(command(id, "red"), referee.Appeal{Text: "Why?"})
	w.must(err)
	own := judge(id, "")
	own.Account = "test:red"
	if _, err := w.Judges.ReadCases(own); !errors.Is(err, authority.ErrOwnCase) {
		t.Errorf("who plays reads: %v", err)
	}
	if found, err := w.Judges.ReadCases(judge(id, "")); err != nil || len(found) != 1 {
		t.Errorf("read: %+v, %v", found, err)
	}
	_, err = w.Unseat(judge(id, "blue"))
	w.must(err)
	w.must(w.Erase("test:judge"))
	w.must(w.Erase("test:red"))
	w.crash(time.Minute)
	if _, err := w.Join(judge(id, "blue")); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read joins: %v", err)
	}
	if err := w.Claim(judge(id, "red"), "here"); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read claims a seat: %v", err)
	}
	if _, err := w.Judges.ReadCases(own); !errors.Is(err, authority.ErrOwnCase) {
		t.Errorf("who was erased reads: %v", err)
	}
}

// TestNobodyWithdrawsTheirRival: nor frees their seat, nor undoes the pairing once they
// have played.
func TestNobodyWithdrawsTheirRival(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	paired := c.look().Card.Seq
	id := c.openAll()[1]
	a := c.player("a")
	a.Powers = powers()
	before := c.look().Card.Seq
	_, err := c.Order(c.who(id, "blue"), "plan hold")
	c.must(err)
	for act, err := range map[string]error{
		"withdraw": fails(c.Leagues.Withdraw(a, someone("b"))), "substitute": fails(c.Leagues.Substitute(a, 1, someone("b"), someone("z"))),
		"undo the pairing": fails(c.Leagues.Undo(a, paired)),
	} {
		if !errors.Is(err, referee.ErrOwn) {
			t.Errorf("%s: %v", act, err)
		}
	}
	if c.look().Card.Seq != before {
		t.Error("the league has changed")
	}
	for name, want := range map[string]error{
		schedule.SettingClock: referee.ErrFixed, schedule.SettingPause: referee.ErrFixed,
		referee.SettingLeague: referee.ErrAgree, referee.SettingCaretaker: referee.ErrAgree, "away.1": referee.ErrAgree,
	} {
		if _, err := c.Conduct(judge(id, ""), map[string]string{name: "on"}); !errors.Is(err, want) {
			t.Errorf("a moderator sets %s: %v", name, err)
		}
	}
}
