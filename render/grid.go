package render

import (
	"fmt"

	"referee/engine"
	"referee/engine/hex"
)

// areas tints the areas of owners and draws their borders.
func (bm *baseMap) areas() []Op {
	var ops []Op
	for _, class := range bm.book.words.List("owner") {
		var tint, border []Polyline
		for _, h := range bm.board.Hexes {
			if h.Area != class {
				continue
			}
			k := bm.lay.corners(h.At)
			tint = append(tint, k[:])
			at := bm.lay.centre(h.At)
			for _, l := range bm.sides(h.At, func(_ hex.Dir, n hex.Coord) bool { return bm.hexes[n] != nil && bm.hexes[n].Area != class }) {
				border = append(border, l.each(func(p Point) Point { return p.towards(at, 0.07) }))
			}
		}
		if len(tint) == 0 {
			continue
		}
		o, name := bm.book.owners[class], "area of "+string(class)
		ops = append(ops, Fill{What: name, Ink: o.area, Shapes: tint},
			Stroke{What: name, Ink: o.border, Width: 2.6 * bm.lay.u, Lines: border, Dash: []float64{7 * bm.lay.u, 3 * bm.lay.u}})
	}
	return ops
}

// grid draws the hexsides and the numbers of the hexes.
func (bm *baseMap) grid() []Op {
	var lines []Polyline
	for _, h := range bm.board.Hexes {
		lines = append(lines, bm.sides(h.At, func(d hex.Dir, n hex.Coord) bool { return d < hex.S || bm.hexes[n] == nil })...)
	}
	return []Op{Stroke{What: "grid", Ink: "grid", Width: max(0.8, 0.9*bm.lay.u), Lines: lines}}
}

// numbers prints the numbers of some hexes at their tops, or where they cover nothing.
// On the line of a path a number has a label behind it; one for which there is no room
// at all is left out.
func (pn *planner) numbers(window Rect, in, done map[hex.Coord]bool, free *room) []Op {
	var ops []Op
	u := pn.lay.u
	for _, h := range pn.board.Hexes {
		if done[h.At] || !in[h.At] || pn.sparse && (h.At.Col%5 != 0 || h.At.Row%5 != 0) {
			continue
		}
		var set []Op
		for _, costs := range []func([]Rect) float64{free.cost, free.crowd.cost} {
			for _, spot := range numberSpots {
				t := pn.number(h.At, spot, pn.letters.number)
				digits := t.Box
				digits.Y1 = t.At.Y // digits do not go below the baseline
				if !window.holds(t.Box) || costs([]Rect{digits}) >= hardly {
					continue
				}
				if free.ways.cost([]Rect{digits}) >= hardly {
					set = append(set, Fill{What: t.What, Ink: "label", Shapes: []Polyline{rounded(digits.grow(1.2*u), 2*u)}})
				}
				set = append(set, t)
				free.put(overSign, digits)
				break
			}
			if set != nil {
				break
			}
		}
		ops = append(ops, set...)
	}
	return ops
}

// numberSpots are places for a hex's number, in units from its middle.
var numberSpots = []Point{
	{0, -18.6},
	{-7, -18.6},
	{7, -18.6},
	{0, -20.5},
	{-7, -20.5},
	{7, -20.5},
	{0, -22.5},
	{0, -10},
	{-11, -17.5},
	{11, -17.5},
	{-13, -12},
	{13, -12},
	{-13, -4},
	{13, -4},
	{0, 3},
	{0, 12},
	{0, 20},
	{0, 26.5},
	{-9, 26},
	{9, 26},
	{-14, 22},
	{14, 22},
}

// The size of the numbers of hexes, in units, and the least in pixels.
const (
	numberSize  = 7.6
	leastNumber = 6.5
)

func (pn *planner) number(c hex.Coord, spot Point, least float64) Text {
	u := pn.lay.u
	at := pn.lay.centre(c).add(spot.times(u))
	t := pn.text("number "+c.String(), c.String(), Plain, max(leastNumber, numberSize*u, least), "number", at, middle)
	t.Halo = "number-halo"
	return t
}

// tabSpots are places for the number of a hex in which something happens, in units
// from the middle of the hex to the middle of the number.
var tabSpots = append([]Point{
	{0, -22},
	{-7, -22},
	{7, -22},
	{-12, -21},
	{12, -21},
	{0, -25},
	{0, -12},
	{-12, -12},
	{12, -12},
	{-16, -12},
	{16, -12},
	{0, 0},
	{-16, 0},
	{16, 0},
	{0, 10},
	{0, 18},
	{-16, 12},
	{16, 12},
	{-14, 14},
	{14, 14},
	{-26, 0},
	{26, 0},
	{0, 24},
	{-10, 23},
	{10, 23},
	{-14, 23},
	{14, 23},
	{-26, -14},
	{26, -14},
	{-26, 14},
	{26, 14},
}, around(30, 34)...)

// tabs are the numbers of the hexes in which something happens: larger, and on a label
// where they cover a ring or a frame.
func (pn *planner) tabs(hexes map[hex.Coord]bool, free *room) []Op {
	var ops []Op
	u := pn.lay.u
	size := max(6.5, 7.6*u, pn.letters.tab)
	for _, h := range pn.board.Hexes {
		if !hexes[h.At] {
			continue
		}
		t := pn.text("number "+h.At.String(), h.At.String(), Bold, size, "ink", Point{}, middle)
		half := Point{t.Box.width()/2 + 1.5*u, size * 0.5}
		box := func(p Point) []Rect { return []Rect{{p.X - half.X, p.Y - half.Y, p.X + half.X, p.Y + half.Y}} }
		at, cost := free.best(pn.lay.centre(h.At), tabSpots, box)
		t = t.move(at.add(Point{0, size * 0.36}))
		if cost > hardly {
			ops = append(ops, Fill{What: t.What, Ink: "label", Shapes: []Polyline{rounded(box(at)[0], 2.5*u)}},
				Stroke{What: t.What, Ink: "panel-edge", Width: 0.8 * u, Closed: true, Lines: []Polyline{rounded(box(at)[0], 2.5*u)}})
		} else {
			t.Halo = "halo"
		}
		free.put(overValues, box(at)...)
		ops = append(ops, t)
	}
	return ops
}

// entries marks the hexes where pieces arrive: a ring, and an arrow from
// beyond the map where the hex lies at its edge.
func (bm *baseMap) entries() []Op {
	var ops []Op
	u := bm.lay.u
	for _, h := range bm.board.Hexes {
		if !h.Entry {
			continue
		}
		name := "entry " + h.At.String()
		at := bm.lay.centre(h.At)
		ring := bm.lay.hexagon(at, 27.5*u)
		ops = append(ops, Stroke{
			What: name, Ink: "entry", Width: 1.8 * u, Lines: []Polyline{ring}, Closed: true,
			Dash: []float64{4 * u, 2.5 * u},
		})
		var out Point
		for _, l := range bm.sides(h.At, bm.outside) {
			out = out.add(l[0].towards(l[1], 0.5).sub(at).unit())
		}
		if out = out.unit(); out != (Point{}) {
			tip, tail := at.add(out.times(17*u)), at.add(out.times(33*u))
			ops = append(ops, Fill{What: name, Ink: "entry", Shapes: []Polyline{arrowhead(tail, tip, 8*u, 13*u)}})
		}
	}
	return ops
}

// flatSpots are places for the victory points of a place, in units from the middle of
// its hex.
var flatSpots = []Point{{-24.5, -1}, {24.5, -1}, {-23, -15}, {23, -15}, {-23, 16}, {23, 16}, {-33, 0}, {33, 0}, {0, -26}, {0, 27}}

// pointedSpots are the same in a pointed hex, which is narrower.
var pointedSpots = []Point{{-19.5, -2}, {19.5, -2}, {-19, 8}, {19, 8}, {-19, -9}, {19, -9}, {0, 24}, {-33, 0}, {33, 0}}

// coinSpots are the places for points of a hex of the map.
func (bm *baseMap) coinSpots() []Point {
	if bm.board.Grid.Pointed {
		return pointedSpots
	}
	return flatSpots
}

// points draws the victory points of the places in some hexes as coins, beside the
// counters there.
func (pn *planner) points(in map[hex.Coord]bool, free *room) []Op {
	var ops []Op
	u := pn.lay.u
	for _, h := range pn.board.Hexes {
		if h.VP == 0 || !in[h.At] {
			continue
		}
		box := func(p Point) []Rect { return []Rect{p.square(5.4 * u)} }
		at, _ := free.best(pn.lay.centre(h.At), pn.coinSpots(), box)
		free.put(overSign, at.square(7*u))
		ops = append(ops, pn.coin("points "+h.At.String(), h.VP, at)...)
	}
	return ops
}

func (bm *baseMap) coin(name string, vp int, at Point) []Op {
	u := bm.lay.u
	return []Op{
		Fill{What: name, Ink: "vp-edge", Shapes: []Polyline{circle(at, 7.2*u)}},
		Fill{What: name, Ink: "vp", Shapes: []Polyline{circle(at, 6*u)}},
		bm.text(name, fmt.Sprint(vp), Bold, 10*u, "type", at.add(Point{0, 3.6 * u}), middle),
	}
}

// edge draws a line around the land.
func (bm *baseMap) edge() []Op {
	var lines []Polyline
	for _, h := range bm.board.Hexes {
		lines = append(lines, bm.sides(h.At, bm.outside)...)
	}
	return []Op{Stroke{What: "edge of the map", Ink: "entry", Width: 1.6 * bm.lay.u, Lines: lines}}
}

// ruler draws a bar that says how wide a hex is on the ground, below the right corner
// of the map. A board without a measure has none.
func (bm *baseMap) ruler() []Op {
	if bm.board.Metres == 0 {
		return nil
	}
	u := bm.lay.u
	km := 5.0
	length := km * 1000 / float64(bm.board.Metres) * 2 * bm.lay.half
	x1, y := bm.lay.width-bm.lay.r*0.5, bm.lay.height-3.4*u
	x0 := x1 - length
	half := Rect{x0, y - 2*u, x0 + length/2, y + 2*u}
	return []Op{
		Fill{What: "scale", Ink: "ink", Shapes: []Polyline{half.line()}},
		Stroke{What: "scale", Ink: "ink", Width: 1 * u, Closed: true, Lines: []Polyline{Rect{x0, y - 2*u, x1, y + 2*u}.line()}},
		bm.text("scale", fmt.Sprintf("%.0f km", km), Bold, max(7, 10*u), "ink", Point{x0 - 4*u, y + 3.6*u}, right),
	}
}

// edgeOf is the hexside that a link crosses.
func edgeOf(l engine.BoardLink) hex.Edge { return hex.EdgeOf(l.A, l.B) }

// sides lists the hexsides of a hex for which is holds, by their direction and the hex beyond, which is zero where the
// numbering ends.
func (bm *baseMap) sides(at hex.Coord, is func(d hex.Dir, n hex.Coord) bool) []Polyline {
	var out []Polyline
	for _, d := range hex.Dirs {
		if n, _ := bm.board.Grid.Neighbour(at, d); is(d, n) {
			a, b := bm.lay.edge(at, d)
			out = append(out, Polyline{a, b})
		}
	}
	return out
}

// outside reports whether a hex is not on the board.
func (bm *baseMap) outside(_ hex.Dir, n hex.Coord) bool { return bm.hexes[n] == nil }
