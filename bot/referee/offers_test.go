package referee_test

import (
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// TestSeatOffersAreObeyed: what a snapshot says that a seat can do is obeyed, and nothing else is.
func TestSeatOffersAreObeyed(t *testing.T) {
	can := map[string]func(s *referee.Snapshot, seat engine.Seat) (bool, error){
		"undo":    func(s *referee.Snapshot, seat engine.Seat) (bool, error) { return s.CanUndo(seat), nil },
		"draw":    func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanOffer(), nil },
		"law":     func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanOfferLaw(), nil },
		"accept":  func(s *referee.Snapshot, seat engine.Seat) (bool, error) { return s.CanAccept(seat), nil },
		"hint":    func(s *referee.Snapshot, seat engine.Seat) (bool, error) { return s.CanHint(seat), nil },
		"decline": func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanDecline(), nil },
		"hints":   func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanOfferHints(), nil },
		"pause":   func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanPause() },
		"unpause": func(s *referee.Snapshot, _ engine.Seat) (bool, error) { return s.CanUnpause(), nil },
		"ask back": func(s *referee.Snapshot, seat engine.Seat) (bool, error) {
			back, err := s.BackTo(seat, 1)
			return len(back) > 0, err
		},
	}
	does := map[string]func(r *referee.Referee, s *referee.Snapshot, c referee.Command) error{
		"undo": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error { return fails(r.Undo(c)) },
		"draw": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error { return fails(r.OfferDraw(c)) },
		"law":  func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error { return fails(r.OfferLaw(c)) },
		"hint": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error {
			_, _, err := r.Hint(c)
			return err
		},
		"pause": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error {
			return fails(r.Pause(c, time.Time{}))
		},
		"unpause": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error { return fails(r.Unpause(c)) },
		"hints": func(r *referee.Referee, _ *referee.Snapshot, c referee.Command) error {
			return fails(r.Propose(c, map[string]string{referee.SettingHints: "on"}))
		},
		"accept": func(r *referee.Referee, s *referee.Snapshot, c referee.Command) error {
			what, _ := s.Match().Offered()
			return fails(r.Accept(c, what))
		},
		"decline": func(r *referee.Referee, s *referee.Snapshot, c referee.Command) error {
			what, _ := s.Match().Offered()
			return fails(r.Decline(c, what))
		},
		"ask back": func(r *referee.Referee, s *referee.Snapshot, c referee.Command) error {
			back, err := s.BackTo(c.Seat, 1)
			if err != nil || len(back) == 0 {
				return match.ErrUndo
			}
			return fails(r.RequestTakeBack(c, back[0].Seq))
		},
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	few := 25
	if thorough.Brief() {
		few = 5
	}
	offered.Each(t, offered.Toy(), few, func(t *testing.T, c *offered.Case) {
		for name := range can {
			for _, seat := range []engine.Seat{"red", "blue"} {
				p := c.In(t, "test")
				s, err := p.Referee.Snapshot(p.Match)
				must(err)
				l, err := s.Look(engine.Viewer(seat))
				must(err)
				sits := l.Holder(seat)
				if sits.Program != "" {
					must(p.Store.Close())
					continue
				}
				may, err := can[name](s, seat)
				must(err)
				err = does[name](p.Referee, s, referee.Command{Match: p.Match, Seat: seat, Account: sits.Account, Door: "test"})
				if err != nil && !referee.IsRefusal(err) || may != (err == nil) {
					t.Errorf("%s can %s: %t, and then %v", seat, name, may, err)
				}
				must(p.Store.Close())
			}
		}
	})
}
