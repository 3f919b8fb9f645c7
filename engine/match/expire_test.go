package match_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
)

// TestExpire lets red's time run out in a match of two who plan at once.
func TestExpire(t *testing.T) {
	for _, c := range []struct {
		then clock.Consequence
		want match.Ending
		over bool
	}{
		{clock.Remind, match.Ending{}, false},
		{clock.Caretaker, match.Ending{}, false},
		{clock.Loss, match.Ending{How: match.TimedOut, Winner: "blue"}, true},
		{clock.Adjudicate, match.Ending{How: match.Adjudicated}, true}, // nothing has been fought: a draw
	} {
		t.Run(string(c.then), func(t *testing.T) {
			tb := newTable(t, 1)
			prompts := len(tb.m.Position().Prompts())
			if _, err := tb.m.Expire(tb.by(1), "red", c.then); !errors.Is(err, match.ErrPlayer) {
				t.Errorf("a player ends a time: %v", err)
			}
			tb.take(tb.m.Expire(tb.by(match.Referee), "red", c.then))
			if e, over := tb.m.Ending(); over != c.over || e != c.want {
				t.Errorf("ending: %+v, %v", e, over)
			}
			if got := len(tb.m.Position().Prompts()); got != prompts {
				t.Errorf("%d questions, were %d", got, prompts)
			}
			tb.refold()
			if c.over {
				tb.take(tb.m.Rewind(tb.by(match.Referee), tb.m.Seq()-1)) // the judge takes it back
				if tb.m.Over() {
					t.Error("over after the rewind")
				}
				tb.refold()
			}
		})
	}
	tb := newTable(t, 1)
	if _, err := tb.m.Expire(tb.by(match.Referee), "green", clock.Loss); !errors.Is(err, engine.ErrSeat) {
		t.Errorf("no such seat: %v", err)
	}
	if _, err := tb.m.Expire(tb.by(match.Referee), "red", "hang"); err == nil {
		t.Error("an unknown verdict is recorded")
	}
}

// TestAdjudicationIsTheScore compares every adjudication of random matches with
// the game's own score, and finds the one that was tampered with.
func TestAdjudicationIsTheScore(t *testing.T) {
	winners := map[engine.Seat]int{}
	for seed := range uint64(30) {
		tb := newTable(t, seed)
		for !tb.m.Over() {
			for _, p := range tb.m.Position().Prompts() {
				if p.Seat == engine.Chance {
					continue
				}
				m, err := tb.m.Expire(tb.by(match.Referee), p.Seat, clock.Adjudicate)
				if err != nil {
					t.Fatal(err)
				}
				e, _ := m.Ending()
				if r, _ := m.Position().Tally(); e.Winner != r.Winner {
					t.Fatalf("seed %d: %s wins, the score says %q", seed, e.Winner, r.Winner)
				}
				winners[e.Winner]++
				if d, err := match.Rejudge(toy.Strict(), m.Log()); err != nil || len(d) > 0 {
					t.Fatalf("seed %d: %v %v", seed, d, err)
				}
				if e.Winner == "red" {
					list := chaintest.Raws(m.Log())
					last := &list[len(list)-1]
					last.Line = bytes.Replace(last.Line, []byte(`"winner":"red"`), []byte(`"winner":"blue"`), 1)
					entries, err := match.Read(chaintest.Rechain(list))
					if err != nil {
						t.Fatal(err)
					}
					if d, err := match.Rejudge(toy.Strict(), entries); err != nil || len(d) != 1 || d[0].Seq != len(list) {
						t.Fatalf("seed %d: blue wins in the record: %v %v", seed, d, err)
					}
				}
			}
			tb.answer()
			tb.follow()
		}
	}
	if winners["red"] == 0 || winners["blue"] == 0 || winners[""] == 0 {
		t.Errorf("not every result came up: %v", winners)
	}
}

// TestAProgramCaresForOneHandOff: since its time is up, until the seat is not asked any more or
// its holder answers; no longer, and not once the position has gone back.
func TestAProgramCaresForOneHandOff(t *testing.T) {
	recruit := play.Recruit(nil)
	late := func() *table {
		tb := newTable(t, 4)
		tb.until(asked("march"))
		by := tb.by(match.Referee)
		by.Program = &recruit.About
		tb.take(tb.m.Expire(by, tb.m.Position().Prompts()[0].Seat, clock.Caretaker))
		return tb
	}
	tb := late()
	seat := tb.m.Position().Prompts()[0].Seat
	cares := func(m *match.Match, want bool) {
		t.Helper()
		if about, is := m.CaretakerOf(seat); is != want || is && about != recruit.About {
			t.Errorf("cared for by %s: %v", about, is)
		}
	}
	other := engine.Seat("red")
	if seat == other {
		other = "blue"
	}
	cares(tb.m, true)
	tb.refold()
	if about, is := tb.m.CaretakerOf(other); is {
		t.Errorf("the other seat is cared for by %s", about)
	}
	tb.take(tb.m.Set(tb.by(1), map[string]string{"a": "b"}))
	cares(tb.m, true)

	own := late()
	p := own.m.Position().Prompts()[0]
	own.take(own.m.Answer(own.by(own.m.Player(seat)), seat, p.ID, own.path(p.ID)))
	cares(own.m, false)

	back := late()
	back.take(back.m.Rewind(back.by(match.Referee), back.m.Seq()-1))
	cares(back.m, false)

	left := late()
	left.take(left.m.Leave(left.by(match.Referee), seat))
	cares(left.m, false)

	for n := 0; ; n++ {
		if _, is := tb.m.CaretakerOf(seat); !is {
			if n == 0 {
				t.Fatal("the program answers nothing")
			}
			break
		}
		by := tb.by(match.Referee)
		by.Program = &recruit.About
		i := slices.IndexFunc(tb.m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == seat })
		p := tb.m.Position().Prompts()[i]
		tb.take(tb.m.Answer(by, seat, p.ID, tb.path(p.ID)))
		tb.follow()
	}
	for !tb.m.Over() { // the next hand-off is the player's again
		cares(tb.m, false)
		tb.answer()
		tb.follow()
	}
	if asked, _, err := match.AskAgain(toy.Strict(), tb.m.Log(), nil); err != nil || asked.Answers == 0 || len(asked.Gone) != 1 {
		t.Errorf("asked again: %+v %v", asked, err)
	}

	by := tb.by(match.Referee)
	by.Program = &recruit.About
	tb = newTable(t, 1)
	tb.take(tb.m.Expire(by, "red", clock.Remind))
	if a := tb.m.Log()[tb.m.Seq()-1].Decision.Act.(match.ActExpire); a.Program != nil {
		t.Errorf("%s is reminded", a.Program)
	}
}

func TestNoUndoOfCaretakerAnswers(t *testing.T) {
	tb := newTable(t, 1)
	p := tb.m.Position().Prompts()[0]
	tb.take(tb.m.Set(tb.by(1), map[string]string{"a": "b"}))
	m, err := tb.m.Answer(tb.by(match.Referee), p.Seat, p.ID, p.Default)
	if err != nil {
		t.Fatal(err)
	}
	if to, ok := m.Undo(m.Player(p.Seat)).Free(); ok {
		t.Errorf("the player may go back to %d", to)
	}
}

// TestPropose offers settings, which hold when they are accepted and not before.
func TestPropose(t *testing.T) {
	tb := newTable(t, 1)
	pause := map[string]string{"pause": "on"}
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewSettings, Settings: pause}))
	if o := tb.m.Offered(); o.What != match.NewSettings || o.By != "red" || o.Settings["pause"] != "on" || tb.m.Setting("pause") != "" {
		t.Errorf("offered %+v", o)
	}
	if _, err := tb.m.Accept(tb.by(1), "red", match.NewSettings); !errors.Is(err, match.ErrOwnOffer) {
		t.Errorf("accepted by who offered: %v", err)
	}
	if _, err := tb.m.Accept(tb.by(2), "blue", match.Draw); !errors.Is(err, match.ErrNoOffer) {
		t.Errorf("a draw accepted that nobody offered: %v", err)
	}
	if _, err := tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.NewSettings, Settings: pause}); !errors.Is(err, match.ErrOffered) {
		t.Errorf("a second offer: %v", err)
	}
	declined, err := tb.m.Decline(tb.by(2), "blue", match.NewSettings)
	if err != nil || declined.Setting("pause") != "" || declined.Offered().Settings != nil {
		t.Errorf("declined: %v, %v", declined.Settings(), err)
	}
	tb.take(tb.m.Accept(tb.by(2), "blue", match.NewSettings))
	if o := tb.m.Offered(); o.What != "" || tb.m.Setting("pause") != "on" || tb.m.Over() || o.Settings != nil {
		t.Errorf("accepted: %v, offered %+v", tb.m.Settings(), o)
	}
	tb.refold()
	if _, err := tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.NewSettings, Settings: nil}); err == nil {
		t.Error("an offer of nothing")
	}
}
