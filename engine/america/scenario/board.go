package scenario

import "referee/engine/hex"

// Grid is how the map numbers its hexes: they point north; the first two digits count lines from
// north to south, the last two the hexes of a line from east to west, and odd lines lie half a hex further west (2).
var Grid = hex.Grid{Pointed: true, Odd: true, HexesBack: true}

// Distance is the number of steps between two hexes of the map.
func (d *Data) Distance(a, b HexIx) int { return Grid.Distance(d.Hexes[a].At, d.Hexes[b].At) }

// HexAt is the hex of a coordinate, or NoHex.
func (d *Data) HexAt(at hex.Coord) HexIx { return d.grid.Find(at) }
