package match

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"referee/engine"
)

// Dice holds the data by which the rolls of a match are checked. It is in the first decision, so
// that it is known before there is an order, and none of it is secret.
type Dice struct {
	// Suite names the method that turns a roll into its result; no match has "".
	Suite string `json:"suite"`
	Key   string `json:"key"` // hex; the public half of the match's own key
	// Seats lists the seats in the game's order, in which phrases enter the players' seed. [Open]
	// fills it in.
	Seats  []engine.Seat `json:"seats"`
	Beacon *Beacon       `json:"beacon,omitempty"` // nil: none
}

// Beacon is a public source of numbers that nobody knows before their time, one a round. A roll
// waits for the first round after its order.
type Beacon struct {
	Chain   string `json:"chain"`   // hex; names the source
	Key     string `json:"key"`     // hex; rounds are signed by it
	Scheme  string `json:"scheme"`  // how they are signed
	Genesis int64  `json:"genesis"` // Unix time of round 1, in seconds
	Period  int64  `json:"period"`  // seconds from round to round
	// Margin is the least time between an order and its round, in seconds: the order must be public
	// before the round.
	Margin int64 `json:"margin"`
}

// After returns the round for an order sealed at a moment (Unix time in milliseconds): the first
// that comes later than Margin after it.
func (b *Beacon) After(at int64) uint64 {
	wait := at + 1000*b.Margin - 1000*b.Genesis
	if wait < 0 {
		return 1
	}
	return uint64(wait/(1000*b.Period)) + 2
}

// Time returns the time of a round, as Unix time in milliseconds.
func (b *Beacon) Time(round uint64) int64 { return 1000 * (b.Genesis + int64(round-1)*b.Period) }

// Pulse is one round of a beacon.
type Pulse struct {
	Round     uint64 `json:"round"`
	Signature string `json:"signature"` // hex
}

// valid checks what a first decision says of dice, for a game's seats.
func (d *Dice) valid(seats []engine.Seat) error {
	switch {
	case d.Suite == "" || !isHex(d.Key):
		return errors.New("match: the dice have no suite, or no key")
	case !slices.Equal(d.Seats, seats):
		return fmt.Errorf("match: the dice know the seats %q, the game %q", d.Seats, seats)
	case d.Beacon == nil:
		return nil
	case !d.Beacon.valid():
		return errors.New("match: the dice name a beacon that cannot be one")
	}
	return nil
}

// valid checks that rounds can be reckoned with.
func (b *Beacon) valid() bool {
	const most = 1 << 40 // seconds: more than 30 000 years
	within := func(n, least int64) bool { return n >= least && n <= most }
	return isHex(b.Chain) && isHex(b.Key) && within(b.Period, 1) && within(b.Genesis, 0) && within(b.Margin, 0)
}

// isHex reports whether a text spells bytes, at least one, in small hex digits:
// one spelling alone, as texts are hashed.
func isHex(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) > 0 && hex.EncodeToString(raw) == text
}
