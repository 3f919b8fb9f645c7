package america

import (
	"referee/engine/america/scenario"
	"referee/engine/hex"
)

// exerts is the directions, as bits, in which the units in a hex have a ZOC (4.1): over hexsides that a III or X, or
// three II, could move across; in the Westwall any unit but a headquarters into other hexes of it.
func (g *rules) exerts(s *State, h hexIx) uint8 {
	if s.first[h] == noUnit {
		return 0
	}
	var mask uint8
	for d := range hex.Dir(6) {
		n := g.next[h][d]
		if n == noHex {
			continue
		}
		count := 0 // of battalions; a larger unit makes three
		for u := s.first[h]; u != noUnit; u = s.after[u] {
			x := &g.d.Units[u]
			switch {
			case x.Type == scenario.TypeHQ || !g.crosses(s, u, h, d):
			case x.Large() || g.d.Hexes[h].Westwall && g.d.Hexes[n].Westwall:
				count += 3
			default:
				count++
			}
		}
		if count >= 3 {
			mask |= 1 << d
		}
	}
	return mask
}

// crosses reports whether u could move from h across the side d at all (4.1): foot over every river, mechanised only by
// a bridge, or over a minor river if it is Allied (11.72).
func (g *rules) crosses(s *State, u unitIx, h hexIx, d hex.Dir) bool {
	x, sd := &g.d.Units[u], &g.d.Hexes[h].Side[d]
	if sd.River == scenario.Dry || x.Class == scenario.Foot || sd.Bridge == scenario.Standing {
		return true
	}
	return sd.River == scenario.Minor && x.Side() == allied || g.bridged(s, h, d)
}
