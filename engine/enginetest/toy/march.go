package toy

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/set"
	"referee/engine/kit/ways"
)

// allowance is the number of hexes a group marches.
const allowance = 2

// group is a set of units, by index.
type group = set.Small[int]

// 5 March. The path is "stay", or a group ("+red-a +red-b go"), the hexes it goes through
// and "stop". A hex further off stands for the way to it.
func (w *walk) march() {
	s := w.S()
	stay := answer.Options("stay", "stay")
	naming := w.naming()
	id, more := w.Peek()
	switch {
	case !more:
		w.Stop(append(stay, naming.Options("unit", 0)...))
		return
	case id[:min(1, len(id))] != "+":
		if _, ok := w.pick("5", stay); ok {
			w.Emit(&Marched{Seat: seats[s.acting]})
			w.g.next(w.Ruling)
		}
		return
	}
	units, ok := answer.Name(&w.Walk, "unit", naming)
	for left := allowance; ok; {
		left, ok = w.advance(units, left)
	}
}

// naming is how the group is named: by units of one hex that can leave it.
func (w *walk) naming() answer.Group[int] {
	s, g := w.S(), w.g
	mine := set.Where(len(g.units), func(i int) bool { return g.units[i].seat == s.acting && s.at[i].Valid() })
	apart := func(chosen group, i int) bool { return chosen != 0 && s.at[i] != s.at[chosen.First()] }
	return answer.Group[int]{
		All: mine.That(func(i int) bool { return len(g.ways(s, s.at[i])) > 0 }), ID: g.unitID, Index: g.unitByID,
		May:  func(chosen group, i int) bool { return !apart(chosen, i) },
		Fits: func(chosen, _ group) bool { return chosen != 0 },
		Why: func(id string, chosen group) *engine.Illegal {
			given := engine.Text("given", id)
			switch i, ok := g.unitByID(id); {
			case !ok || !mine.Has(i):
				return w.Refuse("5", "refuse.choice", given)
			case chosen.Has(i):
				return w.Refuse("5", "refuse.twice", given)
			case apart(chosen, i):
				return w.Refuse("5", "refuse.apart", given)
			default:
				return w.Refuse("3", "refuse.flood", engine.Hex("from", s.at[i]))
			}
		},
	}
}

// advance takes one more element of a march of units that have so many hexes left; false:
// the march, or the walk, is over.
func (w *walk) advance(units group, left int) (int, bool) {
	s, g := w.S(), w.g
	at, attacks := s.at[units.First()], s.fight.units != 0
	if attacks {
		left = 0
	}
	var options []engine.Option
	if left > 0 {
		for _, to := range g.ways(s, at) {
			kind := "step"
			if g.count(s, 1-s.acting, to) > 0 {
				kind = "attack"
			}
			options = append(options, engine.Option{ID: to.String(), Kind: kind})
		}
	}
	if left < allowance {
		options = append(options, engine.Option{ID: "stop", Kind: "stop"})
	}
	id, more := w.Peek()
	to, err := hex.Parse(id)
	switch {
	case !more:
		w.Stop(options)
		return 0, false
	case id == "stop" && left < allowance:
		w.Take()
		w.stop(attacks)
		return 0, false
	case err != nil:
		w.Reject(id, w.why("5", "refuse.choice"))
		return 0, false
	}
	n, reach := g.index(to), g.reach(s, s.acting, at, left)
	if n < 0 || reach.Cost(n) < 1 {
		w.Fail(w.unreached(at, to, left, attacks))
		return 0, false
	}
	var ids []string
	way := reach.Way(n)
	for _, n := range way {
		next := g.board.Hexes[n].At
		ids = append(ids, next.String())
		if g.count(s, 1-s.acting, next) > 0 {
			w.Emit(&Attacked{Units: g.ids(units), From: s.at[units.First()], At: next})
		} else {
			w.Emit(&Stepped{Units: g.ids(units), From: s.at[units.First()], To: next})
		}
	}
	w.Accept(ids...)
	return left - len(way), true
}

// stop ends the march, or begins the fight.
func (w *walk) stop(attacks bool) {
	if seat := seats[w.S().acting]; attacks {
		w.Emit(&Phase{Phase: phaseFight, Seat: seat})
	} else {
		w.Emit(&Marched{Seat: seat})
		w.g.next(w.Ruling)
	}
}

// unreached says why the group cannot get to a hex.
func (w *walk) unreached(at, to hex.Coord, left int, attacks bool) *engine.Illegal {
	switch s := w.S(); {
	case !w.g.onBoard(to):
		return w.Refuse("5", "refuse.board", engine.Hex("at", to))
	case attacks:
		return w.Refuse("5", "refuse.attacked", engine.Hex("at", to))
	case s.flood && w.g.river(at, to):
		return w.Refuse("3", "refuse.flood", engine.Hex("from", at))
	default:
		return w.Refuse("5", "refuse.far", engine.Hex("at", to), engine.Num("left", left))
	}
}

// ways lists the hexes that can be entered from a hex.
//
// 3 In a flood the river cannot be crossed.
func (g *Rules) ways(s *State, from hex.Coord) []hex.Coord {
	var list []hex.Coord
	for _, d := range hex.Dirs {
		to, ok := g.board.Grid.Neighbour(from, d)
		if from.Valid() && ok && g.onBoard(to) && !(s.flood && g.river(from, to)) {
			list = append(list, to)
		}
	}
	return list
}

// reach is the search for the hexes that a seat's units can get to. Only the last hex of a
// way may be the enemy's.
func (g *Rules) reach(s *State, seat int, from hex.Coord, left int) *ways.Cheapest[int] {
	c := ways.New[int](len(g.board.Hexes), left)
	c.Reach(g.index(from), 0, g.index(from))
	for n, cost := range c.All() {
		if at := g.board.Hexes[n].At; at == from || g.count(s, 1-seat, at) == 0 {
			for _, to := range g.ways(s, at) {
				c.Reach(g.index(to), cost+1, n)
			}
		}
	}
	return c
}

// index is the index of a hex on the board, or -1.
func (g *Rules) index(at hex.Coord) int {
	return slices.IndexFunc(g.board.Hexes, func(h engine.BoardHex) bool { return h.At == at })
}

func (g *Rules) onBoard(at hex.Coord) bool { return g.index(at) >= 0 }

func (g *Rules) river(a, b hex.Coord) bool {
	return slices.ContainsFunc(g.board.Edges, func(e engine.BoardEdge) bool { return e.Edge == hex.EdgeOf(a, b) })
}

// ids lists the units of a group.
func (g *Rules) ids(units group) []string {
	var ids []string
	for i := range units.All() {
		ids = append(ids, g.units[i].id)
	}
	return ids
}
