package league

import (
	"slices"

	"referee/engine/kit/lists"
)

// Auction is how the players of a match bid for their sides before it begins.
type Auction struct {
	// Until is when it ends, though not both have bid; 0: there is none.
	Until int64
	// Pair has the sides that the pairing gave. All below is in its order.
	Pair Pair
	// Sealed has the hash of what each has bid; "": nothing so far.
	Sealed [2]string
	// Bids are what was bid, and Award what they led to: zero until it is settled.
	Bids  [2]Bid
	Award Award
}

// Awarded reports whether the bids are opened and the sides are awarded.
func (a Auction) Awarded() bool { return a.Award != Award{} }

// Bidding reports whether the match waits for the bids of its players.
func (m Match) Bidding() bool { return m.Auction.Until != 0 && !m.Auction.Awarded() && m.Result == nil }

// Half is when who has not bid is called once more: at half of the time for it.
func (m Match) Half() int64 { return m.Opened + (m.Auction.Until-m.Opened)/2 }

// NoBid is the bid of who has made none: the side that they were given, for nothing.
func NoBid(given Side) Bid { return Bid{Side: given} }

// ClosedAuctions lists the matches, by number, whose auctions can be settled: both players have
// bid, or the time for bids has run out. A caretaker does not bid.
func (l *League) ClosedAuctions(at int64) []int {
	closed := lists.Filter(l.matches, func(m Match) bool { return m.Bidding() && m.ripe(at) })
	return lists.Map(closed, func(m Match) int { return m.No })
}

func (m Match) ripe(at int64) bool {
	for i, p := range m.Seats {
		if m.Auction.Sealed[i] == "" && p != Nobody && at < m.Auction.Until {
			return false
		}
	}
	return true
}

// biddable finds the match of a decision about bids.
func (s *state) biddable(no int) (*Match, error) {
	m := s.match(no)
	switch {
	case m == nil:
		return nil, ErrMatch
	case m.Result != nil:
		return nil, ErrDone
	case !m.Bidding():
		return nil, ErrBidding
	}
	return m, nil
}

// bid seals what somebody bids; their bid before, if any, is void.
func (s *state) bid(a ActBid, at int64) error {
	m, err := s.biddable(a.Match)
	switch {
	case err != nil:
		return err
	case a.Sealed == "" || !isHash(a.Sealed) || a.Player == Nobody || !m.Seats.Has(a.Player):
		return ErrFields
	case at >= m.Auction.Until:
		return ErrBidding
	}
	m.Auction.Sealed[m.Seats.Side(a.Player)-1] = a.Sealed
	return nil
}

// award opens the bids of a match: its sides are theirs who have them now.
func (s *state) award(a ActAward, at int64) error {
	m, err := s.biddable(a.Match)
	switch {
	case err != nil:
		return err
	case len(a.Bids) != 2 || !m.ripe(at) || !slices.Equal(a.Opens, m.Auction.Sealed[:]):
		return ErrFields
	}
	for i, b := range a.Bids {
		if a.Opens[i] == "" && b != NoBid(Side(i+1)) {
			return ErrFields
		}
	}
	bids := [2]Bid(a.Bids)
	won, err := Settle(m.Pair, bids)
	if err != nil {
		return err
	}
	if won.Pair != m.Pair {
		m.Seats = m.Seats.Swapped()
		m.Care[0], m.Care[1] = m.Care[1], m.Care[0]
	}
	m.Pair, m.Auction.Bids, m.Auction.Award = won.Pair, bids, won
	return nil
}

// PairAt is who met whom on which side in a match, as a decision about it found
// it: also where the match was undone since. Zero where there was no such match.
func (l *League) PairAt(no, seq int) Pair {
	var paired, pair Pair
	for _, e := range l.log[:max(0, min(seq-1, len(l.log)))] {
		if d := &e.Decision; d.Begins(no) {
			o := d.Opened()
			paired = o.Pairs[no-o.Match]
			pair = paired
		}
		// One that was undone is not checked when a log is read.
		if a, ok := e.Decision.Act.(ActAward); ok && a.Match == no && len(a.Bids) == 2 {
			if won, err := Settle(paired, [2]Bid(a.Bids)); err == nil {
				pair = won.Pair
			}
		}
	}
	return pair
}

// Auctioned lists the decisions that stand about the bids for matches that a
// decision has opened, and about who bids, the latest first: they rest on it.
func (l *League) Auctioned(seq int) []int {
	if seq < 1 || seq > len(l.log) {
		return nil
	}
	d := &l.log[seq-1].Decision
	if o := d.Opened(); o == nil || o.Bidding == 0 {
		return nil
	}
	var out []int
	for i, e := range slices.Backward(l.log) {
		switch about := &e.Decision; about.Kind() {
		case KindBid, KindAward, KindSubstitute:
			if d.Begins(about.Match()) && !l.void[i] {
				out = append(out, about.Seq)
			}
		default: // not about bids
		}
	}
	return out
}
