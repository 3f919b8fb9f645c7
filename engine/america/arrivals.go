package america

import (
	"slices"

	"referee/engine/america/scenario"
	"referee/engine/kit/lists"
)

// 10.12 and 8.22 Reinforcements that come on.

// due reports whether a reinforcement may come on in this turn, or could have before (10.15). The drop does not (11.2).
func (g *rules) due(s *State, u unitIx) bool {
	x := &s.Units[u]
	return x.Where == pending && x.Due > 0 && x.Due <= s.Turn && u != g.d.Drop
}

// edge is the edge by which a unit comes on: formations of the reserve by the east (10.12).
func (g *rules) edge(u unitIx) scenario.Edge {
	if g.sides[u] == german {
		return scenario.East
	}
	return g.d.Units[u].Arrival.Edge
}

// brought reports whether a unit that is due comes on with a headquarters that arrives at the same edge (8.22), and
// that only: one of the same turn, or, for a unit that was put off, one that comes on in this turn.
func (g *rules) brought(s *State, u unitIx) hqSet {
	return g.hqs[g.sides[u]].Filter(func(q hqIx) bool {
		hq := g.d.HQs[q].Unit
		x, chit := &s.Units[hq], s.HQs[q].Chit
		came := x.Where == onMap && x.Due == s.Turn
		together := x.Where == pending && x.Due == s.Turn && s.Units[u].Due == s.Turn
		coming := g.due(s, hq) && (chit == chitIn || chit == chitDrawn)
		return g.commands(q, g.d.Units[u].Nation) && g.edge(hq) == g.edge(u) && (came || together || coming)
	})
}

// open reports whether a unit may come on by a hex of its edge.
func (g *rules) open(s *State, u unitIx, h hexIx, how coming) bool {
	return s.controls(h, s.Side) && !s.held(h, s.Side.Enemy()) &&
		(how == comesOpen || g.distance(h, s.Whence) <= g.nearest(s, h, g.d.Units[u].Nation, g.standing))
}

// coming is how a unit comes on in the present impulse, if it does.
type coming int8

const (
	comesNot  coming = iota
	comesNear        // where the active headquarters is nearest
	comesOpen        // anywhere on its edge
)

func (g *rules) comes(s *State, u unitIx) coming {
	if s.HQ == noHQ || g.sides[u] != s.Side || !g.due(s, u) {
		return comesNot
	}
	if u == g.d.HQs[s.HQ].Unit {
		return comesOpen
	}
	if g.d.Units[u].HQ != noHQ || !g.commands(s.HQ, g.d.Units[u].Nation) {
		return comesNot
	}
	switch by := g.brought(s, u); {
	case by.Has(s.HQ) && s.Whence == noHex:
		return comesOpen
	case by != 0 || s.Whence == noHex: // a headquarters that comes on activates only those who come with it
		return comesNot
	}
	return comesNear
}

// noArrival says why a unit that is to come may not come on now, or returns "".
func (g *rules) noArrival(s *State, u unitIx) (rule, why string) {
	how := g.comes(s, u)
	switch {
	case !g.due(s, u):
		return "10.15", "illegal.move.early"
	case how == comesNot:
		return "8.22", "illegal.move.not-due"
	}
	rule, why = "10.12", "illegal.move.closed"
	for _, h := range g.d.Entries[s.Side][g.edge(u)] {
		switch {
		case g.open(s, u, h, how):
			return "", ""
		case g.open(s, u, h, comesOpen): // another headquarters is nearer
			rule, why = "8.22", "illegal.move.not-due"
		}
	}
	return rule, why
}

// entries are the hexes by which all of some units may come on together in the present impulse (10.12):
// friendly-controlled ones of their edge, without enemies. Who comes with no headquarters of its own comes with the one
// nearest to the hex (8.22).
func (g *rules) entries(s *State, units unitSet) []hexIx {
	var hexes []hexIx
	first := units.First()
	for u := range units.All() {
		how := g.comes(s, u)
		switch {
		case how == comesNot || g.edge(u) != g.edge(first):
			return nil
		case u == first:
			hexes = g.d.Entries[s.Side][g.edge(u)]
		}
		hexes = lists.Filter(hexes, func(h hexIx) bool { return g.open(s, u, h, how) })
	}
	return hexes
}

// entryStep prices the entry of a party: as from a road, if the hex has one (10.12).
func (g *rules) entryStep(s *State, p *party, h hexIx) march {
	m := march{to: h}
	if m.by = g.barred(s, p, h); m.by != free {
		return m
	}
	for i := range p.n {
		class := p.movers[i].tread.class()
		road := g.d.Costs.Road[class]
		if p.strategic {
			road = g.d.Costs.StrategicRoad[class]
		}
		m.pay(g, s, &p.movers[i], i, g.roadCost(h, g.hexCost(class, h), road), false, s.inZOC(h, p.side))
	}
	return m
}

// roadCost is what going over the edge of the map in a hex costs: off the road, or by it where that costs less.
func (g *rules) roadCost(h hexIx, open, road scenario.MP) int {
	if slices.ContainsFunc(g.d.Hexes[h].Side[:], func(e scenario.Hexside) bool { return e.Road }) {
		return int(min(open, road))
	}
	return int(open)
}

// 13.41 Leaving the map.

// exitStep prices leaving the map by the north edge: as a clear hex, by road 1.
func (g *rules) exitStep(s *State, p *party, h hexIx) march {
	m := march{to: noHex}
	for i := range p.n {
		class := p.movers[i].tread.class()
		cost := g.roadCost(h, g.d.Costs.Terrain[class][scenario.Clear], g.d.Costs.Road[class])
		m.pay(g, s, &p.movers[i], i, cost, s.inZOC(h, p.side), false)
	}
	return m
}

// mayExit reports whether units of a side may leave the map from a hex (13.41).
func (g *rules) mayExit(s *State, sd side, h hexIx) bool {
	return s.Scenario == scenario.Wacht && sd == german && slices.Contains(g.d.Exits, h)
}
