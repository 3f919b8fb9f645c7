package referee

import (
	"context"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrSecret says that something is hidden from the viewer for now, which a copy of the
// position would give away.
var ErrSecret = refusal.New("referee.refuse.secret", "referee: something in the position is hidden from you")

// Copy is the position of a match, to be played on apart from it: see package sandbox.
type Copy struct {
	Match    match.ID
	Seq      int          // the decision after which
	Info     *engine.Info // of the game
	Position engine.Position
	Orders   *orders.Reader

	faults faults
	by     Command
}

// Copy copies the position with the eyes of a command's seat, or a spectator's. It refuses
// with ErrSecret where those do not see all of it, and with match.ErrPlayer where the
// account does not hold the seat.
func (s *Snapshot) Copy(c Command) (Copy, error) {
	viewer := engine.Spectator
	if c.Seat != "" {
		if p, known := s.Seats.person(s.m.Player(c.Seat)); !known || p.Account != c.Account {
			return Copy{}, match.ErrPlayer
		}
		viewer = engine.Viewer(c.Seat)
	}
	if s.m.VisibleTo(viewer).Incomplete() {
		return Copy{}, ErrSecret
	}
	return Copy{
		Match: s.m.ID(), Seq: s.m.Seq(), Info: s.Info(), Position: s.m.Position(), Orders: s.open.orders,
		faults: s.r.faults, by: Command{Match: s.m.ID(), Account: c.Account},
	}, nil
}

// Do does something with the copy; what is a fault of the program is a [Fault] then.
func (c Copy) Do(ctx context.Context, do func() error) error {
	return c.faults.classify(ctx, guard(do), c.by, nil)
}
