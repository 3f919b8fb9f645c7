package referee

import (
	"errors"

	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// DoorClock is the door of what is done because its time has come.
const DoorClock = "clock"

// timed is what the schedule knows of the matches.
type timed struct{ r *Referee }

// Lock locks a match, and reads it.
func (t timed) Lock(id match.ID) (schedule.Locked, error) {
	rm, err := t.r.enter(id)
	if err != nil {
		return nil, err
	}
	return lockedMatch{t.r, rm}, nil
}

// Classify makes a fault of an error that is no refusal.
func (t timed) Classify(err error, id match.ID, m *match.Match) error {
	return t.r.judged(err, Command{Match: id}, m)
}

// lockedMatch is a match in whose room the schedule is.
type lockedMatch struct {
	r  *Referee
	rm *room
}

func (l lockedMatch) Match() *match.Match { return l.rm.m }
func (l lockedMatch) Place() string       { return l.rm.place }
func (l lockedMatch) Unlock()             { l.r.rooms.leave(l.rm) }

// EndPause ends a pause whose end has come.
func (l lockedMatch) EndPause() error {
	_, err := l.r.commit(l.rm, Command{Match: l.rm.id, Door: DoorClock, due: true}, unpause)
	return err
}

// Expire does what the settings say when the time of a player is up.
func (l lockedMatch) Expire(p match.Player, then clock.Verdict) error {
	m := l.rm.m
	if _, scored := engine.Tally(m.Position()); then == clock.Adjudicate && !scored {
		then = clock.Remind
	}
	var seat engine.Seat
	for _, q := range m.Position().Prompts() {
		if m.Player(q.Seat) == p {
			seat = q.Seat
			break
		}
	}
	c := Command{Match: l.rm.id, Door: DoorClock, due: true}
	if then == clock.Caretaker {
		c.Seat = seat // what it has half built is gone
	}
	_, err := l.r.commit(l.rm, c, func(m *match.Match, by match.By) (*match.Match, error) {
		next, err := m.Expire(by, seat, then)
		if err != nil || then != clock.Caretaker {
			return next, err
		}
		return l.r.takeCare(next, by, func(s engine.Seat) bool { return next.Player(s) == p })
	})
	return err
}

// mostCare bounds what a caretaker answers in one hand-off.
const mostCare = 1000

// takeCare answers for some seats by the defaults until they are not asked any
// more, or a roll is awaited.
func (r *Referee) takeCare(m *match.Match, by match.By, cares func(engine.Seat) bool) (*match.Match, error) {
	for range mostCare {
		var asked *engine.Prompt
		for _, q := range m.Position().Prompts() {
			if q.Seat != engine.Chance && cares(q.Seat) {
				asked = &q
				break
			}
		}
		if asked == nil || m.Over() {
			return m, nil
		}
		var err error
		if by.Salt, err = r.salt(); err != nil {
			return nil, err
		}
		if m, err = m.Answer(by, asked.Seat, asked.ID, asked.Default); err != nil {
			return nil, err
		}
		next, err := m.Follow(by.At, by.Door, r.dice)
		if errors.Is(err, match.ErrNoRoll) {
			return next, nil
		}
		if err != nil {
			return next, err
		}
		m = next
	}
	return m, match.ErrEndless
}
