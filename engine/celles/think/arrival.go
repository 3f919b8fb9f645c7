package think

import "referee/engine/celles/scenario"

// completePaths is the strength, in attack and defence together, that coming on is weighed by.
const completePaths = 15

// arrival is what a unit brings that comes on, with the terms of that; they leave out what it will do with its strength.
// What leaves before the match ends (15) comes on the sooner: it has less time for it.
func (g *ground) arrival(u scenario.UnitIx) (vp float64, of values) {
	most := 0.0
	for _, h := range g.d.Units[u].Hexes {
		if v := g.worth(u, h); !g.w.Held(h, g.side.Enemy()) && v.sum() > most {
			most, of = v.sum(), v
		}
	}
	attack, defence := g.w.Strength(u)
	return most + g.arrive*float64(attack+defence)/completePaths*float64(g.turns)/float64(g.w.TurnsLeft(u)), of
}
