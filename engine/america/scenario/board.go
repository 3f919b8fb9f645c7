package scenario

import (
	"referee/engine"
	"referee/engine/hex"
)

// Grid is how the map numbers its hexes: they point north; the first two digits count lines from
// north to south, the last two the hexes of a line from east to west, and odd lines lie half a hex further west (2).
var Grid = hex.Grid{Pointed: true, Odd: true, HexesBack: true}

// hexMetres is the distance between two hexes (2).
const hexMetres = 4000

// Distance is the number of steps between two hexes of the map.
func (d *Data) Distance(a, b HexIx) int { return Grid.Distance(d.Hexes[a].At, d.Hexes[b].At) }

// Board is the map in drawing words. Rivers and roads are listed once, under the
// smaller of their two hexes.
func (d *Data) Board() *engine.Board {
	b := &engine.Board{Title: "America Triumphant", Metres: hexMetres, Grid: Grid, Vocabulary: Vocabulary}
	for i := range d.Hexes {
		h := &d.Hexes[i]
		b.Hexes = append(b.Hexes, boardHex(h))
		for dir, n := range h.Next {
			if n == NoHex {
				continue
			}
			edge, side := d.grid.Edge(HexIx(i), n), h.Side[dir]
			if h.Westwall && !d.Hexes[n].Westwall && westward(hex.Dir(dir)) {
				b.Edges = append(b.Edges, engine.BoardEdge{Edge: edge, Class: ClassTeeth, Of: h.At})
			}
			if n < HexIx(i) {
				continue
			}
			if side.River != Dry {
				b.Edges = append(b.Edges, engine.BoardEdge{Edge: edge, Class: side.River.class(), Name: d.Rivers[side.Ix].Name, Origin: d.sides[edge]})
			}
			if side.Road {
				b.Links = append(b.Links, d.Link(HexIx(i), hex.Dir(dir)))
			}
		}
	}
	return b
}

// westward reports whether a direction is that of the enemy of the Westwall.
func westward(d hex.Dir) bool { return d == hex.PW || d == hex.PNW || d == hex.PSW }

// Link is the road over a hexside.
func (d *Data) Link(h HexIx, dir hex.Dir) engine.BoardLink {
	at := &d.Hexes[h]
	return engine.BoardLink{A: at.At, B: d.Hexes[at.Next[dir]].At, Class: engine.Road, Bridge: at.Side[dir].River != Dry, Origin: d.sides[d.grid.Edge(h, at.Next[dir])]}
}

func boardHex(h *Hex) engine.BoardHex {
	out := engine.BoardHex{
		At:      h.At,
		Terrain: h.Terrain.Class(),
		Site:    h.Site.Class(),
		Entry:   h.Cross,
		Name:    h.Name,
		Origin:  h.Origin,
	}
	if h.Westwall {
		out.Works = ClassWall
	}
	if h.Target {
		out.VP = 1
	}
	return out
}

// class is the river in drawing words.
func (r River) class() engine.Class {
	return [Rivers]engine.Class{Minor: engine.MinorRiver, Major: engine.MajorRiver}[r]
}

// Class is the word of the terrain on the map.
func (t Terrain) Class() engine.Class {
	return [Terrains]engine.Class{Clear: engine.Clear, Woods: engine.Woods, Hill: ClassHill}[t]
}

// Class is the word of the site on the map; "" for none.
func (s Site) Class() engine.Class {
	return [...]engine.Class{NoSite: "", Village: engine.Village, Town: ClassTown}[s]
}
