package toy

import (
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// 6 The shift of a fight's die.
func (g *Rules) shift(s *State) int {
	n := s.plans[s.acting].Effort - g.count(s, 1-s.acting, s.fight.at)
	n += s.fight.units.Len()
	if s.plans[1-s.acting].Kind == planHold && g.dugIn(s.fight.at) {
		n--
	}
	return n
}

// dugIn reports whether who holds a hex is harder to attack there. The first law says so
// of every hex (reading.hold).
func (g *Rules) dugIn(at hex.Coord) bool { return g.law < 2 || g.board.Hexes[g.index(at)].VP > 0 }

// losers is the seat that must lose a unit and the units it may lose.
//
// 7 Losses.
func (g *Rules) losers(s *State) (seat int, ids []string) {
	seat = s.acting
	if s.fight.outcome == outcomeWon {
		seat = 1 - s.acting
	}
	for i, u := range g.units {
		if u.seat == seat && (s.fight.units.Has(i) || seat != s.acting && s.at[i] == s.fight.at) {
			ids = append(ids, u.id)
		}
	}
	return seat, ids
}

// 7 Losses.
func (w *walk) loss() {
	s, g := w.S(), w.g
	_, ids := g.losers(s)
	id, ok := w.pick("7", answer.Options("unit", ids...))
	if !ok {
		return
	}
	f := s.fight
	w.Emit(&Lost{Unit: id})
	if f.outcome == outcomeWon && g.count(s, 1-s.acting, f.at) == 0 {
		w.Emit(&Stepped{Units: g.ids(f.units), From: f.from, To: f.at})
	}
	w.Emit(&Marched{Seat: seats[s.acting]})
	g.next(w.Ruling)
}
