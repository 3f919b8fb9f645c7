package referee

import (
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// What a seat may do now, for doors that offer it: each is obeyed by the command of that name.

// CanAccept reports whether [Referee.Accept] is obeyed for a seat: another one offers something, which judges do not stop.
func (s *Snapshot) CanAccept(seat engine.Seat) bool {
	what, by := s.m.Offered()
	return what != "" && by != seat && s.underWay() && (s.asks() || what != match.TakeBack && what != match.Law)
}

// CanDecline reports whether [Referee.Decline] is obeyed: by who is offered something, and by who has offered it, who takes it back.
func (s *Snapshot) CanDecline() bool {
	what, _ := s.m.Offered()
	return what != "" && s.underWay()
}

// CanResume reports whether [Referee.Resume] is obeyed for who holds a seat.
func (l Look) CanResume(seat engine.Seat) bool {
	return l.Restored != nil && !l.Held && slices.Contains(l.Info.Seats, seat) && !slices.Contains(l.Restored.Agreed, seat)
}
