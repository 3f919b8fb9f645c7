package referee

import (
	"context"

	"referee/bot/authority"
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
		info := m.Game().Info()
		next, err := m.Offer(by, c.Seat, match.ActOffer{Offer: match.Law, To: info.Newest})
		if err != nil || len(m.Seats(by.Player)) < len(info.Seats) {
			return next, err
		}
		for _, seat := range info.Seats {
			if seat != c.Seat {
				return next.Accept(by, seat, match.Law)
			}
		}
		return next, nil
	})
}

// KeepsLaw reports whether the players of a match are not free to adopt another law.
func KeepsLaw(m *match.Match) bool { return m.Setting(SettingOwner) != "" }
