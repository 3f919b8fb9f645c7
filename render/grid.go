package render

import (
	"fmt"
	"math"

	"referee/engine"
	"referee/engine/hex"
)

// areas tints the areas of owners and draws their borders.
func (pn *planner) areas() []Op {
	var ops []Op
	for _, class := range engine.Vocabulary["owner"] {
		var tint, border []Line
		for _, h := range pn.board.Hexes {
			if h.Area != class {
				continue
			}
			k := pn.lay.corners(h.At)
			tint = append(tint, k[:])
			for _, d := range hex.Dirs {
				if n, ok := h.At.Neighbour(d); ok && pn.hexes[n] != nil && pn.hexes[n].Area != class {
					at := pn.lay.centre(h.At)
					a, b := pn.lay.edge(h.At, d)
					border = append(border, Line{a.towards(at, 0.07), b.towards(at, 0.07)})
				}
			}
		}
		if len(tint) == 0 {
			continue
		}
		o, name := owners[class], "area of "+string(class)
		ops = append(ops, Fill{What: name, Ink: o.area, Shapes: tint},
			Stroke{What: name, Ink: o.border, Width: 2.6 * pn.lay.u, Lines: border, Dash: []float64{7 * pn.lay.u, 3 * pn.lay.u}})
	}
	return ops
}

// grid draws the hexsides and the numbers of the hexes.
func (pn *planner) grid() []Op {
	var lines []Line
	for _, h := range pn.board.Hexes {
		for _, d := range hex.Dirs {
			n, ok := h.At.Neighbour(d)
			if d < hex.S || !ok || pn.hexes[n] == nil {
				a, b := pn.lay.edge(h.At, d)
				lines = append(lines, Line{a, b})
			}
		}
	}
	return []Op{Stroke{What: "grid", Ink: "grid", Width: max(0.8, 0.9*pn.lay.u), Lines: lines}}
}

// numbers prints the numbers of the hexes at their tops, or beside or below
// that where a name lies there.
func (pn *planner) numbers(taken []Rect) []Op {
	u := pn.lay.u
	var ops []Op
	for _, h := range pn.board.Hexes {
		var best Text
		cost := math.Inf(1)
		for i, spot := range numberSpots {
			t := pn.number(h.At, spot)
			t.Halo = "number-halo"
			v := float64(i)
			for _, r := range taken {
				v += shared(t.Box, r) / (u * u)
			}
			if v < cost {
				best, cost = t, v
			}
		}
		ops = append(ops, best)
	}
	return ops
}

// numberSpots are places for a hex's number, in units from its middle.
var numberSpots = []Point{{0, -18.6}, {-7, -18.6}, {7, -18.6}, {0, -10}}

func (pn *planner) number(c hex.Coord, spot Point) Text {
	u := pn.lay.u
	at := pn.lay.centre(c).add(spot.times(u))
	return pn.text("number "+c.String(), c.String(), Plain, max(6.5, 7.6*u), "number", at, middle)
}

// entries marks the hexes where pieces arrive: a ring, and an arrow from
// beyond the map where the hex lies at its edge.
func (pn *planner) entries() []Op {
	var ops []Op
	u := pn.lay.u
	for _, h := range pn.board.Hexes {
		if !h.Entry {
			continue
		}
		name := "entry " + h.At.String()
		at := pn.lay.centre(h.At)
		ring := polygon(at, 27.5*u, 6, 0)
		ops = append(ops, Stroke{
			What: name, Ink: "entry", Width: 1.8 * u, Lines: []Line{ring}, Closed: true,
			Dash: []float64{4 * u, 2.5 * u},
		})
		var out Point
		for _, d := range hex.Dirs {
			if n, ok := h.At.Neighbour(d); !ok || pn.hexes[n] == nil {
				a, b := pn.lay.edge(h.At, d)
				out = out.add(a.towards(b, 0.5).sub(at).unit())
			}
		}
		if out = out.unit(); out != (Point{}) {
			tip, tail := at.add(out.times(17*u)), at.add(out.times(33*u))
			ops = append(ops, Fill{What: name, Ink: "entry", Shapes: []Line{arrowhead(tail, tip, 8*u, 13*u)}})
		}
	}
	return ops
}

// points draws the victory points of places as a coin.
func (pn *planner) points() []Op {
	var ops []Op
	u := pn.lay.u
	for _, h := range pn.board.Hexes {
		if h.VP == 0 {
			continue
		}
		at := pn.lay.centre(h.At).add(Point{-24.5 * u, -1 * u})
		name := "points " + h.At.String()
		ops = append(ops,
			Fill{What: name, Ink: "vp-edge", Shapes: []Line{circle(at, 7.2*u)}},
			Fill{What: name, Ink: "vp", Shapes: []Line{circle(at, 6*u)}},
			pn.text(name, fmt.Sprint(h.VP), Bold, 10*u, "type", at.add(Point{0, 3.6 * u}), middle))
	}
	return ops
}

// edge is a line round the land.
func (pn *planner) edge() []Op {
	var lines []Line
	for _, h := range pn.board.Hexes {
		for _, d := range hex.Dirs {
			if n, ok := h.At.Neighbour(d); !ok || pn.hexes[n] == nil {
				a, b := pn.lay.edge(h.At, d)
				lines = append(lines, Line{a, b})
			}
		}
	}
	return []Op{Stroke{What: "edge of the map", Ink: "entry", Width: 1.6 * pn.lay.u, Lines: lines}}
}

// ruler is a bar that says how far a hex reaches on the ground, below the right
// corner of the map. A board without a measure has none.
func (pn *planner) ruler() []Op {
	if pn.board.Metres == 0 {
		return nil
	}
	u := pn.lay.u
	km := 5.0
	length := km * 1000 / float64(pn.board.Metres) * 2 * pn.lay.half
	x1, y := pn.lay.width-pn.lay.r*0.5, pn.lay.height-3.4*u
	x0 := x1 - length
	half := Rect{x0, y - 2*u, x0 + length/2, y + 2*u}
	return []Op{
		Fill{What: "scale", Ink: "ink", Shapes: []Line{half.line()}},
		Stroke{What: "scale", Ink: "ink", Width: 1 * u, Closed: true, Lines: []Line{Rect{x0, y - 2*u, x1, y + 2*u}.line()}},
		pn.text("scale", fmt.Sprintf("%.0f km", km), Bold, max(7, 10*u), "ink", Point{x0 - 4*u, y + 3.6*u}, right),
	}
}

// edgeOf is the hexside that a link crosses.
func edgeOf(l engine.BoardLink) hex.Edge { return hex.EdgeOf(l.A, l.B) }
