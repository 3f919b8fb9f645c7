package referee

import (
	"referee/bot/authority"
	"referee/bot/schedule"
)

// Moderator does what moderators and judges may do to a match. It is done in the referee's
// name: its author in the record is nobody who plays. Package authority says who may, and the
// post that tells it names them.
type Moderator struct{ office Office }

// as does what its author may do as a moderator or judge.
func (mo Moderator) as(c Command, act authority.Act, do func(c Command) (Reply, error)) (Reply, error) {
	r := mo.office.r
	var err error
	if c.role, err = r.rights.as(c, act); err != nil {
		return Reply{}, r.faults.classify(err, c, nil)
	}
	return do(c)
}

// Unseat frees a seat for somebody else. It returns authority.ErrSeats.
func (mo Moderator) Unseat(c Command) (Reply, error) {
	return mo.as(c, authority.Unseat, mo.office.Unseat)
}

// TakeBack takes the position back to what it was after decision to: over rolls, secrets, and the end of the match. It refuses with
// match.ErrUndo, and with match.ErrKey where a match that is over could not go on.
func (mo Moderator) TakeBack(c Command, to int) (Reply, error) {
	return mo.as(c, authority.TakeBack, func(c Command) (Reply, error) { return mo.office.TakeBack(c, to) })
}

// Abandon ends a match without a result. It refuses with
// authority.ErrNoAbandon where somebody waits for its result.
func (mo Moderator) Abandon(c Command) (Reply, error) {
	return mo.as(c, authority.Abandon, mo.office.Abandon)
}

// ChangeSettings chooses settings. It returns authority.ErrFixed for clocks that are fixed, and ErrAgree for what others choose.
func (mo Moderator) ChangeSettings(c Command, settings map[string]string) (Reply, error) {
	act := authority.Conduct
	for name := range settings {
		switch {
		case name == schedule.SettingClock || name == schedule.SettingPause:
			act = authority.SetClock
		case Reserved(name), IsMentions(name) && name != SettingMentions:
			return Reply{}, ErrAgree
		}
	}
	return mo.as(c, act, func(c Command) (Reply, error) { return mo.office.ChangeSettings(c, settings) })
}
