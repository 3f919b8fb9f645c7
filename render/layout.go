package render

import (
	"math"

	"referee/engine"
	"referee/engine/hex"
)

// layout turns hexes into points of the painted map, in pixels from its corner.
type layout struct {
	scale         float64 // Picture.Scale
	r             float64 // from the middle of a hex to a corner, pixels
	u             float64 // r/32: the unit in which everything on the map is sized
	col, row      int     // of the map's first column and row
	width, height float64
}

const (
	wholeWidth = 1600.0 // pixels of a whole map at scale 1
	maxRadius  = 64.0   // pixels of a hex at scale 1
	mapMargin  = 0.35   // of r
)

var sqrt3 = math.Sqrt(3)

func newLayout(b *engine.Board, scale float64) layout {
	first, last := b.Hexes[0].At, b.Hexes[0].At
	low := 0.0
	for _, h := range b.Hexes {
		first.Col, first.Row = min(first.Col, h.At.Col), min(first.Row, h.At.Row)
		last.Col, last.Row = max(last.Col, h.At.Col), max(last.Row, h.At.Row)
	}
	if first.Col != last.Col {
		low = 0.5
	}
	cols, rows := float64(last.Col-first.Col), float64(last.Row-first.Row)
	wide := 1.5*cols + 2 + 2*mapMargin
	l := layout{scale: scale, col: int(first.Col), row: int(first.Row)}
	l.r = min(wholeWidth/wide, maxRadius) * scale
	l.u = l.r / 32
	l.width = math.Round(wide * l.r)
	l.height = math.Round(((rows+1+low)*sqrt3 + 2*mapMargin) * l.r)
	return l
}

// centre is the middle of a hex.
func (l layout) centre(c hex.Coord) Point {
	y := (mapMargin + sqrt3/2 + sqrt3*float64(int(c.Row)-l.row)) * l.r
	if c.Col%2 == 0 {
		y += sqrt3 / 2 * l.r
	}
	return Point{(mapMargin + 1 + 1.5*float64(int(c.Col)-l.col)) * l.r, y}
}

// corners lists the corners of a hex. Edge d lies between corners d and d+1.
func (l layout) corners(c hex.Coord) [6]Point {
	var out [6]Point
	at := l.centre(c)
	for i := range out {
		out[i] = at.polar(l.r, math.Pi/3*float64(i)-2*math.Pi/3)
	}
	return out
}

// edge returns the ends of the hexside of c in a direction.
func (l layout) edge(c hex.Coord, d hex.Dir) (Point, Point) {
	k := l.corners(c)
	return k[d], k[(d+1)%6]
}

// between returns the ends of a hexside.
func (l layout) between(e hex.Edge) (Point, Point) {
	d, _ := e.A.Direction(e.B)
	return l.edge(e.A, d)
}
