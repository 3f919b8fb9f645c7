package referee

import (
	"slices"

	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// What a seat may do now, for doors that offer it: each is obeyed by the command of that name.

// CanOffer reports whether a seat may offer the others something: the match is under way, has other seats,
// and no offer stands.
func (s *Snapshot) CanOffer() bool {
	what, _ := s.m.Offered()
	return what == "" && s.underWay() && len(s.Info().Seats) > 1
}

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

// CanOfferLaw reports whether [Referee.OfferLaw] is obeyed.
func (s *Snapshot) CanOfferLaw() bool {
	info := s.Info()
	return s.CanOffer() && s.asks() && info.Law < info.Newest && !keepsLaw(s.m)
}

// CanHint reports whether [Referee.Hint] is obeyed for a seat.
func (s *Snapshot) CanHint(seat engine.Seat) bool {
	return s.asks() && s.hasProgram() && mayHint(s.m) &&
		slices.ContainsFunc(s.m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == seat })
}

// CanOfferHints reports whether a seat may propose hints: the match counts, and they are not agreed.
func (s *Snapshot) CanOfferHints() bool { return s.CanOffer() && s.hasProgram() && !mayHint(s.m) }

// hasProgram reports whether a program plays the game, which could give hints.
func (s *Snapshot) hasProgram() bool {
	_, err := s.r.Games.DefaultProgram(s.Info().Game)
	return err == nil
}

// CanResume reports whether [Referee.Resume] is obeyed for who holds a seat.
func (l Look) CanResume(seat engine.Seat) bool {
	return l.Restored != nil && !l.Held && slices.Contains(l.Info.Seats, seat) && !slices.Contains(l.Restored.Agreed, seat)
}

// CanPause reports whether [Referee.Pause] stops a clock that runs.
func (s *Snapshot) CanPause() (bool, error) {
	times, err := s.r.schedule.TimesOf(s.m)
	return err == nil && s.CanOffer() && times.Settings.Runs() && !times.Paused, err
}

// CanOfferClock reports whether who holds a seat may choose another clock: alone until the match begins, then by agreement.
func (s *Snapshot) CanOfferClock() bool {
	return s.m.Setting(SettingOwner) == "" && (!s.m.Started() || s.CanOffer())
}

// CanUnpause reports whether [Referee.Unpause] is obeyed.
func (s *Snapshot) CanUnpause() bool { return s.m.Setting(schedule.SettingPause) != "" && !s.m.Over() }

// underWay reports whether all seats were taken, the match is not over, and does not wait to go on after a backup.
func (s *Snapshot) underWay() bool {
	_, stands := s.m.Restored()
	return s.m.Started() && !s.m.Over() && !stands
}
