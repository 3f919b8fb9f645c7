package render

import (
	"math"

	"referee/engine"
	"referee/engine/hex"
)

// layout turns hexes into points of the painted map, in pixels from its corner.
//
// The middles of hexes are on whole pixels, so that the same things look the same in
// every hex, and the file is small.
type layout struct {
	scale         float64 // Picture.Scale
	step          float64 // from column to column, pixels
	half          float64 // half the height of a hex, pixels
	r             float64 // from the middle of a hex to its right corner, pixels
	u             float64 // r/32: the unit in which everything on the map is sized
	col, row      int     // of the map's first column and row
	first         Point   // the middle of a hex in an odd column there
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
	l.step = math.Floor(1.5 * min(wholeWidth/wide, maxRadius) * scale)
	l.r = l.step / 1.5
	l.half = math.Round(l.r * sqrt3 / 2)
	l.u = l.r / 32
	l.width = math.Ceil(wide * l.r)
	if wide*maxRadius >= wholeWidth {
		l.width = math.Round(wholeWidth * scale)
	}
	l.height = math.Ceil((rows+1+low)*2*l.half + 2*mapMargin*l.r)
	l.first = Point{
		math.Round((l.width - cols*l.step) / 2),
		math.Ceil(mapMargin*l.r) + l.half,
	}
	return l
}

// centre is the middle of a hex.
func (l layout) centre(c hex.Coord) Point {
	y := 2 * l.half * float64(int(c.Row)-l.row)
	if c.Col%2 == 0 {
		y += l.half
	}
	return l.first.add(Point{l.step * float64(int(c.Col)-l.col), y})
}

// corners lists the corners of a hex. Edge d lies between corners d and d+1.
func (l layout) corners(c hex.Coord) [6]Point {
	var out [6]Point
	at := l.centre(c)
	for i, d := range [6]Point{{-0.5, -1}, {0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}, {-1, 0}} {
		out[i] = at.add(Point{d.X * l.r, d.Y * l.half})
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
