package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// Why a unit has no way to a hex.

// closedCost is what the search for a way pays for a step that no MP allow: it takes one only where no other way is
// near.
const closedCost = 20 * scenario.Sixths

// farthest is more than any way costs by that search.
const farthest = 300 * scenario.Sixths

// peacefulCost is what a step costs where no enemy is.
func (g *rules) peacefulCost(s *State, m *mover, h hexIx, d hex.Dir) int {
	if by := g.closed(s, m.side, h, d); by != free && by != enemyThere || g.passes[m.side][h][d] == noHex {
		return closedCost
	}
	return g.terrainCost(s, m, h, d)
}

// peaceful is the cheapest way of a unit to a hex as if there were no enemies: also over its allowance, and over closed
// sides of hexes where there is no other.
func (g *rules) peaceful(s *State, m *mover, goal hexIx) []hexIx {
	c := ways.New[hexIx](len(g.d.Hexes), farthest)
	c.Reach(s.Units[m.unit].Hex, 0, s.Units[m.unit].Hex)
	for h, cost := range c.All() {
		for _, d := range hex.Dirs {
			if to := g.next[h][d]; to != noHex {
				c.Reach(to, cost+g.peacefulCost(s, m, h, d), h)
			}
		}
	}
	if c.Cost(goal) < 0 {
		return nil
	}
	return c.Way(goal)
}

// noWay refuses a hex that a unit cannot get to: by the last step that fails on the cheapest way that ignores enemies
// and their ZOC.
func (w moving) noWay(goal hexIx) *engine.Illegal {
	g, s := w.rules, w.S()
	m := g.mover(s, w.unit)
	way, at := g.peaceful(s, &m, goal), s.Units[w.unit].Hex
	last, left := step{by: tooDear}, 0
	for i, to := range way {
		d, _ := g.direction(at, to)
		st := g.step(s, &m, at, d)
		if st.by != free || st.infiltrate && i < len(way)-1 {
			last, left = st, m.left()
		}
		if st.by != free {
			st.cost, st.strategic = g.peacefulCost(s, &m, at, d), m.strategic && st.by != tooDearPlain
		}
		m.spent, m.strategic, at = m.spent+st.cost, st.strategic, to
	}
	return w.stopped(last, left, goal)
}

// stopped refuses a hex by the step that fails on the way to it.
func (w moving) stopped(st step, left int, goal hexIx) *engine.Illegal {
	g := w.rules
	switch {
	case st.by == tooDear:
		return w.Refuse("8", "illegal.move.far", g.unitArg("unit", w.unit), g.hexArg("hex", goal))
	case st.by == free: // with a roll, and not the last
		return w.Refuse("9.1", "illegal.move.roll-first", g.unitArg("unit", w.unit), g.hexArg("hex", goal), g.hexArg("first", st.to))
	}
	ill := w.hindered("8", "move", st.by, g.unitArg("unit", w.unit), g.hexArg("hex", st.to), mpArg("cost", st.cost), mpArg("left", left))
	if st.to != goal {
		ill.Why = engine.Say("illegal.move.way", g.hexArg("hex", goal), engine.Sub("why", ill.Why))
	}
	return ill
}
