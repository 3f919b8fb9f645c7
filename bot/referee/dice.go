package referee

import (
	"encoding/hex"
	"errors"
	"time"

	"referee/engine"
	"referee/engine/match"
)

// dueRoll is the name of the deadline at which a roll that is awaited may have its
// answer.
const dueRoll = "roll"

// retry is how long to wait, in milliseconds, where dice do not say when they
// have an answer.
const retry = 5_000

// proof is what the dice of a new match are checked by; nil where they prove
// nothing.
func (r *Referee) proof(id match.ID) *match.Dice {
	p, ok := r.dice.(match.Prover)
	if !ok {
		return nil
	}
	d := p.Dice(id)
	return &d
}

// diceTold says what the dice of a match are checked by, as it opens: it is to be
// in public before there is an order.
func diceTold(d *match.Decision) engine.Msg {
	if d.Kind != match.KindOpen || d.Open.Dice == nil {
		return engine.Msg{}
	}
	if b := d.Open.Dice.Beacon; b != nil {
		return engine.Say("referee.told.beacon", engine.Text("key", d.Open.Dice.Key), engine.Text("chain", b.Chain))
	}
	return engine.Say("referee.told.key", engine.Text("key", d.Open.Dice.Key))
}

// phrase is what somebody who joins adds to the dice.
func (r *Referee) phrase(c Command) (string, error) {
	if c.Phrase != "" {
		return c.Phrase, nil
	}
	if c.Key != "" {
		return c.Key, nil
	}
	raw, err := r.salt()
	return hex.EncodeToString(raw), err
}

// tryAgain says when to try again a roll that has no answer yet; 0 without an
// error. Other errors it returns. Where the key is missing, only a roll that was
// awaited before is tried again: an order after which it would be is refused.
func (r *Referee) tryAgain(before *match.Match, now int64, err error) (int64, error) {
	var await *match.AwaitError
	if errors.Is(err, match.ErrKey) {
		r.log.Error("a roll is not made: the key that the match was opened with is not here", "match", before.ID())
		if _, was := before.Awaits(0); was {
			return now + keyRetry, nil
		}
		return 0, err
	}
	switch {
	case errors.As(err, &await):
		return max(await.At, now+1), nil
	case errors.Is(err, match.ErrNoRoll):
		return now + retry, nil
	}
	return 0, err
}

// deadlines sets the time of a roll that is awaited, or clears the one that was.
func (t attempted) deadlines(before *match.Match) []match.Deadline {
	_, was := before.Awaits(0)
	if t.rolls == 0 && !was {
		return nil
	}
	return []match.Deadline{{Name: dueRoll, At: t.rolls}}
}

// roll is what is due at dueRoll.
func (r *Referee) roll(d match.Deadline, _ time.Time) error {
	_, err := r.Resume(d.Match)
	return err
}

// Resume makes the roll that a match awaits, if it has its answer by now, and goes
// on from there; else it sets the deadline anew. It does nothing to a match that
// awaits none.
func (r *Referee) Resume(id match.ID) (Reply, error) {
	lk, err := r.lock(id)
	if err != nil {
		return Reply{}, err
	}
	defer lk.release()
	c := Command{Match: id, Door: "dice", due: true}
	s, err := lk.snapshot("")
	if err != nil {
		return Reply{}, err
	}
	t, err := s.attempt(c, func(m *match.Match, _ match.By) (*match.Match, error) { return m, nil })
	if err != nil {
		return Reply{}, r.faults.classify(err, c, newest(t.next, lk.m))
	}
	b, reply, err := s.after(t.next, nil).batch(lk, c)
	if err != nil {
		return Reply{}, r.faults.classify(err, c, lk.m)
	}
	b.Deadlines = []match.Deadline{{Name: dueRoll, At: t.rolls}}
	return lk.save(c, b, t.next, reply)
}

// check checks one roll.
func (r *Referee) check(m match.Made) error {
	if p, ok := r.dice.(match.Prover); ok {
		return p.Check(m)
	}
	return errors.New("proofs cannot be checked here: use referee verify")
}
