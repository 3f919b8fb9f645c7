package club

import (
	"context"
	"slices"

	"referee/engine/league"
)

// Asking is who asks to be entered into a league, of a door that does not know whether its club wants them.
type Asking struct {
	Account string `json:"account"`
	Name    string `json:"name"`
	Address string `json:"address"` // for the organisers alone
}

// Of lists the leagues in whose logs an account is named, those that are over last.
func (ls *Leagues) Of(ctx context.Context, account string) ([]league.Summary, error) {
	all, err := ls.store.All(ctx)
	if err != nil {
		return nil, ls.classify(ctx, err, LeagueCommand{Account: account})
	}
	var on, over []league.Summary
	for _, card := range all {
		people, err := ls.store.People(ctx, card.ID)
		if err != nil {
			return nil, ls.classify(ctx, err, LeagueCommand{League: card.ID, Account: account})
		}
		if account == "" || !slices.ContainsFunc(people, func(p league.Person) bool { return p.Account == account }) {
			continue
		}
		if card.Over {
			over = append(over, card)
		} else {
			on = append(on, card)
		}
	}
	return append(on, over...), nil
}

// Self is an account by its number; Nobody where the league knows nothing of it. A substitute is no
// member.
func (l LeagueLook) Self(account string) league.Player {
	return playerIn(l.People, account)
}

// ToBidFor is the first match of a player that waits for a bid of theirs or, where none does, that they may
// bid anew for; false where there is none.
func (l LeagueLook) ToBidFor(p league.Player) (LeagueMatch, bool) {
	var first LeagueMatch
	for _, m := range l.Matches {
		if !m.Bidding() || p == league.Nobody || !m.Seats.Has(p) {
			continue
		}
		if m.Auction.Sealed[m.Seats.Side(p)-1] == "" {
			return m, true
		}
		if first.No == 0 {
			first = m
		}
	}
	return first, first.No != 0
}
