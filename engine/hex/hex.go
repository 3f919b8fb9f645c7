// Package hex is the geometry of hex maps that are numbered by four digits, as wargames print them: "0815" is column 8,
// row 15. The [Grid] of a map sets the orientation of its hexes and the direction of its numbers.
package hex

import (
	"fmt"
)

// Coord names one hex by its printed number, CCRR: Col from 1, Row from 0, both at most
// 99. The zero Coord is not a hex.
type Coord struct{ Col, Row uint8 }

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

// Edge is a hexside, named by the two hexes it lies between, smaller first.
type Edge struct{ A, B Coord }

// EdgeOf returns the hexside between two hexes, whichever is named first.
func EdgeOf(a, b Coord) Edge {
	if b.Col < a.Col || b.Col == a.Col && b.Row < a.Row {
		a, b = b, a
	}
	return Edge{A: a, B: b}
}
