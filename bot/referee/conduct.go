package referee

import (
	"referee/bot/authority"
	"referee/bot/schedule"
	"referee/engine/match"
)

// What a moderator or judge does is done in the referee's name: its author in the
// record is nobody who plays. Package authority says who may, and the post that tells
// it names them.

// moderate does what its author may do as a moderator or judge.
func (r *Referee) moderate(c Command, act authority.Act, do func(c Command) (Reply, error)) (Reply, error) {
	var err error
	if c.role, err = r.rights.as(c, act); err != nil {
		return Reply{}, r.faults.classify(err, c, nil)
	}
	return do(c)
}

// Unseat frees a seat for somebody else, as a moderator. It returns authority.ErrSeats.
func (r *Referee) Unseat(c Command) (Reply, error) {
	return r.moderate(c, authority.Unseat, Office{r}.Unseat)
}

// TakeBack takes the position back to what it was after decision to, as a
// moderator: over rolls, secrets, and the end of the match. It refuses with
// match.ErrUndo, and with match.ErrKey where a match that is over could not go on.
func (r *Referee) TakeBack(c Command, to int) (Reply, error) {
	return r.moderate(c, authority.TakeBack, func(c Command) (Reply, error) { return Office{r}.TakeBack(c, to) })
}

// Abandon ends a match without a result, as a moderator. It refuses with
// authority.ErrNoAbandon where somebody waits for its result.
func (r *Referee) Abandon(c Command) (Reply, error) {
	return r.moderate(c, authority.Abandon, Office{r}.Abandon)
}

// CallOff ends a match that has not begun, as one who has a seat in it, if they are free
// to: see [FreeEnd].
func (r *Referee) CallOff(c Command) (Reply, error) {
	if err := r.faults.classify(r.rights.free(c.Match, FreeEnd), c, nil); err != nil {
		return Reply{}, err
	}
	return r.do(c, abandon)
}

func abandon(m *match.Match, by match.By) (*match.Match, error) { return m.Abandon(by) }

// Set chooses settings of a match, as one who has a seat in it. It returns
// ErrAgree for those that take both players, and clock.ErrSettings.
func (r *Referee) Set(c Command, settings map[string]string) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		if !c.judge {
			if err := maySet(m, by.Player, settings); err != nil {
				return nil, err
			}
		}
		if err := r.Games.CheckSettings(m.Opening().Game, settings); err != nil {
			return nil, err
		}
		return m.Set(by, settings)
	})
}

// Conduct is Set, as a moderator. It returns authority.ErrFixed for clocks that are
// fixed, and ErrAgree for what others choose.
func (r *Referee) Conduct(c Command, settings map[string]string) (Reply, error) {
	act := authority.Conduct
	for name := range settings {
		switch {
		case name == schedule.SettingClock || name == schedule.SettingPause:
			act = authority.SetClock
		case Reserved(name), IsMentions(name) && name != SettingMentions:
			return Reply{}, ErrAgree
		}
	}
	return r.moderate(c, act, func(c Command) (Reply, error) { return Office{r}.Conduct(c, settings) })
}

// FirstReply is the first reply to a command that was done before; else false.
func (r *Referee) FirstReply(c Command) (reply Reply, found bool, err error) {
	reply, found, err = r.replied(c)
	return reply, found, r.faults.classify(err, c, nil)
}
