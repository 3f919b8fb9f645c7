package celles

import (
	"math"

	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 8 Movement, 9 zones of control.

// class is the column of the movement chart that u uses.
func (g *rules) class(s *State, u unitIx) scenario.MoveClass {
	if g.d.Units[u].Type == scenario.Infantry && s.Truck != u {
		return scenario.OnFoot
	}
	return scenario.Motorised
}

// allowance is u's movement allowance in sixths of an MP, after supply and disruption
// (5, 12), with the bonus of 8.5 if strategic is set.
func (g *rules) allowance(s *State, u unitIx, strategic bool) int {
	d, x := &g.d.Units[u], &s.Units[u]
	mp := d.Move * scenario.Sixths
	if s.Truck == u {
		mp = g.d.Truck.Move * scenario.Sixths
	}
	if s.Turn == 1 && d.FirstMove > 0 { // 21
		mp = d.FirstMove * scenario.Sixths
	}
	if mp == 0 {
		return 0
	}
	if strategic && g.strategicTime(s, u) {
		mp += g.d.Costs.Strategic
	}
	thirds := int(x.Supply) // out of supply 1, isolated 2
	if x.Disrupted {
		thirds++
	}
	return mp * max(0, 3-thirds) / 3
}

// strategicTime reports whether 8.5 applies to u at this time of day.
func (g *rules) strategicTime(s *State, u unitIx) bool {
	return g.class(s, u) == scenario.Motorised && g.turn(s).Night == (g.side(u) == german)
}

// nearEnemy reports whether an enemy of sd, disrupted or not, is adjacent to h.
func (s *State) nearEnemy(h hexIx, sd side) bool { return s.near[sd.Enemy()].Has(h) }

// strategicStart reports whether u has the bonus of 8.5 in its present hex.
func (g *rules) strategicStart(s *State, u unitIx) bool {
	return g.strategicTime(s, u) && !s.nearEnemy(s.Units[u].Hex, g.side(u))
}

// mover is a unit during its move: what it may still spend, and whether 8.5 applies.
type mover struct {
	unit      unitIx
	side      side
	class     scenario.MoveClass
	normal    int // allowance, in sixths
	bonus     int // allowance while 8.5 applies
	spent     int
	strategic bool
}

func (g *rules) mover(s *State, u unitIx) mover {
	return mover{
		unit: u, side: g.side(u), class: g.class(s, u), normal: g.allowance(s, u, false),
		bonus: g.allowance(s, u, true), spent: int(s.Spent), strategic: s.Strategic,
	}
}

// left is what may still be spent.
func (m *mover) left() int { return max(0, m.allowed(m.strategic)-m.spent) }

// allowed is the allowance with the bonus of 8.5 or without.
func (m *mover) allowed(strategic bool) int {
	if strategic {
		return m.bonus
	}
	return m.normal
}

// hindrance is a reason why a step may not be made.
type hindrance int8

const (
	free hindrance = iota
	offMap
	enemyThere
	enemyRear
	meuseGerman
	meuseNoBridge
	tooDear
	tooDearPlain
)

// hindrances gives for each the key of its reason, and its rule if that is not the
// paragraph of the intended action.
var hindrances = [...]struct{ rule, why string }{
	offMap:        {"", "off-map"},
	enemyThere:    {"", "enemy"},
	enemyRear:     {"8.4", "rear"},
	meuseGerman:   {"8.1", "meuse-german"},
	meuseNoBridge: {"8.1", "meuse"},
	tooDear:       {"", "mp"},
	tooDearPlain:  {"8.5", "strategic"},
}

// step is a step to a neighbouring hex, priced.
type step struct {
	cost       int // sixths
	to         hexIx
	infiltrate bool
	strategic  bool // 8.5 still holds after it
	by         hindrance
}

// step prices u's step from h in direction d, and says what hinders it.
func (g *rules) step(s *State, m *mover, h hexIx, d hex.Dir) step {
	st := step{to: g.next[h][d]}
	if st.to == noHex {
		st.by = offMap
		return st
	}
	if st.by = g.closed(s, m.side, h, d); st.by != free {
		return st
	}
	st.cost = g.terrainCost(s, m, h, d)
	if s.inZOC(h, m.side) {
		if st.infiltrate = s.inZOC(st.to, m.side); st.infiltrate {
			st.cost += g.d.Costs.ZOCtoZOC[m.class]
		} else {
			st.cost += g.d.Costs.LeaveZOC[m.class]
		}
	}
	st.strategic = m.strategic && !s.nearEnemy(st.to, m.side)
	if m.spent+st.cost > m.allowed(st.strategic) {
		st.by = tooDear
		if m.strategic && !st.strategic && m.spent+st.cost <= m.bonus {
			st.by = tooDearPlain
		}
	}
	return st
}

// closed says why a side cannot enter the neighbour of h in direction d, whatever it
// spends.
func (g *rules) closed(s *State, sd side, h hexIx, d hex.Dir) hindrance {
	to := g.next[h][d]
	switch {
	case s.held(to, sd.Enemy()):
		return enemyThere
	case g.passes[sd][h][d] == noHex && sd == german:
		return meuseGerman
	case g.rear[sd.Enemy()].Has(to):
		return enemyRear
	case g.passes[sd][h][d] == noHex:
		return meuseNoBridge
	}
	return free
}

// stepPrice is what a step to a neighbour costs in the open and by road, without ZOC and traffic;
// noWay where there is no such way.
type stepPrice struct{ open, road int16 }

const noWay = math.MaxInt16

// stepPrice works that out. The Meuse is crossed by its bridge alone.
func (g *rules) stepPrice(class scenario.MoveClass, h *scenario.Hex, d hex.Dir) stepPrice {
	p, e, c := stepPrice{noWay, noWay}, &h.Side[d], &g.d.Costs
	if e.Road == scenario.NoRoad || !e.Meuse {
		p.open = int16(c.Terrain[class][g.d.Hexes[h.Next[d]].Terrain])
		if e.Minor {
			p.open += int16(c.Minor[class])
		}
	}
	switch e.Road {
	case scenario.NoRoad:
	case scenario.Highway:
		p.road = int16(c.Highway[class])
	case scenario.Road:
		p.road = int16(c.Road[class])
	}
	return p
}

// terrainCost is the cheaper of the road and the open, without ZOC.
func (g *rules) terrainCost(s *State, m *mover, h hexIx, d hex.Dir) int {
	p := &g.prices[m.class][h][d]
	open, byRoad := int(p.open), int(p.road)
	if byRoad < open && m.class == scenario.Motorised && g.traffic(s, m, g.next[h][d]) {
		byRoad += g.d.Costs.Traffic
	}
	return min(open, byRoad)
}

// traffic reports whether another motorised friendly unit is in h (8.2).
func (g *rules) traffic(s *State, m *mover, h hexIx) bool {
	return s.held(h, m.side) && g.unitsIn(s, h).Without(m.unit).Any(func(u unitIx) bool { return g.class(s, u) == scenario.Motorised })
}
