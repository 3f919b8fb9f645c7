package referee_test

import (
	"errors"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestStrangersLearnNothingOfAnOrder: who does not hold a seat neither takes back what
// it has half built, nor reads orders for it, nor finds out what it could answer.
func TestStrangersLearnNothingOfAnOrder(t *testing.T) {
	b := newBench(t)
	id := b.open()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	prompt := l.Asks[0].Prompt
	red := command(id, "red")
	_, err = b.Draft(b.t.Context(), red, prompt, []string{"rush"})
	b.must(err)
	for _, who := range []string{"test:blue", "test:stranger", ""} {
		c := red
		c.Account = who
		for name, do := range map[string]func() error{
			"undo": func() error { _, err := b.Undo(b.t.Context(), c); return err },
			"read": func() error {
				_, err := refereetest.Current(b.t.Context(), b.Referee, c.Match).Read(b.t.Context(), c, "plan hold")
				return err
			},
			"order":  func() error { _, err := b.Order(b.t.Context(), c, "plan hold"); return err },
			"answer": func() error { _, err := b.Answer(b.t.Context(), c, prompt, []string{"hold"}); return err },
			"options": func() error {
				_, err := refereetest.Current(b.t.Context(), b.Referee, c.Match).Options(b.t.Context(), c, prompt, nil)
				return err
			},
			"odds": func() error {
				_, err := refereetest.Current(b.t.Context(), b.Referee, c.Match).PreviewOdds(b.t.Context(), c, prompt, []string{"rush"})
				return err
			},
			"stand":  func() error { _, err := b.AddStanding(b.t.Context(), c, "match lose units red-a"); return err },
			"resign": func() error { _, err := b.Resign(b.t.Context(), c); return err },
			"draw":   func() error { _, err := b.OfferDraw(b.t.Context(), c); return err },
		} {
			if err := do(); !errors.Is(err, match.ErrPlayer) {
				t.Errorf("%q, %s: %v", who, name, err)
			}
		}
		if seats := (referee.Look{Sitting: []referee.Sitting{{Seat: "red"}}}).Seats(""); len(seats) > 0 {
			t.Errorf("who has no account holds %v, whose holder nobody knows", seats)
		}
	}
	if l, err = refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red"); err != nil || l.Draft == nil || l.Seq != 3 {
		t.Errorf("red has half built %+v at decision %d (%v)", l.Draft, l.Seq, err)
	}
	if l, err = refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator); err != nil || l.Draft != nil {
		t.Errorf("all see %+v (%v)", l.Draft, err)
	}
}
