package referee

import (
	"errors"
	"log/slog"

	"referee/engine/match"
	"referee/engine/refusal"
)

// roller is the dice, and what is known of their proofs and keys.
type roller struct {
	match.Roller
	log *slog.Logger
}

// proof is what the dice of a new match are checked by; nil where they prove
// nothing.
func (d roller) proof(id match.ID) *match.Dice {
	p, ok := d.Roller.(match.Prover)
	if !ok {
		return nil
	}
	proven := p.Dice(id)
	return &proven
}

// hasKey reports whether a match that is proven could roll here.
func (d roller) hasKey(m *match.Match) bool {
	holder, ok := d.Roller.(interface {
		Which(id match.ID, d match.Dice) (int, bool)
	})
	if proven := m.Opening().Dice; ok && proven != nil {
		_, ok = holder.Which(m.ID(), *proven)
		return ok
	}
	return true
}

// ErrUnsigned says that nothing can be signed for a match: it was opened without a key for its dice.
var ErrUnsigned = refusal.New("referee.refuse.unsigned", "referee: the match has no key to sign with")

// Vouch signs a text with the key of the match, which its first decision shows: see
// [dice.CheckVoucher]. It returns ErrUnsigned, and match.ErrKey where the key is not here.
func (d Dice) Vouch(text []byte) (string, error) {
	signs, can := d.r.dice.Roller.(interface {
		Vouch(id match.ID, d match.Dice, text []byte) (string, error)
	})
	proven := d.m.Opening().Dice
	if !can || proven == nil {
		return "", ErrUnsigned
	}
	return signs.Vouch(d.m.ID(), *proven, text)
}

// tryAgain says when to try again a roll that has no answer yet; 0 without an
// error. Other errors it returns. Where the key is missing, only a roll that was
// awaited before is tried again: an order after which it would be is refused.
func (d roller) tryAgain(before *match.Match, now int64, err error) (int64, error) {
	var await *match.AwaitError
	if errors.Is(err, match.ErrKey) {
		d.log.Error("a roll is not made: the key that the match was opened with is not here", "match", before.ID())
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

// check checks one roll.
func (d roller) check(m match.RecordedRoll) error {
	if p, ok := d.Roller.(match.Prover); ok {
		return p.Check(m)
	}
	return errors.New("proofs cannot be checked here: use referee verify")
}
