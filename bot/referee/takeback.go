package referee

import (
	"context"
	"slices"
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

// Lapses is when the request to go back lapses that stands; the zero Time where none does.
func (l Look) Lapses() time.Time {
	if l.AskedBack == 0 {
		return time.Time{}
	}
	return time.UnixMilli(l.Snapshot.m.Log()[l.OfferedBy-1].Decision.At).Add(TakeBackTime)
}

// BackTo lists where a seat could ask to go back to: just before each of its
// latest answers that are no longer free to take back, the latest first, at most
// so many; nowhere where it cannot ask. An answer that came between an order and its roll, such as of
// a chit that is kept, is taken back with the order.
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
		between, err := s.between(line, i)
		if err != nil {
			return nil, err
		}
		if between {
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

// mostBetween is how many answers a question between an order and its roll has at most.
const mostBetween = 4

// between reports whether an answer of a line stands between an order of its seat and the roll of that: a die followed whatever it was.
func (s *Snapshot) between(line []*match.Entry, i int) (bool, error) {
	d, before := &line[i].Decision, &line[i-1].Decision
	last, answers := before.Act.(match.ActAnswer)
	if !answers || last.Auto || before.Seat != d.Seat {
		return false, nil
	}
	next := slices.IndexFunc(line[i+1:], func(e *match.Entry) bool { return e.Decision.Seat == d.Seat || e.Decision.Seat == engine.Chance })
	if next < 0 || line[i+1+next].Decision.Seat == d.Seat {
		return false, nil
	}
	was, err := s.m.At(before.Seq)
	if err != nil {
		return false, err
	}
	prompt := d.Act.(match.ActAnswer).Prompt
	node, err := was.Position().Options(prompt, nil)
	if err != nil || len(node.Options) < 2 || len(node.Options) > mostBetween {
		return false, err
	}
	return !slices.ContainsFunc(node.Options, func(o engine.Option) bool {
		return !diceFollow(was.Position(), d, prompt, o.ID)
	}), nil
}

// diceFollow reports whether a die is rolled after an answer, before its seat is asked again.
func diceFollow(pos engine.Position, d *match.Decision, prompt engine.PromptID, id string) bool {
	seat, path := d.Seat, []string{id}
	for n := range mostBetween {
		out, err := pos.Submit(d.Seq+n, seat, prompt, path)
		if err != nil || len(out.Position.Prompts()) == 0 { // it is no whole answer, or the last
			return false
		}
		pos = out.Position
		p := pos.Prompts()[0]
		if p.Seat == engine.Chance {
			die, err := match.RollsDie(pos, p.ID)
			return die && err == nil
		}
		if p.Seat == d.Seat {
			return false
		}
		seat, prompt, path = p.Seat, p.ID, p.Default
	}
	return false
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
