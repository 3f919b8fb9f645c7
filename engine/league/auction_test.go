package league

import (
	"strings"
	"testing"
)

// sealed is a hash as bids have one.
func sealed(digit string) string { return strings.Repeat(digit, 64) }

// award opens the bids of a match as they are sealed now.
func (s *season) award(no int, bids ...Bid) Decision {
	m, _ := s.Match(no)
	return Decision{Act: ActAward{Match: no, Bids: bids, Opens: m.Auction.Sealed[:]}}
}

// auction is a league of three with bids, whose first match has just been paired.
func auction(t *testing.T) (*season, Match) {
	t.Helper()
	s := found(t, Rules{Format: FormatRoundRobin, Bidding: 48 * hour, RoundTime: 100 * hour}, 3)
	s.begin()
	s.next()
	return s, s.running()[0]
}

// TestAuction: both bid, the second twice, and the bids are opened.
func TestAuction(t *testing.T) {
	s, m := auction(t)
	opened := s.Log()[s.Seq()-1].Decision.At
	if !m.Bidding() || m.Auction.Pair != m.Pair || m.Auction.Until != opened-hour+48*hour || m.Until != m.Auction.Until+100*hour {
		t.Fatalf("as it was paired: %+v", m)
	}
	a, b := m.Pair[0], m.Pair[1]
	award := func() Decision { return s.award(m.No, Bid{Second, 1}, Bid{Second, 3}) }
	s.refuse(ErrFields, award())
	s.do(Decision{Author: b, Act: ActBid{Player: b, Match: m.No, Sealed: sealed("a")}})
	s.do(Decision{Author: b, Act: ActBid{Player: b, Match: m.No, Sealed: sealed("b")}})
	if ripe := s.ClosedAuctions(s.at); len(ripe) > 0 {
		t.Errorf("ripe with one bid: %v", ripe)
	}
	s.refuse(ErrFields, award())
	s.do(Decision{Author: a, Act: ActBid{Player: a, Match: m.No, Sealed: sealed("c")}})
	if ripe := s.ClosedAuctions(s.at); len(ripe) != 1 || ripe[0] != m.No {
		t.Errorf("ripe with both: %v", ripe)
	}
	s.do(Decision{Author: a, Act: ActBid{Player: a, Match: m.No, Sealed: sealed("d")}})
	early := award().Act.(ActAward)
	early.Opens = []string{sealed("c"), sealed("b")}
	s.refuse(ErrFields, Decision{Act: early}) // it is not what is sealed now
	s.do(award())
	m, _ = s.Match(m.No)
	if m.Pair != (Pair{a, b}) || m.Seats != m.Pair || m.Bidding() || !m.Auction.Awarded() ||
		m.Auction.Award != (Award{Pair{a, b}, 3, First}) || m.Auction.Sealed != [2]string{sealed("d"), sealed("b")} {
		t.Errorf("awarded: %+v", m)
	}
	s.refuse(ErrBidding, award())
	s.refuse(ErrBidding, Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("e")}})
	s.win(m)
	s.reread()
}

// TestAuctionSwaps: who plays for somebody else by then plays on, on the side that
// was bid for.
func TestAuctionSwaps(t *testing.T) {
	s, m := auction(t)
	a, b := m.Pair[0], m.Pair[1]
	s.do(Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("a")}})
	s.do(Decision{Act: ActSubstitute{Match: m.No, Out: a, In: 4}})
	if m, _ := s.Match(m.No); m.Auction.Sealed[0] != "" {
		t.Error("the substitute has the bid of whom they play for")
	}
	s.refuse(ErrFields, Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("a")}})
	s.do(Decision{Act: ActBid{Player: 4, Match: m.No, Sealed: sealed("b")}})
	s.do(Decision{Act: ActBid{Player: b, Match: m.No, Sealed: sealed("c")}})
	s.do(s.award(m.No, Bid{Second, 2}, Bid{First, 5}))
	if m, _ := s.Match(m.No); m.Pair != (Pair{b, a}) || m.Seats != (Pair{b, 4}) || m.Auction.Award.VP != 0 {
		t.Errorf("%+v", m)
	}
	s.reread()
}

// TestAuctionRunsOut: who has not bid keeps the side that they were given, for
// nothing; a caretaker is not waited for.
func TestAuctionRunsOut(t *testing.T) {
	s, m := auction(t)
	s.do(Decision{Act: ActBid{Player: m.Pair[0], Match: m.No, Sealed: sealed("a")}})
	care := &season{T: t, League: s.League, at: s.at}
	care.do(Decision{Act: ActSubstitute{Match: m.No, Out: m.Pair[1]}})
	if ripe := care.ClosedAuctions(care.at); len(ripe) != 1 {
		t.Errorf("the caretaker is waited for: %v", ripe)
	}
	s.at = m.Auction.Until - 1
	if ripe := s.ClosedAuctions(s.at); len(ripe) > 0 {
		t.Errorf("ripe before its end: %v", ripe)
	}
	s.at++
	if ripe := s.ClosedAuctions(s.at); len(ripe) != 1 {
		t.Errorf("not ripe at its end: %v", ripe)
	}
	s.at -= hour // what is refused comes an hour later
	s.refuse(ErrBidding, Decision{Act: ActBid{Player: m.Pair[1], Match: m.No, Sealed: sealed("a")}})
	s.at += hour
	s.refuse(ErrFields, s.award(m.No, Bid{Second, 2}, Bid{Second, 1}))
	s.refuse(ErrFields, s.award(m.No, Bid{Second, 2}))
	s.refuse(ErrBid, s.award(m.No, Bid{Second, -2}, NoBid(Second)))
	s.do(s.award(m.No, Bid{Second, 2}, NoBid(Second)))
	if got, _ := s.Match(m.No); got.Pair != m.Pair.Swapped() || got.Auction.Award.To != First {
		t.Errorf("%+v", got)
	}
}

// TestAuctionEndsWithAResult: a match that came to a result is not bid for, and is
// again when the result is taken away.
func TestAuctionEndsWithAResult(t *testing.T) {
	s, m := auction(t)
	s.win(m)
	s.refuse(ErrDone, Decision{Act: ActBid{Player: m.Pair[0], Match: m.No, Sealed: sealed("a")}})
	s.do(Decision{Act: ActCorrect{Match: m.No}})
	s.do(Decision{Act: ActBid{Player: m.Pair[0], Match: m.No, Sealed: sealed("a")}})
	s.refuse(ErrMatch, Decision{Act: ActBid{Player: m.Pair[0], Match: 9, Sealed: sealed("a")}})
	s.refuse(ErrFields, Decision{Act: ActBid{Player: 1, Match: m.No, Sealed: sealed("a")}})
	s.refuse(ErrFields, Decision{Act: ActBid{Player: m.Pair[0], Match: m.No, Sealed: "4"}})
	s.refuse(ErrFields, Decision{Act: ActBid{Player: m.Pair[0], Match: m.No}})
}

// TestAwardBlocksUndoOfItsBids: what would put another bid under it is not undone
// before it.
func TestAwardBlocksUndoOfItsBids(t *testing.T) {
	s, m := auction(t)
	a, b := m.Pair[0], m.Pair[1]
	s.do(Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("a")}})
	s.do(Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("b")}})
	again := s.Seq()
	s.do(Decision{Act: ActSubstitute{Match: m.No, Out: a}})
	care := s.Seq()
	s.do(Decision{Act: ActBid{Player: b, Match: m.No, Sealed: sealed("c")}})
	s.do(s.award(m.No, NoBid(First), Bid{First, 1}))
	s.refuse(ErrUndo, Decision{Act: ActUndo{To: care}})
	rebid, _ := auction(t)
	rebid.do(Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("a")}})
	rebid.do(Decision{Act: ActBid{Player: a, Match: m.No, Sealed: sealed("b")}})
	rebid.do(Decision{Act: ActBid{Player: b, Match: m.No, Sealed: sealed("c")}})
	rebid.do(rebid.award(m.No, Bid{First, 1}, Bid{First, 1}))
	rebid.refuse(ErrUndo, Decision{Act: ActUndo{To: again}})
	rest := s.Auctioned(again - 2) // with the pairing goes all of it
	if len(rest) != 5 || rest[0] != s.Seq() {
		t.Errorf("on the pairing rest %v", rest)
	}
	for _, seq := range append(rest, again-2) {
		s.do(Decision{Act: ActUndo{To: seq}})
	}
}

// TestUndoneAuction: with what paired a match goes what was bid for it, the latest
// first; a bid that was opened stays as long as what it led to.
func TestUndoneAuction(t *testing.T) {
	s, m := auction(t)
	paired := s.Seq()
	for i, p := range m.Pair {
		s.do(Decision{Act: ActBid{Player: p, Match: m.No, Sealed: sealed(string(rune('a' + i)))}})
	}
	s.do(s.award(m.No, Bid{First, 1}, Bid{First, 2}))
	s.refuse(ErrUndo, Decision{Act: ActUndo{To: paired}})
	s.refuse(ErrUndo, Decision{Act: ActUndo{To: paired + 1}})
	rest := s.Auctioned(paired)
	if len(rest) != 3 || rest[0] != paired+3 || rest[2] != paired+1 {
		t.Fatalf("on the pairing rest %v", rest)
	}
	for _, seq := range append(rest, paired) {
		s.do(Decision{Act: ActUndo{To: seq}})
	}
	if rest := s.Auctioned(paired); rest != nil || len(s.Matches()) != 0 {
		t.Errorf("left: %v, %v", rest, s.Matches())
	}
	s.reread()
}

// TestBiddingNeedsOneSideEach: in a double round robin everybody has each side.
func TestBiddingNeedsOneSideEach(t *testing.T) {
	for _, r := range []Rules{
		{Format: FormatRoundRobin, Double: true, Bidding: hour},
		{Format: FormatRoundRobin, Bidding: -1},
	} {
		r.League, r.Slots, r.Scoring = "test", 1, PlainScoring()
		if _, err := Found(Decision{Author: 1, Act: ActCreate{Rules: &r}}); err == nil {
			t.Errorf("%+v can be played by", r)
		}
	}
	s := found(t, Rules{Format: FormatLadder, Reach: 3, Bidding: hour}, 2)
	s.begin()
	d, err := s.ProposeChallenge(2, 1, s.at)
	if err != nil || d.Opened().Bidding != s.at+hour || d.Opened().Until != 0 {
		t.Errorf("challenged: %+v, %v", d, err)
	}
}

// TestPairAt: a result is told by the sides on which it was played, also when the
// match was undone since.
func TestPairAt(t *testing.T) {
	s, m := auction(t)
	paired := s.Seq()
	for i, p := range m.Pair {
		s.do(Decision{Act: ActBid{Player: p, Match: m.No, Sealed: sealed(string(rune('a' + i)))}})
	}
	s.do(s.award(m.No, Bid{Second, 1}, Bid{First, 0}))
	award := s.Seq()
	for _, seq := range append(s.Auctioned(paired), paired) {
		s.do(Decision{Act: ActUndo{To: seq}})
	}
	for seq, want := range map[int]Pair{paired: {}, paired + 1: m.Pair, award: m.Pair, award + 1: m.Pair.Swapped(), 99: m.Pair.Swapped()} {
		if got := s.PairAt(m.No, seq); got != want {
			t.Errorf("as decision %d found it: %v, want %v", seq, got, want)
		}
	}
	if got := s.PairAt(2, 99); got != (Pair{}) {
		t.Errorf("a match that never was: %v", got)
	}
}

// TestAnUndoneAwardWithOneBid is in a log that somebody wrote by hand: what is undone is
// not checked when it is read.
func TestAnUndoneAwardWithOneBid(t *testing.T) {
	l := &League{log: []*Entry{{Decision: Decision{Act: ActAward{Match: 1, Bids: []Bid{{}}}}}}}
	if got := l.PairAt(1, 2); got != (Pair{}) {
		t.Errorf("it pairs %v", got)
	}
}
