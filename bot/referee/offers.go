package referee

import (
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// What a seat may do now, for doors that offer it: each is obeyed by the command of that name.

// CanAccept reports whether [Referee.Accept] is obeyed for a seat: another one offers something, which judges do not stop.
func (s *Snapshot) CanAccept(seat engine.Seat) bool {
	o := s.m.Offered()
	return o.What != "" && o.By != seat && s.underWay() && (s.asks() || o.What != match.TakeBack && o.What != match.Law)
}

// CanDecline reports whether [Referee.Decline] is obeyed: by who is offered something, and by who has offered it, who takes it back.
func (s *Snapshot) CanDecline() bool {
	return s.m.Offered().What != "" && s.underWay()
}

// CanResume reports whether [Referee.Resume] is obeyed for who holds a seat.
func (l Look) CanResume(seat engine.Seat) bool {
	return l.Restored != nil && !l.Held && slices.Contains(l.Info.Seats, seat) && !slices.Contains(l.Restored.Agreed, seat)
}
