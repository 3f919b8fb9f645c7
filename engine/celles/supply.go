package celles

import (
	"slices"

	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// 5 Supply, checked in phase 2 only.

// supplied gives for every hex the next one on its path to a source of n, for a source
// itself, and noHex where there is no path.
func (g *rules) supplied(s *State, n scenario.Nation) []hexIx {
	barred := g.barredTo(s, n.Side())
	var sources []hexIx
	for i := range g.d.Hexes {
		if g.d.Hexes[i].Source[n] && !barred.Has(hexIx(i)) {
			sources = append(sources, hexIx(i))
		}
	}
	return ways.Flood(len(g.d.Hexes), sources, func(h hexIx, list []hexIx) []hexIx {
		for d, to := range &g.next[h] {
			if to != noHex && !barred.Has(to) && g.crosses(h, hex.Dir(d), n.Side()) {
				barred.Add(to) // once is enough
				list = append(list, to)
			}
		}
		return list
	})
}

// lines are the supply lines of n's units, each link once.
func (g *rules) lines(s *State, n scenario.Nation) [][]hexIx {
	next := g.supplied(s, n)
	var out [][]hexIx
	var drawn hexSet
	for i := range g.d.Units {
		x := &s.Units[i]
		if x.Where != onMap || g.d.Units[i].Nation != n || next[x.Hex] == noHex {
			continue
		}
		way := []hexIx{x.Hex}
		for h := x.Hex; next[h] != h && !drawn.Has(h); {
			drawn.Add(h)
			h = next[h]
			way = append(way, h)
		}
		if len(way) > 1 {
			out = append(out, way)
		}
	}
	return out
}

// cuts are the hexes at which the supply paths of a unit out of supply end: those of
// enemy units and of their ZOC.
func (g *rules) cuts(s *State, u unitIx) []hexIx {
	sd := g.side(u)
	barred := g.barredTo(s, sd)
	var cut hexSet
	ways.Flood(len(g.d.Hexes), []hexIx{s.Units[u].Hex}, func(h hexIx, list []hexIx) []hexIx {
		for d, to := range &g.next[h] {
			switch {
			case to == noHex || !g.crosses(h, hex.Dir(d), sd):
			case !barred.Has(to):
				list = append(list, to)
			case s.inZOC(to, sd) && !s.held(to, sd) || s.held(to, sd.Enemy()):
				cut.Add(to)
			}
		}
		return list
	})
	return slices.Collect(cut.All())
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

// crosses reports whether a side may pass from h in direction d as far as the
// Meuse is concerned: only by a bridge, Germans never (8.1).
func (g *rules) crosses(h hexIx, d hex.Dir, sd side) bool {
	e := &g.d.Hexes[h].Side[d]
	return !e.Meuse || e.Bridge && sd == allied
}

// supplyNow is the marker that a supply phase would give u now.
func (g *rules) supplyNow(s *State, u unitIx, next []hexIx) supplyState {
	switch x := &s.Units[u]; {
	case next[x.Hex] != noHex:
		return inSupply
	case x.Supply == inSupply:
		return outOfSupply
	default:
		return isolated
	}
}

// supplyAll is supplyNow for every unit on the map, by unit.
func (g *rules) supplyAll(s *State) (now [scenario.MaxUnits]supplyState) {
	var paths [3][]hexIx
	for n := range paths {
		paths[n] = g.supplied(s, scenario.Nation(n))
	}
	for i := range g.d.Units {
		if s.Units[i].Where == onMap {
			now[i] = g.supplyNow(s, unitIx(i), paths[g.d.Units[i].Nation])
		}
	}
	return now
}

func (g *rules) supplyChanges(s *State) []event.SupplyChange {
	changes := []event.SupplyChange{}
	now := g.supplyAll(s)
	for i := range g.d.Units {
		if s.Units[i].Where == onMap && now[i] != s.Units[i].Supply {
			changes = append(changes, event.SupplyChange{Unit: g.d.Units[i].ID, State: supplyIDs[now[i]]})
		}
	}
	return changes
}
