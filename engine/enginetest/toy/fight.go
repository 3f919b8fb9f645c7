package toy

import (
	"referee/engine"
	"referee/engine/hex"
)

// 6 The shift of a fight's die.
func (g *Rules) shift(s *State) int {
	n := s.plans[s.acting].Effort - g.count(s, 1-s.acting, s.fight.at)
	for i := range g.units {
		if s.fight.has(i) {
			n++
		}
	}
	if s.plans[1-s.acting].Kind == planHold && g.dugIn(s.fight.at) {
		n--
	}
	return n
}

// dugIn reports whether who holds a hex is harder to attack there. The first law says so
// of every hex (reading.hold).
func (g *Rules) dugIn(at hex.Coord) bool {
	if g.law < 2 {
		return true
	}
	for _, h := range g.board.Hexes {
		if h.At == at {
			return h.VP > 0
		}
	}
	return false
}

// losers is the seat that must lose a unit and the units it may lose.
//
// 7 Losses.
func (g *Rules) losers(s *State) (seat int, ids []string) {
	seat = s.acting
	if s.fight.outcome == outcomeWon {
		seat = 1 - s.acting
	}
	for i, u := range g.units {
		if u.seat == seat && (s.fight.has(i) || seat != s.acting && s.at[i] == s.fight.at) {
			ids = append(ids, u.id)
		}
	}
	return seat, ids
}

// 7 Losses.
func (g *Rules) judgeLoss(r *ruling, path []string) (engine.Node, error) {
	s := r.State()
	var options []engine.Option
	_, ids := g.losers(s)
	for _, id := range ids {
		options = append(options, engine.Option{ID: id, Kind: "unit"})
	}
	if len(path) == 0 {
		return engine.Node{Options: options}, nil
	}
	id, err := one(r, path, options, "7")
	if err != nil {
		return engine.Node{}, err
	}
	f := s.fight
	r.Emit(&Lost{Unit: id})
	if f.outcome == outcomeWon && g.count(s, 1-s.acting, f.at) == 0 {
		r.Emit(&Stepped{Units: g.ids(f.units), From: f.from, To: f.at})
	}
	r.Emit(&Marched{Seat: seats[s.acting]})
	g.next(r)
	return done, nil
}
