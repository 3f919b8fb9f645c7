package league

import (
	"fmt"

	"referee/engine/refusal"
)

// ErrBid is returned for a bid that names no side or less than nothing.
var ErrBid = refusal.New("referee.refuse.league-bid", "league: a bid names a side and 0 VP or more")

// Bid is what one of two players offers in secret: the side they want, and the VP
// that their opponent shall have for it.
type Bid struct {
	Side Side `json:"side"`
	VP   int  `json:"vp"`
}

// Award is what two bids lead to.
type Award struct {
	Pair Pair `json:"pair"`
	// VP are added for the side To before the match begins; To is zero where
	// there are none.
	VP int  `json:"vp,omitempty"`
	To Side `json:"to,omitempty"`
}

// Settle opens two sealed bids, in the order of the pair: the sides that the
// pairing gave them. Who want different sides get them for nothing. Who want the
// same: the higher bid has it, and the other player has as many VP as were bid.
// With equal bids the side goes to the one to whom the pairing gave it, at that
// price.
func Settle(paired Pair, bids [2]Bid) (Award, error) {
	for i, b := range bids {
		if b.Side != First && b.Side != Second || b.VP < 0 {
			return Award{}, fmt.Errorf("%w: player %d bids %d VP for side %d", ErrBid, paired[i], b.VP, b.Side)
		}
	}
	a, b := bids[0], bids[1]
	if a.Side != b.Side {
		return Award{Pair: inSide(paired, First, a.Side)}, nil
	}
	winner := First // of the bids, by the side that they were given
	switch {
	case b.VP > a.VP:
		winner = Second
	case b.VP == a.VP:
		winner = a.Side
	}
	out := Award{Pair: inSide(paired, winner, a.Side), VP: max(a.VP, b.VP)}
	if out.VP > 0 {
		out.To = a.Side.Other()
	}
	return out, nil
}

// inSide gives the player who was paired for a side another one, or the same.
func inSide(paired Pair, had, gets Side) Pair {
	if had == gets {
		return paired
	}
	return paired.Swapped()
}
