package america

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// Why a party has no way to a hex.

// barredCost is what the search for a way pays for a side of a hex that cannot be crossed: it takes one only where no
// other way is near.
const barredCost = 40

// farthest is more than any way costs by that search.
const farthest = 2000

// peaceful is the cheapest way of a party to a hex as if there were no enemies: also over its allowance, and over
// rivers without bridges where there is no other.
func (g *rules) peaceful(s *State, p *party, goal hexIx) []hexIx {
	c := ways.New[hexIx](len(g.d.Hexes), farthest)
	from := s.Units[p.units.First()].Hex
	if from == noHex {
		for _, h := range g.d.Entries[p.side][g.edge(p.units.First())] {
			c.Reach(h, 0, h)
		}
	} else {
		c.Reach(from, 0, from)
	}
	for h, cost := range c.All() {
		for _, d := range hex.Dirs {
			if to := g.next[h][d]; to != noHex {
				c.Reach(to, cost+g.peacefulCost(s, p, h, d), h)
			}
		}
	}
	if c.Cost(goal) < 0 {
		return nil
	}
	way := c.Way(goal)
	if from == noHex {
		for goal != c.From(goal) {
			goal = c.From(goal)
		}
		way = slices.Insert(way, 0, goal) // where they come on
	}
	return way
}

// peacefulCost is what a step costs where no enemy is, to whom of a party it costs most.
func (g *rules) peacefulCost(s *State, p *party, h hexIx, d hex.Dir) int {
	most := 0
	for i := range p.n {
		most = max(most, g.moverCost(s, &p.movers[i], p.strategic, h, d))
	}
	return most
}

func (g *rules) moverCost(s *State, x *mover, strategic bool, h hexIx, d hex.Dir) int {
	switch cost := g.price(s, x.tread, h, d, strategic); cost {
	case noWay:
		return barredCost
	case whole:
		return int(x.all)
	default:
		return g.weathered(s, cost)
	}
}

// noEntry refuses an entry hex by which a unit does not come on now (10.12).
func (w *moving) noEntry(h hexIx) *engine.Illegal {
	g, s, u := w.rules, w.S(), w.units.First()
	rule, why := "8.22", "illegal.move.entry-nearer"
	switch {
	case s.held(h, s.Side.Enemy()):
		rule, why = "10.12", "illegal.move.enemy"
	case !s.controls(h, s.Side):
		rule, why = "10.12", "illegal.move.entry-control"
	case g.open(s, u, h, g.comes(s, u)): // not for another of the party
		rule, why = "10.12", "illegal.move.entry"
	}
	return w.Refuse(rule, why, g.unitArg("unit", u), g.hexArg("hex", h))
}

// noWay refuses a hex that a party cannot get to: by the last step that fails on the cheapest way that ignores enemies
// and their ZOC.
func (w *moving) noWay(goal hexIx) *engine.Illegal {
	g, s := w.rules, w.S()
	last := march{by: tooDear}
	way, at, on := g.peaceful(s, &w.party, goal), s.Units[w.units.First()].Hex, w.party
	for i, to := range way {
		var m march
		d, _ := g.direction(max(0, at), to)
		if at == noHex {
			m = g.entryStep(s, &on, to)
		} else {
			m = g.step(s, &on, at, d)
		}
		if m.by != free || m.slip && i < len(way)-1 {
			last = m
		}
		for k := range on.n {
			x, cost := &on.movers[k], m.costs[k]
			if m.by != free && at != noHex {
				cost = int16(g.moverCost(s, x, on.strategic, at, d))
			}
			x.left, x.fresh = max(0, x.left-cost), false
		}
		at = to
	}
	return w.stopped(&last, goal)
}

// stopped refuses a hex by the step that fails on the way to it.
func (w *moving) stopped(m *march, goal hexIx) *engine.Illegal {
	g, u := w.rules, w.units.First()
	switch {
	case m.by == tooDear || m.by == slipDear:
		return w.Refuse(hindrances[tooDear].rule, "illegal.move.far", g.unitArg("unit", u), g.hexArg("hex", goal))
	case m.by == free: // with a roll, and not the last
		return w.Refuse("4.4", "illegal.move.roll-first", g.unitArg("unit", u), g.hexArg("hex", goal), g.hexArg("first", m.to))
	}
	ill := w.hindered(m)
	if m.to != goal {
		ill.Why = engine.Say("illegal.move.way", g.hexArg("hex", goal), engine.Sub("why", ill.Why))
	}
	return ill
}
