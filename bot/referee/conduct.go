package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// What a judge does is done in the referee's name: its author is nobody who
// plays. Whoever opens a door to these must know that the account may.

// Unseat frees a seat for somebody else, as the judge. It returns ErrSeats for a match
// of a league.
func (r *Referee) Unseat(c Command) (Reply, error) {
	if err := r.seatedByLeague(c); err != nil {
		return Reply{}, err
	}
	return r.unseat(c)
}

func (r *Referee) unseat(c Command) (Reply, error) {
	c.judge = true
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Leave(by, c.Seat) })
}

// TakeBack takes the position back to what it was after decision to, as the
// judge: over rolls, secrets, and the end of the match. It refuses with
// match.ErrUndo, and with ErrOwn who plays the match in a league.
func (r *Referee) TakeBack(c Command, to int) (Reply, error) {
	if err := r.others(c); err != nil {
		return Reply{}, err
	}
	return r.takeBack(c, to)
}

func (r *Referee) takeBack(c Command, to int) (Reply, error) {
	c.judge, c.Seat = true, ""
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) { return m.Rewind(by, to) })
}

// Abandon ends a match without a result, as the judge. It refuses with ErrNoAbandon
// where a league waits for its result.
func (r *Referee) Abandon(c Command) (Reply, error) {
	if err := r.awaited(c); err != nil {
		return Reply{}, err
	}
	return r.abandon(c)
}

func (r *Referee) abandon(c Command) (Reply, error) {
	c.judge, c.Seat = true, ""
	return r.do(c, abandon)
}

// CallOff ends a match that has not begun, as one who has a seat in it. It refuses
// with ErrNoAbandon where a league waits for its result.
func (r *Referee) CallOff(c Command) (Reply, error) {
	if err := r.awaited(c); err != nil {
		return Reply{}, err
	}
	return r.do(c, abandon)
}

// awaited refuses what is not done to a match of a league.
func (r *Referee) awaited(c Command) error {
	_, linked, err := r.store.LinkOf(c.Match)
	if err == nil && linked {
		err = ErrNoAbandon
	}
	return r.judged(err, c, nil)
}

func abandon(m *match.Match, by match.By) (*match.Match, error) { return m.Abandon(by) }

// Set chooses settings of a match, as one who has a seat in it. It returns
// ErrAgree for those that take both players, and clock.ErrSettings.
func (r *Referee) Set(c Command, settings map[string]string) (Reply, error) {
	return r.do(c, func(m *match.Match, by match.By) (*match.Match, error) {
		check := maySet
		if c.judge {
			check = judgeMaySet
		}
		if err := check(m, settings); err != nil {
			return nil, err
		}
		return m.Set(by, settings)
	})
}

// Conduct is Set, as the judge.
func (r *Referee) Conduct(c Command, settings map[string]string) (Reply, error) {
	c.judge, c.Seat = true, ""
	return r.Set(c, settings)
}

// LookAt is Look at a match as it was after a decision. What is half built now
// is not in it. It returns match.ErrUndo where there is no such decision.
func (r *Referee) LookAt(id match.ID, v engine.Viewer, seq int) (Look, error) {
	rm, err := r.enter(id)
	if err != nil {
		return Look{}, err
	}
	defer r.rooms.leave(rm)
	m, err := rm.m.At(seq)
	if err != nil {
		return Look{}, err
	}
	return r.look(m, m.Position(), nil, v)
}

// Repeated is the first reply to a command that was done before; else false.
func (r *Referee) Repeated(c Command) (reply Reply, found bool, err error) {
	reply, found, err = r.repeated(c)
	return reply, found, r.judged(err, c, nil)
}
