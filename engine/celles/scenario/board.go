package scenario

import (
	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/hex"
)

// hexMetres is measured on the ground between Dinant, Givet and Marche.
const hexMetres = 1700

// Board is the map in drawing words. Rivers and roads are listed once, under the
// smaller of their two hexes.
func (d *Data) Board() *engine.Board {
	b := &engine.Board{Title: "Celles", Metres: hexMetres, Grid: Grid, Vocabulary: Vocabulary}
	points := d.printedPoints()
	for i := range d.Hexes {
		h := &d.Hexes[i]
		b.Hexes = append(b.Hexes, boardHex(h, points[HexIx(i)]))
		for dir, n := range h.Next {
			if n == NoHex || n < HexIx(i) {
				continue
			}
			between := h.Side[dir]
			edge := hex.EdgeOf(h.At, d.Hexes[n].At)
			names := d.names[edge]
			river, link := between.river(), between.link()
			if river != "" {
				b.Edges = append(b.Edges, engine.BoardEdge{Edge: edge, Class: river, Name: names.River, Origin: names.RiverFrom})
			}
			if link != "" {
				b.Links = append(b.Links, engine.BoardLink{A: edge.A, B: edge.B, Class: link, Name: names.Road, Bridge: river != "", Origin: names.RoadFrom})
			}
		}
	}
	return b
}

func boardHex(h *Hex, points int) engine.BoardHex {
	out := engine.BoardHex{
		At:      h.At,
		Terrain: h.Terrain.Class(),
		Entry:   h.Entry,
		Name:    h.Name,
		VP:      points,
		Origin:  h.Origin,
	}
	if h.Village {
		out.Site = engine.Village
	}
	if h.Rear != NoSide {
		out.Area = ardennes.Owners[h.Rear]
	}
	return out
}

// Class is the terrain in drawing words.
func (t Terrain) Class() engine.Class {
	return [Terrains]engine.Class{Clear: engine.Clear, Rough: engine.Rough, Woods: engine.Woods, Town: engine.Town}[t]
}

// printedPoints are the victory points of places, each printed in the place's hex, or
// in the first of its hexes.
func (d *Data) printedPoints() map[HexIx]int {
	points := map[HexIx]int{}
	for _, p := range d.Places {
		at := p.Hexes[0]
		for _, h := range p.Hexes {
			if d.Hexes[h].Name == p.Name {
				at = h
			}
		}
		points[at] = max(p.VP[German], p.VP[Allied])
	}
	return points
}

// river is the kind of river there, or nothing.
func (s Hexside) river() engine.Class {
	switch {
	case s.Meuse:
		return engine.MajorRiver
	case s.Minor:
		return engine.MinorRiver
	default:
		return ""
	}
}

// link is the kind of road that crosses, or nothing.
func (s Hexside) link() engine.Class {
	return [...]engine.Class{NoRoad: "", Road: engine.Road, Highway: engine.Highway}[s.Road]
}
