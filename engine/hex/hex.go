// Package hex is the geometry of a flat-topped hex grid whose hexes are
// numbered column first, as wargames print them: "0815" is column 8, row 15.
//
// Even columns lie half a hex lower than odd ones.
package hex

import (
	"fmt"
)

// Coord names one hex: Col from 1, Row from 0, both at most 99. The zero Coord is not a
// hex.
type Coord struct{ Col, Row uint8 }

// Dir is one of the six directions, clockwise from north.
type Dir uint8

// The six directions.
const (
	N Dir = iota
	NE
	SE
	S
	SW
	NW
)

// Dirs lists the directions in their fixed order.
var Dirs = [6]Dir{N, NE, SE, S, SW, NW}

var dirNames = [6]string{"N", "NE", "SE", "S", "SW", "NW"}

func (d Dir) String() string {
	if int(d) < len(dirNames) {
		return dirNames[d]
	}
	return fmt.Sprintf("Dir(%d)", uint8(d))
}

// Opposite returns the opposite direction.
func (d Dir) Opposite() Dir { return (d + 3) % 6 }

// Valid reports whether c can be printed as four digits and is not the zero Coord.
// Whether the map has that hex is for the map to say.
func (c Coord) Valid() bool { return c.Col >= 1 && c.Col <= 99 && c.Row <= 99 }

// String prints c as CCRR, and the zero Coord as "----".
func (c Coord) String() string {
	if !c.Valid() {
		return "----"
	}
	return string([]byte{'0' + c.Col/10, '0' + c.Col%10, '0' + c.Row/10, '0' + c.Row%10})
}

// Parse reads CCRR.
func Parse(s string) (Coord, error) {
	if len(s) != 4 {
		return Coord{}, fmt.Errorf("hex: %q is not four digits", s)
	}
	var n [4]uint8
	for i := range n {
		if s[i] < '0' || s[i] > '9' {
			return Coord{}, fmt.Errorf("hex: %q is not four digits", s)
		}
		n[i] = s[i] - '0'
	}
	c := Coord{Col: n[0]*10 + n[1], Row: n[2]*10 + n[3]}
	if !c.Valid() {
		return Coord{}, fmt.Errorf("hex: %q: columns start at 01", s)
	}
	return c, nil
}

// MarshalText prints c as CCRR; the zero Coord prints as nothing.
func (c Coord) MarshalText() ([]byte, error) {
	if c == (Coord{}) {
		return nil, nil
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads what MarshalText printed.
func (c *Coord) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*c = Coord{}
		return nil
	}
	p, err := Parse(string(b))
	if err == nil {
		*c = p
	}
	return err
}

// Neighbour returns the hex next to c in direction d. ok is false where the
// numbering ends; a map may end earlier.
func (c Coord) Neighbour(d Dir) (n Coord, ok bool) {
	col, row := int(c.Col), int(c.Row)
	low := 0 // an even column's slanting neighbours lie one row lower
	if col%2 == 0 {
		low = 1
	}
	switch d {
	case N:
		row--
	case S:
		row++
	case NE, SE:
		col++
		row += low - 1
	case NW, SW:
		col--
		row += low - 1
	}
	if d == SE || d == SW {
		row++
	}
	if col < 1 || col > 99 || row < 0 || row > 99 {
		return Coord{}, false
	}
	return Coord{Col: uint8(col), Row: uint8(row)}, true
}

// Direction returns the direction from c to its neighbour n.
func (c Coord) Direction(n Coord) (Dir, bool) {
	for _, d := range Dirs {
		if m, ok := c.Neighbour(d); ok && m == n {
			return d, true
		}
	}
	return 0, false
}

// Distance returns the number of steps between two hexes.
func Distance(a, b Coord) int {
	ax, az := axial(a)
	bx, bz := axial(b)
	dx, dz := ax-bx, az-bz
	return (abs(dx) + abs(dz) + abs(dx+dz)) / 2
}

// axial turns the offset numbering into two axes at 120 degrees.
func axial(c Coord) (q, r int) {
	col := int(c.Col)
	return col, int(c.Row) - (col+1)/2 + 1
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Edge is a hexside, named by the two hexes it lies between, smaller first.
type Edge struct{ A, B Coord }

// EdgeOf returns the hexside between two hexes, whichever is named first.
func EdgeOf(a, b Coord) Edge {
	if b.Col < a.Col || b.Col == a.Col && b.Row < a.Row {
		a, b = b, a
	}
	return Edge{A: a, B: b}
}
