package celles

import (
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/ways"
)

// 5 Supply, checked in phase 2 only.

// supplied gives for every hex the next one on its path to a source of n, for a source
// itself, and noHex where there is no path.
func (g *rules) supplied(s *State, n scenario.Nation) *ways.Flood[hexIx] {
	f, barred := ways.NewFlood[hexIx](len(g.d.Hexes)), g.barredTo(s, n.Side())
	for _, h := range g.sources[n] {
		if !barred.Has(h) {
			f.Reach(h, h)
		}
	}
	for h := range f.All() {
		for _, to := range &g.passes[n.Side()][h] {
			if to != noHex && !barred.Has(to) {
				barred.Add(to) // it is reached once
				f.Reach(to, h)
			}
		}
	}
	return f
}

// lines are the supply lines of n's units, each link once.
func (g *rules) lines(s *State, n scenario.Nation) [][]hexIx {
	next := g.supplied(s, n)
	var out [][]hexIx
	var drawn hexSet
	for i := range g.d.Units {
		x := &s.Units[i]
		if x.Where != onMap || g.d.Units[i].Nation != n || next.From(x.Hex) == noHex {
			continue
		}
		way := []hexIx{x.Hex}
		for h := x.Hex; next.From(h) != h && !drawn.Has(h); {
			drawn.Add(h)
			h = next.From(h)
			way = append(way, h)
		}
		if len(way) > 1 {
			out = append(out, way)
		}
	}
	return out
}

// cuts adds to a set the hexes at which the supply paths of a unit out of supply end: those of
// enemy units and of their ZOC.
func (g *rules) cuts(s *State, u unitIx, cut *hexSet) {
	sd := g.side(u)
	barred := g.barredTo(s, sd)
	f := ways.NewFlood[hexIx](len(g.d.Hexes))
	f.Reach(s.Units[u].Hex, s.Units[u].Hex)
	for h := range f.All() {
		for _, to := range &g.passes[sd][h] {
			switch {
			case to == noHex:
			case !barred.Has(to):
				f.Reach(to, h)
			case s.inZOC(to, sd) && !s.held(to, sd) || s.held(to, sd.Enemy()):
				cut.Add(to)
			}
		}
	}
}

// barredTo is the hexes that no supply path of a side may use: of enemy units, in the
// enemy rear area, and in enemy ZOC unless a friend is there.
func (g *rules) barredTo(s *State, sd side) hexSet {
	barred := s.zoc[sd.Enemy()]
	barred.RemoveAll(&s.occupied[sd])
	barred.AddAll(&s.occupied[sd.Enemy()])
	barred.AddAll(&g.rear[sd.Enemy()])
	return barred
}

// crosses reports whether a side may pass a hexside as far as the Meuse is concerned: only
// by a bridge, Germans never (8.1).
func crosses(e scenario.Hexside, sd side) bool { return !e.Meuse || e.Bridge && sd == allied }

// supplyNow is the marker that a supply phase would give u now.
func (g *rules) supplyNow(s *State, u unitIx, next *ways.Flood[hexIx]) supplyState {
	switch x := &s.Units[u]; {
	case next.From(x.Hex) != noHex:
		return inSupply
	case x.Supply == inSupply:
		return outOfSupply
	default:
		return isolated
	}
}

// supplyAll is supplyNow for every unit on the map, by unit.
func (g *rules) supplyAll(s *State) (now [scenario.MaxUnits]supplyState) {
	var paths [3]*ways.Flood[hexIx]
	for n := range paths {
		paths[n] = g.supplied(s, scenario.Nation(n))
	}
	for u := range s.all(onMap).All() {
		now[u] = g.supplyNow(s, u, paths[g.d.Units[u].Nation])
	}
	return now
}

func (g *rules) supplyChanges(s *State) []event.SupplyChange {
	changes := []event.SupplyChange{}
	now := g.supplyAll(s)
	for u := range s.all(onMap).All() {
		if now[u] != s.Units[u].Supply {
			changes = append(changes, event.SupplyChange{Unit: g.unitID(u), State: supplyIDs[now[u]]})
		}
	}
	return changes
}
