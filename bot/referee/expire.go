package referee

import (
	"context"

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
func (t timed) Lock(ctx context.Context, id match.ID) (schedule.Locked, error) {
	lk, err := t.r.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	return lockedMatch{lk}, nil
}

// Classify makes a fault of an error that is no refusal.
func (t timed) Classify(ctx context.Context, err error, id match.ID, m *match.Match) error {
	return t.r.faults.classify(ctx, err, Command{Match: id}, m)
}

// lockedMatch is a match of which the schedule holds the lock.
type lockedMatch struct{ lk *matchLock }

func (l lockedMatch) Match() *match.Match { return l.lk.m }
func (l lockedMatch) Place() string       { return l.lk.place }
func (l lockedMatch) Unlock()             { l.lk.release() }

// EndPause ends a pause whose end has come.
func (l lockedMatch) EndPause(ctx context.Context) error {
	_, err := l.lk.commit(ctx, Command{Match: l.lk.id, Door: DoorClock, due: true}, unpause)
	return err
}

// Expire does what the settings of the clocks say when the time of a player is up. A program
// that is the caretaker is told so, and thinks as those do that hold a seat: see [Programs.Think].
// The defaults are answered at once, also where there is no such program any more.
func (l lockedMatch) Expire(ctx context.Context, p match.Player, set clock.Settings) error {
	m, then := l.lk.m, set.Then
	program, thinks := l.lk.r.Games.spec(m).Players.Find(set.Program)
	if _, scored := m.Position().Tally(); then == clock.Adjudicate && !scored {
		then = clock.Remind
	}
	var seat engine.Seat
	for _, q := range m.Position().Prompts() {
		if m.Player(q.Seat) == p {
			seat = q.Seat
			break
		}
	}
	c := Command{Match: l.lk.id, Door: DoorClock, due: true}
	if then == clock.Caretaker {
		c.Seat = seat // what it has half built is gone
	}
	_, err := l.lk.commit(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if thinks {
			by.Program = &program.About
		}
		next, err := m.Expire(by, seat, then)
		if err != nil || then != clock.Caretaker || thinks {
			return next, err
		}
		return l.lk.r.caretaker.answer(next, by, func(s engine.Seat) bool { return next.Player(s) == p })
	})
	return err
}
