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
	grid          hex.Grid
	scale         float64 // Picture.Scale
	step          float64 // from line to line of hexes, pixels
	half          float64 // half of what a hex measures along a line, pixels
	r             float64 // from the middle of a hex to its corners, pixels
	u             float64 // r/32: the unit in which everything on the map is sized
	x, y          int     // the map's first cell: see [hex.Grid.Cell]
	first         Point   // the middle of a hex there that is not shifted
	width, height float64
}

const (
	wholeWidth = 1600.0 // pixels of a whole map at scale 1
	maxRadius  = 64.0   // pixels of a hex at scale 1
	mapMargin  = 0.35   // of r
)

var sqrt3 = math.Sqrt(3)

func newLayout(b *engine.Board, scale float64) layout {
	l := layout{grid: b.Grid, scale: scale}
	var lastX, lastY int
	for i, h := range b.Hexes {
		x, y, _ := b.Grid.Cell(h.At)
		if i == 0 {
			l.x, l.y, lastX, lastY = x, y, x, y
		}
		l.x, l.y, lastX, lastY = min(l.x, x), min(l.y, y), max(lastX, x), max(lastY, y)
	}
	columns, rows := float64(lastX-l.x+1), float64(lastY-l.y+1)
	if b.Grid.Pointed {
		l.standing(columns, rows)
	} else {
		l.lying(columns, rows)
	}
	l.u = l.r / 32
	return l
}

// lying sizes a map of flat-topped hexes.
func (l *layout) lying(columns, rows float64) {
	wide := 1.5*(columns-1) + 2 + 2*mapMargin
	l.step = math.Floor(1.5 * min(wholeWidth/wide, maxRadius) * l.scale)
	l.r = l.step / 1.5
	l.half = math.Round(l.r * sqrt3 / 2)
	l.width = l.wide(wide)
	l.height = math.Ceil(along(rows, columns)*2*l.half + 2*mapMargin*l.r)
	l.first = Point{math.Round((l.width - (columns-1)*l.step) / 2), math.Ceil(mapMargin*l.r) + l.half}
}

// standing sizes a map of pointed hexes.
func (l *layout) standing(columns, rows float64) {
	wide := along(columns, rows)*sqrt3 + 2*mapMargin
	l.half = math.Floor(sqrt3 / 2 * min(wholeWidth/wide, maxRadius) * l.scale)
	l.r = l.half * 2 / sqrt3
	l.step = math.Round(1.5 * l.r)
	l.width = l.wide(wide)
	l.height = math.Ceil((rows-1)*l.step + 2*l.r + 2*mapMargin*l.r)
	l.first = Point{math.Round((l.width-along(columns, rows)*2*l.half)/2) + l.half, math.Ceil(mapMargin*l.r + l.r)}
}

// along is how long lines of hexes are, in hexes: where there are several, half a hex more.
func along(hexes, lines float64) float64 {
	if lines > 1 {
		return hexes + 0.5
	}
	return hexes
}

// wide is the width of the painted map that is so many radii wide, its margin included.
func (l *layout) wide(radii float64) float64 {
	if radii*maxRadius >= wholeWidth {
		return math.Round(wholeWidth * l.scale)
	}
	return math.Ceil(radii * l.r)
}

// centre is the middle of a hex.
func (l layout) centre(c hex.Coord) Point {
	col, row, shifted := l.grid.Cell(c)
	x, y, shift := float64(col-l.x), float64(row-l.y), 0.0
	if shifted {
		shift = l.half
	}
	if l.grid.Pointed {
		return l.first.add(Point{2*l.half*x + shift, l.step * y})
	}
	return l.first.add(Point{l.step * x, 2*l.half*y + shift})
}

// The corners of a hex, across its lines in radii and along them in halves: see [layout.corners].
var (
	flatCorners    = [6]Point{{-0.5, -1}, {0.5, -1}, {1, 0}, {0.5, 1}, {-0.5, 1}, {-1, 0}}
	pointedCorners = [6]Point{{0, -1}, {1, -0.5}, {1, 0.5}, {0, 1}, {-1, 0.5}, {-1, -0.5}}
)

// corners lists the corners of a hex. Edge d lies between corners d and d+1.
func (l layout) corners(c hex.Coord) [6]Point {
	of, wide, high := flatCorners, l.r, l.half
	if l.grid.Pointed {
		of, wide, high = pointedCorners, l.half, l.r
	}
	var out [6]Point
	at := l.centre(c)
	for i, d := range of {
		out[i] = at.add(Point{d.X * wide, d.Y * high})
	}
	return out
}

// hexagon is a hexagon of a radius that stands as the hexes do.
func (l layout) hexagon(at Point, radius float64) Polyline {
	turn := 0.0
	if l.grid.Pointed {
		turn = math.Pi / 6
	}
	return polygon(at, radius, 6, turn)
}

// edge returns the ends of the hexside of c in a direction.
func (l layout) edge(c hex.Coord, d hex.Dir) (Point, Point) {
	k := l.corners(c)
	return k[d], k[(d+1)%6]
}

// between returns the ends of a hexside.
func (l layout) between(e hex.Edge) (Point, Point) {
	d, _ := l.grid.Direction(e.A, e.B)
	return l.edge(e.A, d)
}
