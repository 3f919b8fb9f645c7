package club

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Bid seals what a player bids for a side of a match of theirs that has not begun:
// the VP that their opponent shall have for it. Until both have bid they may bid anew.
// It returns ErrNotYours, league.ErrMatch, league.ErrBidding and league.ErrBid,
// where the game cannot give so many.
func (ls *Leagues) Bid(ctx context.Context, c LeagueCommand, no int, b league.Bid) (LeagueReply, error) {
	return ls.decide(ctx, c, func(tx *transaction) error {
		m, ok := tx.l.Match(no)
		p := tx.known(c.Account)
		switch {
		case !ok:
			return league.ErrMatch
		case p == league.Nobody || !m.Seats.Has(p):
			return ErrNotYours
		}
		info, err := tx.ls.matches.Games.Info(tx.card.Game)
		if err != nil {
			return err
		}
		if most, ok := MostBid(info, b.Side); !ok || b.VP < 0 || b.VP > most {
			return league.ErrBid
		}
		body, err := json.Marshal(b)
		if err != nil {
			return fmt.Errorf("referee: write bid: %w", err)
		}
		t, err := tx.ls.office.Text(c.Account, string(body))
		if err != nil {
			return err
		}
		tx.texts = append(tx.texts, t)
		return tx.do(league.Decision{Act: league.ActBid{Match: no, Player: p, Sealed: t.Hash}})
	})
}

// bidOption is the option of a game by which a side is given VP.
func bidOption(info *engine.Info) (engine.SetupOption, bool) {
	i := slices.IndexFunc(info.Options, func(o engine.SetupOption) bool { return o.Bid })
	if i < 0 || len(info.Seats) != 2 {
		return engine.SetupOption{}, false
	}
	return info.Options[i], true
}

// MostBid is how many VP can be bid for a side of a game, which the other side is
// given; false where none can.
func MostBid(info *engine.Info, side league.Side) (int, bool) {
	o, ok := bidOption(info)
	if !ok || side != league.First && side != league.Second {
		return 0, false
	}
	most := 0
	for _, v := range o.Values {
		if seat, vp := engine.ParseBid(v); seat == info.Seats[side.Other()-1] {
			most = max(most, vp)
		}
	}
	return most, true
}

// Why matches cannot be bid for; both are ErrSettings.
var (
	ErrNoBids = fmt.Errorf("%w: the game cannot give a side VP", ErrSettings)
	ErrGiven  = fmt.Errorf("%w: all matches give a side VP", ErrSettings)
)

// CheckBidding checks that matches of a game can be bid for as rules say. It returns
// ErrNoBids and ErrGiven.
func CheckBidding(info *engine.Info, rules league.Rules) error {
	o, ok := bidOption(info)
	switch {
	case rules.Bidding == 0:
		return nil
	case !ok:
		return ErrNoBids
	}
	if _, vp := engine.ParseBid(rules.Settings[SetupPrefix+o.ID]); vp > 0 {
		return ErrGiven
	}
	return nil
}

// award opens the bids of the matches for which all have bid, or whose time for it
// is out. A bid that was erased meanwhile is none.
func (tx *transaction) award() error {
	for _, no := range tx.l.ClosedAuctions(tx.dates) {
		m, _ := tx.l.Match(no)
		bids := make([]league.Bid, 2)
		for i, hash := range m.Auction.Sealed {
			bids[i] = league.NoBid(league.Side(i + 1))
			text, ok, err := tx.sealed(hash)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if bids[i], err = openBid(text); err != nil {
				return err
			}
		}
		if err := tx.do(league.Decision{Act: league.ActAward{Match: no, Bids: bids, Opens: m.Auction.Sealed[:]}}); err != nil {
			return err
		}
	}
	return nil
}

// remind notes the matches whose players are to be called to bid once more, and
// forgets those that wait for no bids.
func (tx *transaction) remind() {
	var called []int
	for _, m := range tx.l.Matches() {
		switch {
		case !m.Bidding() || tx.dates < m.Half():
			continue
		case !slices.Contains(tx.card.Called, m.No):
			tx.calls = append(tx.calls, m.No)
		}
		called = append(called, m.No)
	}
	tx.card.Called = called
}

// call notes that the players of some matches are called to bid anyway: once more
// is then too much where half of the time is over.
func (tx *transaction) call(numbers []int) {
	tx.calls = slices.DeleteFunc(tx.calls, func(no int) bool { return slices.Contains(numbers, no) })
	for _, no := range numbers {
		if m, _ := tx.l.Match(no); tx.dates >= m.Half() && !slices.Contains(tx.card.Called, no) {
			tx.card.Called = append(slices.Clip(tx.card.Called), no)
		}
	}
}

// sealed is the text of a bid; false where there is none.
func (tx *transaction) sealed(hash string) (match.Text, bool, error) {
	for _, t := range tx.texts {
		if t.Hash == hash {
			return t, true, nil
		}
	}
	return tx.ls.store.Text(tx.ctx, hash)
}

// openBid reads a bid.
func openBid(t match.Text) (league.Bid, error) {
	var b league.Bid
	if err := json.Unmarshal([]byte(t.Body), &b); err != nil {
		return b, fmt.Errorf("referee: open bid %.8s: %w", t.Hash, err)
	}
	return b, nil
}

// give puts into an opening what was bid for its match, whatever the settings of
// the league say by now.
func (tx *transaction) give(o *referee.Opening, a league.Auction) error {
	if !a.Awarded() {
		return nil
	}
	info, err := tx.ls.matches.Games.Info(tx.card.Game)
	if err != nil {
		return err
	}
	option, ok := bidOption(info)
	if !ok {
		return fmt.Errorf("%w: %s no longer has bids", ErrSettings, info.Game)
	}
	delete(o.Setup, option.ID)
	if won := a.Award; won.VP > 0 {
		o.Setup[option.ID] = engine.BidValue(info.Seats[won.To-1], won.VP)
	}
	return nil
}

// checkBids checks that the bids which were opened are those that were sealed. A text
// may be missing of a person who was erased, as their name is.
func (f LeagueFile) checkBids(l *league.League) error {
	for _, t := range f.Texts {
		if !t.Holds() {
			return fmt.Errorf("text %.8s is not the one of its hash", t.Hash)
		}
	}
	for _, m := range l.Matches() {
		for i, hash := range m.Auction.Sealed {
			if hash == "" || !m.Auction.Awarded() {
				continue
			}
			if err := f.checkBid(l, hash, m.Auction.Bids[i]); err != nil {
				return fmt.Errorf("match %d: %w", m.No, err)
			}
		}
	}
	return nil
}

func (f LeagueFile) checkBid(l *league.League, hash string, opened league.Bid) error {
	at := slices.IndexFunc(f.Texts, func(t match.Text) bool { return t.Hash == hash })
	if at < 0 {
		by := bidder(l, hash)
		if slices.ContainsFunc(f.People, func(p filePerson) bool { return p.Player == by }) {
			return fmt.Errorf("the bid of player %d cannot be checked: its text is missing", by)
		}
		return nil
	}
	b, err := openBid(f.Texts[at])
	if err == nil && b != opened {
		err = fmt.Errorf("%+v was sealed, %+v was opened", b, opened)
	}
	return err
}

// bidder is who has sealed a bid.
func bidder(l *league.League, hash string) league.Player {
	for _, e := range l.Log() {
		if a, ok := e.Decision.Act.(league.ActBid); ok && a.Sealed == hash {
			return a.Player
		}
	}
	return league.Nobody
}

// checkGiven checks that a match was set up with the VP that were bid for it.
func checkGiven(l *league.League, no int, info *engine.Info, setup engine.Setup) error {
	m, ok := l.Match(no)
	o, known := bidOption(info)
	if !ok || !known || !m.Auction.Awarded() {
		return nil
	}
	seat, vp := engine.ParseBid(setup.Get(o))
	if won := m.Auction.Award; vp != won.VP || vp > 0 && seat != info.Seats[won.To-1] {
		return fmt.Errorf("its bids led to %d VP for side %d, it was set up with %q", won.VP, won.To, setup.Get(o))
	}
	return nil
}
