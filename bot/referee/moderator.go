package referee

import (
	"context"

	"referee/bot/authority"
	"referee/bot/schedule"
)

// Moderator does what moderators and judges may do to a match. It is done in the referee's
// name: its author in the record is nobody who plays. Package authority says who may, and the
// post that tells it names them.
type Moderator struct{ office Office }

// as does what its author may do as a moderator or judge.
func (mo Moderator) as(ctx context.Context, c Command, act authority.Right, do func(context.Context, Command) (Reply, error)) (Reply, error) {
	r := mo.office.r
	var err error
	if c.role, err = r.rights.as(ctx, c, act); err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, nil)
	}
	return do(ctx, c)
}

// Unseat frees a seat for somebody else. It returns authority.ErrSeats.
func (mo Moderator) Unseat(ctx context.Context, c Command) (Reply, error) {
	return mo.as(ctx, c, authority.Unseat, mo.office.Unseat)
}

// TakeBack takes the position back to what it was after decision to: over rolls, secrets, and the end of the match. It refuses with
// match.ErrUndo, and with match.ErrKey where a match that is over could not go on.
func (mo Moderator) TakeBack(ctx context.Context, c Command, to int) (Reply, error) {
	return mo.as(ctx, c, authority.TakeBack, func(ctx context.Context, c Command) (Reply, error) { return mo.office.TakeBack(ctx, c, to) })
}

// Abandon ends a match without a result. It refuses with
// authority.ErrNoAbandon where somebody waits for its result.
func (mo Moderator) Abandon(ctx context.Context, c Command) (Reply, error) {
	return mo.as(ctx, c, authority.Abandon, mo.office.Abandon)
}

// ChangeSettings chooses settings. It returns authority.ErrFixed for clocks that are fixed, and ErrAgree for what others choose.
func (mo Moderator) ChangeSettings(ctx context.Context, c Command, settings map[string]string) (Reply, error) {
	act := authority.Conduct
	for name := range settings {
		switch {
		case name == schedule.SettingClock || name == schedule.SettingPause:
			act = authority.SetClock
		case Reserved(name), IsMentions(name) && name != SettingMentions:
			return Reply{}, ErrAgree
		}
	}
	return mo.as(ctx, c, act, func(ctx context.Context, c Command) (Reply, error) { return mo.office.ChangeSettings(ctx, c, settings) })
}
