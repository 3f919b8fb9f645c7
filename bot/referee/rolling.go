package referee

import (
	"context"

	"referee/engine"
	"referee/engine/match"
)

// dueRoll is the name of the deadline at which a roll that is awaited may have its
// answer.
const dueRoll = "roll"

// retry is how long to wait, in milliseconds, where dice do not say when they
// have an answer.
const retry = 5_000

// diceTold says what the dice of a match are checked by, as it opens: it is to be
// in public before there is an order.
func diceTold(d *match.Decision) engine.Msg {
	a, ok := d.Act.(match.ActOpen)
	if !ok || a.Opening.Dice == nil {
		return engine.Msg{}
	}
	dice := a.Opening.Dice
	if b := dice.Beacon; b != nil {
		return engine.Say("referee.told.beacon", engine.Text("key", dice.Key), engine.Text("chain", b.Chain))
	}
	return engine.Say("referee.told.key", engine.Text("key", dice.Key))
}

// deadlines sets the time of a roll that is awaited, or clears the one that was.
func (t attempted) deadlines(before *match.Match) []match.Deadline {
	_, was := before.Awaits(0)
	if t.rolls == 0 && !was {
		return nil
	}
	return []match.Deadline{{Name: dueRoll, At: t.rolls}}
}

// MakeRoll makes the roll that a match awaits, if it has its answer by now, and goes
// on from there; else it sets the deadline anew. It does nothing to a match that
// awaits none.
func (r *Referee) MakeRoll(ctx context.Context, id match.ID) (Reply, error) {
	c := Command{Match: id, Door: "dice", due: true}
	return r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) {
		t, err := q.attempt(func(m *match.Match, _ match.By) (*match.Match, error) { return m, nil })
		if err != nil {
			return Reply{}, r.faults.classify(ctx, err, c, newest(t.next, lk.m))
		}
		b, reply, err := q.s.after(t.next, nil).batch(lk, c)
		if err != nil {
			return Reply{}, err
		}
		b.Deadlines = []match.Deadline{{Name: dueRoll, At: t.rolls}}
		return lk.save(ctx, c, b, t.next, reply)
	})
}
