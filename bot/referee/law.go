package referee

import (
	"context"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/match"
)

// OfferLaw offers the other seats to adopt the newest law of the game, from their answer
// on; see [Referee.Accept]. Whoever holds every seat adopts it at once. It refuses with
// match.ErrLaw, match.ErrOffered, and authority.ErrLaw for a match of a league, all of
// whose matches are judged alike.
func (r *Referee) OfferLaw(ctx context.Context, c Command) (Reply, error) {
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if KeepsLaw(m) {
			return nil, authority.ErrLaw
		}
		return offerAdoption(m, by, c.Seat, match.ActOffer{Offer: match.Law, To: m.Game().Info().Newest})
	})
}

// offerAdoption makes an offer, and accepts it for the other seats if its author holds them.
func offerAdoption(m *match.Match, by match.By, own engine.Seat, offer match.ActOffer) (*match.Match, error) {
	seats := m.Game().Info().Seats
	next, err := m.Offer(by, own, offer)
	if err != nil || len(m.Seats(by.Player)) < len(seats) {
		return next, err
	}
	for _, seat := range seats {
		if seat != own {
			return next.Accept(by, seat, offer.Offer)
		}
	}
	return next, nil
}

// KeepsLaw reports whether the players of a match are not free to adopt another law or board.
func KeepsLaw(m *match.Match) bool { return m.Setting(SettingOwner) != "" }
