package celles

import (
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 5 Supply, checked in phase 2 only.

// supplied marks every hex from which a path leads to a source of n.
func (g *rules) supplied(s *State, n scenario.Nation) *hexSet { return g.flood(s, n, nil) }

// flood is like supplied, but gives for every hex the next one on its path to a source,
// and for a source itself.
func (g *rules) flood(s *State, n scenario.Nation, next *[scenario.MaxHexes]hexIx) *hexSet {
	todo := g.carriers(s, n)
	var ok hexSet
	var list [scenario.MaxHexes]hexIx
	queue := list[:0]
	for i := range g.d.Hexes {
		if h := hexIx(i); g.d.Hexes[i].Source[n] && todo.has(h) {
			todo.remove(h)
			ok.add(h)
			queue = append(queue, h)
			if next != nil {
				next[h] = h
			}
		}
	}
	for i := 0; i < len(queue); i++ {
		h := queue[i]
		for d, to := range &g.next[h] {
			if to != noHex && todo.has(to) && g.crosses(h, hex.Dir(d), n.Side()) {
				todo.remove(to)
				ok.add(to)
				queue = append(queue, to)
				if next != nil {
					next[to] = h
				}
			}
		}
	}
	return &ok
}

// lines are the supply lines of n's units, each link once.
func (g *rules) lines(s *State, n scenario.Nation) [][]hexIx {
	var next [scenario.MaxHexes]hexIx
	ok := g.flood(s, n, &next)
	var out [][]hexIx
	var drawn hexSet
	for i := range g.d.Units {
		x := &s.Units[i]
		if x.Where != onMap || g.d.Units[i].Nation != n || !ok.has(x.Hex) {
			continue
		}
		way := []hexIx{x.Hex}
		for h := x.Hex; next[h] != h && !drawn.has(h); {
			drawn.add(h)
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
	n := g.d.Units[u].Nation
	sd := n.Side()
	todo := g.carriers(s, n)
	var cut hexSet
	queue := []hexIx{s.Units[u].Hex}
	todo.remove(s.Units[u].Hex)
	for i := 0; i < len(queue); i++ {
		h := queue[i]
		for d, to := range &g.next[h] {
			switch {
			case to == noHex || !g.crosses(h, hex.Dir(d), sd):
			case todo.has(to):
				todo.remove(to)
				queue = append(queue, to)
			case s.zoc[sd.Enemy()].has(to) && !s.occupied[sd].has(to) || s.occupied[sd.Enemy()].has(to):
				cut.add(to)
			}
		}
	}
	var out []hexIx
	for i := range g.d.Hexes {
		if cut.has(hexIx(i)) {
			out = append(out, hexIx(i))
		}
	}
	return out
}

// carriers lists the hexes that a supply path of n may use: no enemy unit, not in the
// enemy rear area, and no enemy ZOC unless a friend is there.
func (g *rules) carriers(s *State, n scenario.Nation) hexSet {
	sd := n.Side()
	var set hexSet
	for i := range set {
		barred := s.occupied[sd.Enemy()][i] | g.rear[sd.Enemy()][i] | s.zoc[sd.Enemy()][i]&^s.occupied[sd][i]
		set[i] = ^barred
	}
	return set
}

// crosses reports whether a side may pass from h in direction d as far as the
// Meuse is concerned: only by a bridge, Germans never (8.1).
func (g *rules) crosses(h hexIx, d hex.Dir, sd side) bool {
	e := &g.d.Hexes[h].Side[d]
	return !e.Meuse || e.Bridge && sd == allied
}

// supplyNow is the marker that a supply phase would give u now.
func (g *rules) supplyNow(s *State, u unitIx, ok *hexSet) supplyState {
	switch x := &s.Units[u]; {
	case ok.has(x.Hex):
		return inSupply
	case x.Supply == inSupply:
		return outOfSupply
	default:
		return isolated
	}
}

// supplyAll is supplyNow for every unit on the map, by unit.
func (g *rules) supplyAll(s *State) (now [scenario.MaxUnits]supplyState) {
	var paths [3]*hexSet
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
