package referee

import (
	"context"
	"time"

	"referee/engine"
	"referee/engine/match"
)

// dueTakeBack is the name of the deadline at which a request to go back that
// nobody has answered lapses.
const dueTakeBack = "take-back"

// TakeBackTime is how long the other seat has to grant a request to go back.
const TakeBackTime = 48 * time.Hour

// RequestTakeBack asks the other seat to let the match go back to what it was after
// decision to: over rolls and its own answers. It refuses with match.ErrUndo
// and match.ErrOffered. What is free to take back needs no asking: [Orders.Undo]. The
// other seat may accept or decline, see [Referee.Accept].
func (r *Referee) RequestTakeBack(ctx context.Context, c Command, to int) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Offer(by, c.Seat, match.ActOffer{Offer: match.TakeBack, To: to})
	})
}

// BackTo lists where a seat could ask to go back to: just before each of its
// latest answers that are no longer free to take back, the latest first, at most
// so many; nowhere where it cannot ask.
func (s *Snapshot) BackTo(ctx context.Context, seat engine.Seat, most int) ([]Line, error) {
	if s.m.Offered().What != "" || len(s.Info().Seats) < 2 || !s.asks() {
		return nil, nil
	}
	free := s.m.Seq() + 1
	if to, ok := s.m.Undo(s.m.Player(seat)).Free(); ok {
		free = to
	}
	var out []Line
	line := s.m.Line()
	for i := len(line) - 1; i > 0 && len(out) < most; i-- {
		d := &line[i].Decision
		back := line[i-1].Decision.Seq
		if a, ok := d.Act.(match.ActAnswer); !ok || d.Seat != seat || a.Auto || back >= free {
			continue
		}
		said, err := Tell(s.m, "", d.Seq-1, d.Seq)
		if err != nil {
			return nil, s.r.faults.classify(ctx, err, Command{Match: s.m.ID(), Seat: seat}, s.m)
		}
		if len(said) > 0 {
			said[0].Seq = back
			out = append(out, said[0])
		}
	}
	return out, nil
}

// askedBack sets the deadline of a request to go back that is new, or clears
// that of one which stands no longer.
func askedBack(before, next *match.Match, now func() time.Time) []match.Deadline {
	was, is := before.Offered().About(match.TakeBack) != 0, next.Offered().About(match.TakeBack) != 0
	switch {
	case was == is:
		return nil
	case is:
		return []match.Deadline{{Name: dueTakeBack, At: now().Add(TakeBackTime).UnixMilli()}}
	default:
		return []match.Deadline{{Name: dueTakeBack}}
	}
}

// lapse is what is due at dueTakeBack.
func lapse(ctx context.Context, r *Referee, d match.Deadline) error {
	_, err := r.do(ctx, Command{Match: d.Match, Door: DoorClock, due: true}, func(m *match.Match, by match.By) (*match.Match, error) {
		return m.Decline(by, m.Offered().By, match.TakeBack)
	})
	return err
}
