package america

import (
	"slices"

	"referee/engine/america/scenario"
	"referee/engine/hex"
)

// 5 Movement: what a step costs. Movement points are counted in halves throughout.

// tread is how a unit crosses rivers (4.1): mechanised units of the Allies also go over minor rivers (11.72).
type tread int8

const (
	treadFoot tread = iota
	treadGerman
	treadAllied
	treads
)

func treadOf(class scenario.Class, sd side) tread {
	switch {
	case class == scenario.Foot:
		return treadFoot
	case sd == german:
		return treadGerman
	}
	return treadAllied
}

func (t tread) class() scenario.Class {
	if t == treadFoot {
		return scenario.Foot
	}
	return scenario.Mech
}

// stepPrice is what a step to a neighbour costs without ZOC and snow, in halves: in a tactical and in a strategic
// move, as the map is and where engineers have bridged the side.
type stepPrice struct{ plain, strategic, bridged, bridgedStrategic int8 }

const (
	noWay = 127
	// whole is the whole allowance: an Allied mechanised unit over an unbridged minor river (11.72).
	whole = 126
)

// tabulateCosts fills the tables of prices and treads.
func (g *rules) tabulateCosts() {
	for i := range g.d.Units {
		g.treads[i] = treadOf(g.d.Units[i].Class, g.d.Units[i].Side())
	}
	for t := range treads {
		for i := range g.d.Hexes {
			for _, d := range hex.Dirs {
				g.prices[t][i][d] = g.stepPrice(t, &g.d.Hexes[i], d)
			}
		}
	}
}

// stepPrice works out a price (5.1): by the open, or by a road that crosses the side and is not cut by a river.
func (g *rules) stepPrice(t tread, h *scenario.Hex, d hex.Dir) stepPrice {
	if h.Next[d] == noHex {
		return stepPrice{noWay, noWay, noWay, noWay}
	}
	c, e, class := &g.d.Costs, &h.Side[d], t.class()
	dry := int8(g.hexCost(class, h.Next[d]))
	open := dry
	switch river := c.River[class][e.River]; {
	case e.River == scenario.Dry || e.Bridge == scenario.Standing:
	case river < scenario.No:
		open += int8(river)
	case t == treadAllied && e.River == scenario.Minor:
		open = whole
	default:
		open = noWay
	}
	p := stepPrice{open, open, dry, dry}
	if e.Road {
		road, fast := int8(c.Road[class]), int8(c.StrategicRoad[class])
		p.bridged, p.bridgedStrategic = min(dry, road), min(dry, fast)
		if e.River == scenario.Dry || e.Bridge == scenario.Standing {
			p.plain, p.strategic = p.bridged, p.bridgedStrategic
		}
	}
	return p
}

// hexCost is what entering a hex costs off the road: 1 with a village or town, else its terrain (5.1).
func (g *rules) hexCost(class scenario.Class, h hexIx) scenario.MP {
	x := &g.d.Hexes[h]
	if x.Site != scenario.NoSite {
		return g.d.Costs.Site[class][x.Site]
	}
	return g.d.Costs.Terrain[class][x.Terrain]
}

// price is what a step costs without ZOC and snow; noWay or whole.
func (g *rules) price(s *State, t tread, h hexIx, d hex.Dir, strategic bool) int {
	p := &g.prices[t][h][d]
	plain := p.plain
	if strategic {
		plain = p.strategic
	}
	if g.d.Hexes[h].Side[d].River != scenario.Dry && g.bridged(s, h, d) {
		if plain = p.bridged; strategic {
			plain = p.bridgedStrategic
		}
	}
	return int(plain)
}

// weathered is a cost on the ground of the turn: snow doubles it (3.2).
func (g *rules) weathered(s *State, cost int) int {
	if s.Ground == scenario.Snow {
		return cost * g.d.Costs.Snow
	}
	return cost
}

// allowance is u's movement allowance of a movement phase, in halves: that of mechanised units which are not
// supplied is half, rounded up (7.2).
func (g *rules) allowance(s *State, u unitIx) int {
	mp := g.d.Units[u].Move
	if s.status(u) != supplied && g.d.Units[u].Class == scenario.Mech && s.Units[u].Where == onMap {
		mp = up(mp, unsuppliedMove)
	}
	return int(scenario.Points(mp))
}

// unsuppliedMove is what the want of supply divides the allowance of mechanised units by (7.2).
const unsuppliedMove = 2

// left is what u may still spend in the movement phase, in halves.
func (g *rules) left(s *State, u unitIx) int { return max(0, g.allowance(s, u)-int(s.Units[u].Spent)) }

// mover is the units of a party that move alike: of the same way over rivers, with as much left.
type mover struct {
	tread tread
	fresh bool // has not moved in this phase
	left  int16
	all   int16 // allowance
}

// maxMovers is how many kinds of movers there are at most: three allowances on foot, four of vehicles.
const maxMovers = 8

// party is units that move together (5.1).
type party struct {
	units     unitSet
	side      side
	strategic bool
	alone     bool // it is the 150th Brigade (4.4)
	n         int
	movers    [maxMovers]mover
}

// party makes a party of some units, which are in one hex or come on together.
func (g *rules) party(s *State, units unitSet, strategic bool) party {
	p := party{units: units, side: s.Side, strategic: strategic}
	for u := range units.All() {
		p.side = g.sides[u]
		p.add(g.mover(s, u))
		p.alone = u == g.d.Brigade
	}
	p.alone = p.alone && p.n == 1 && units.Len() == 1
	return p
}

// mover is a unit as it moves.
func (g *rules) mover(s *State, u unitIx) mover {
	return mover{
		tread: g.treads[u], fresh: s.Units[u].Spent == 0, left: int16(g.left(s, u)), all: int16(g.allowance(s, u)),
	}
}

func (p *party) add(m mover) {
	if !slices.Contains(p.movers[:p.n], m) && p.n < maxMovers {
		p.movers[p.n] = m
		p.n++
	}
}

// fresh reports whether nobody of the party has moved in this phase.
func (p *party) fresh() bool {
	return !slices.ContainsFunc(p.movers[:p.n], func(m mover) bool { return !m.fresh })
}

// hindrance is a reason why a step may not be made.
type hindrance int8

const (
	free hindrance = iota
	offMap
	enemyThere
	riverBars
	bridgeGone
	tooDear
	slipDear
	wadeFirst
	zoneToZone
	zoneMoved
	strategicZone
	strategicHex
)

// hindrances gives for each its paragraph and the key of its reason.
var hindrances = [...]struct{ rule, why string }{
	offMap:        {"5.44", "off-map"},
	enemyThere:    {"5.42", "enemy"},
	riverBars:     {"5.1", "river"},
	bridgeGone:    {"5.41", "bridge"},
	tooDear:       {"5.43", "mp"},
	slipDear:      {"4.4", "mp"},
	wadeFirst:     {"11.72", "wade"},
	zoneToZone:    {"4.3", "zone"},
	zoneMoved:     {"4.3", "zone-moved"},
	strategicZone: {"5.2", "strategic-zone"},
	strategicHex:  {"5.2", "strategic-hex"},
}

// march is a step of a party to a neighbouring hex, priced.
type march struct {
	to   hexIx
	by   hindrance
	only bool // over the allowance of somebody: it is the one hex of the phase (4.2)
	hold bool // from ZOC to ZOC: somebody there is held (4.3)
	slip bool // the 150th Brigade has to roll (4.4)
	cost int16
	// costs are those of each mover, in halves; cost is the greatest.
	costs [maxMovers]int16
}

// step prices a step of a party from h in direction d, and says what hinders it.
func (g *rules) step(s *State, p *party, h hexIx, d hex.Dir) march {
	m := march{to: g.next[h][d]}
	if m.to == noHex {
		m.by = offMap
		return m
	}
	if m.by = g.barred(s, p, m.to); m.by != free {
		return m
	}
	leave, enter := s.inZOC(h, p.side), s.inZOC(m.to, p.side)
	if leave && enter {
		if m.by = g.zoneToZone(s, p, &m); m.by != free {
			return m
		}
	}
	for i := range p.n {
		x := &p.movers[i]
		base := g.price(s, x.tread, h, d, p.strategic)
		if base == noWay {
			if m.by = riverBars; g.d.Hexes[h].Side[d].Bridge == scenario.Destroyed {
				m.by = bridgeGone
			}
			return m
		}
		m.pay(g, s, x, i, base, leave && !m.slip, enter)
	}
	return m
}

// barred says why a party cannot enter a hex whatever it spends: an enemy is there (5.42), or the move is
// strategic (5.2).
func (g *rules) barred(s *State, p *party, to hexIx) hindrance {
	switch {
	case s.held(to, p.side.Enemy()):
		return enemyThere
	case p.strategic && s.inZOC(to, p.side):
		return strategicZone
	case p.strategic && (!s.controls(to, p.side) || s.Gained.Has(to)):
		return strategicHex
	}
	return free
}

// zoneToZone says whether a party may step into ZOC out of ZOC (4.3), and by what (4.4).
func (g *rules) zoneToZone(s *State, p *party, m *march) hindrance {
	switch {
	case g.holder(s, m.to) != noUnit:
		m.hold = true
	case s.held(m.to, p.side):
		return zoneMoved
	case p.alone:
		m.slip = true
	default:
		return zoneToZone
	}
	return free
}

// pay adds what a step costs one kind of mover: base without snow and ZOC, or whole. Only the first step of a
// phase may cost more than there is (4.2).
func (m *march) pay(g *rules, s *State, x *mover, i, base int, leave, enter bool) {
	cost := int(x.all)
	if base != whole {
		if cost = g.weathered(s, base); leave {
			cost += int(x.left) / scenario.Halves / 2 * scenario.Halves
		}
		if enter {
			cost += g.weathered(s, int(g.d.Costs.EnterZOC[x.tread.class()]))
		}
	}
	if base == whole || cost > int(x.left) {
		switch {
		case x.fresh && !m.slip: // it has its whole allowance left
			m.only = true
		case m.slip:
			m.by = slipDear
		case base == whole:
			m.by = wadeFirst
		default:
			m.by = tooDear
		}
	}
	m.costs[i], m.cost = int16(cost), max(m.cost, int16(cost))
}

// pays is what a unit of a party pays for a step: no more than it has.
func (g *rules) pays(p *party, m *march, s *State, u unitIx) int {
	x := g.mover(s, u)
	return int(min(m.costs[slices.Index(p.movers[:p.n], x)], x.left))
}

// 4.3 Who is held.

// holder is the unit of the moving side in a hex that is held so that others may come there from ZOC to ZOC: one
// that is held already, else one that can do nothing more in this turn, else the first that has not moved; or noUnit.
func (g *rules) holder(s *State, h hexIx) unitIx {
	best, rank := noUnit, 0
	for u := s.first[h]; u != noUnit; u = s.after[u] {
		x := &s.Units[u]
		r := 1
		switch {
		case x.Held:
			return u
		case x.Marched:
			continue
		case x.By != noHQ && !x.May:
			r = 2
		}
		if r > rank {
			best, rank = u, r
		}
	}
	return best
}

// holders are the units among which the moving player chooses who is held; none if one is already.
func (g *rules) holders(s *State, h hexIx) unitSet {
	var can unitSet
	for u := s.first[h]; u != noUnit; u = s.after[u] {
		switch x := &s.Units[u]; {
		case x.Held:
			return unitSet{}
		case !x.Marched:
			can.Add(u)
		}
	}
	return can
}
