package match

import (
	"strconv"

	"referee/engine"
	"referee/engine/chain"
)

// Roll is a request to a Roller for a roll or a draw. Its result depends on everything here but
// Faces' labels, Sealed and At; in a match with a beacon it depends on Sealed too, by the round
// that follows it.
type Roll struct {
	Match   ID
	Seed    chain.Head // the players' seed: see [DiceInputs]
	No      int        // from 1, without gaps: a rewind does not reuse it
	Purpose string     // its purpose, in ids
	Orders  chain.Head // digest of the answers before it: see [DiceInputs]
	Faces   []engine.Option
	// Sealed is the time at which the roll's order was recorded, At is now: Unix time in
	// milliseconds.
	Sealed, At int64
	Dice       *Dice // of the match; nil: it has no key
}

// Face is the answer of a Roller.
type Face struct {
	ID    string // of one of the faces
	Proof string // hex; "" from one that proves nothing
	Pulse *Pulse // of the beacon, if the match names one
}

// Roller answers for the seat of Chance.
type Roller interface {
	// Roll returns one of r.Faces. An error that wraps ErrNoRoll says that there is no answer yet;
	// *AwaitError says when there may be one.
	Roll(r Roll) (Face, error)
}

// Prover is a Roller whose rolls anybody can check.
type Prover interface {
	Roller
	// Dice returns the dice data for opening a new match.
	Dice(id ID) Dice
	// Check returns the problem of a roll in a record; nil: none.
	Check(m RecordedRoll) error
	// Alpha returns the text that the proof of a roll covers, as it was recorded.
	Alpha(m RecordedRoll) []byte
}

// AwaitError says that a roll has no answer before a given moment. It wraps ErrNoRoll.
type AwaitError struct {
	At  int64 // Unix time in milliseconds
	Why string
}

func (e *AwaitError) Error() string { return "match: the roll is awaited: " + e.Why }

// Unwrap returns ErrNoRoll.
func (e *AwaitError) Unwrap() error { return ErrNoRoll }

// Awaits returns the roll that is to be made now, if there is one: without a beacon there never is
// between two commands.
func (m *Match) Awaits(at int64) (Roll, bool) {
	if m.open() != nil {
		return Roll{}, false
	}
	for _, p := range m.pos.Prompts() {
		if p.Seat == engine.Chance {
			r, err := m.record.dice.asked(m.pos, p, at)
			return r, err == nil
		}
	}
	return Roll{}, false
}

// chances is the number of equal chances that faces stand for.
func chances(faces []engine.Option) int {
	total := 0
	for _, f := range faces {
		total += max(1, f.Weight)
	}
	return total
}

// among is what each of the equal chances of faces brings; nil where chance i
// brings the number i.
func among(faces []engine.Option) []string {
	var out []string
	numbers := true
	for _, f := range faces {
		for range max(1, f.Weight) {
			numbers = numbers && f.ID == strconv.Itoa(len(out))
			out = append(out, f.ID)
		}
	}
	if numbers {
		return nil
	}
	return out
}
