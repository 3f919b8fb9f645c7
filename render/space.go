package render

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// How much it costs, per square unit of the map, to cover something.
const (
	overValues = 60.0 // the text of a counter, and what has been placed before
	overFace   = 12.0 // the rest of a counter
	overSign   = 20.0
	overWay    = 4.0
	overRing   = 0.03 // rings and frames: a label may cover them
	hardly     = 1.5  // what a label that could be left out may cost
)

// room is the free space in a picture: everything on the map is placed where it covers
// least.
type room struct {
	*crowd
	ways *crowd // lines that signs may cover, but text may not
	book *book
	u    float64
}

func newRoom(b *book, u float64, sheet Rect) *room {
	empty := func() *crowd { return &crowd{side: 80 * u, sheet: sheet, at: map[[2]int][]avoided{}} }
	return &room{empty(), empty(), b, u}
}

// cost is what it costs to cover boxes.
func (r *room) cost(boxes []Rect) float64 { return r.crowd.cost(boxes) + r.ways.cost(boxes) }

// put marks boxes as taken; weight is one of the constants above.
func (r *room) put(weight float64, boxes ...Rect) {
	for _, b := range boxes {
		r.add(avoided{b, weight / (r.u * r.u), false})
	}
}

// putWay marks a line that signs may cover.
func (r *room) putWay(width float64, l Polyline) {
	r.line(r.ways, overWay, width, l)
}

// putLine marks a line of a width as taken.
func (r *room) putLine(weight, width float64, l Polyline) { r.line(r.crowd, weight, width, l) }

func (r *room) line(in *crowd, weight, width float64, l Polyline) {
	step := max(width, 2.5*r.u)
	for _, p := range l.even(1 + int(l.length()/step)) {
		in.add(avoided{p.square(width / 2), weight / (r.u * r.u) * min(1, step/width), false})
	}
}

// putCounters marks counters as taken: their values and names, their faces, their
// badges and frames.
func (r *room) putCounters(ops []Op) {
	for _, o := range ops {
		switch o := o.(type) {
		case Counter:
			half := o.Size / 2
			if o.Part == Below {
				if reach := frameReach(o.Piece); reach > 0 {
					r.put(overRing, o.At.square(half*reach/19))
				}
				continue
			}
			q := o.Size / counterSide
			r.put(overFace, o.At.square(half*19.5/19))
			r.put(overValues-overFace, Rect{o.At.X - half, o.At.Y + 6.5*q, o.At.X + half, o.At.Y + half},
				Rect{o.At.X - half, o.At.Y - half, o.At.X + half, o.At.Y - 8*q})
			for _, b := range r.book.badgesOf(o) {
				r.put(overSign, b)
			}
		case Fill:
			r.put(overValues, boundsOf(o.Shapes))
		}
	}
}

// frameReach is how far the frame below a counter reaches from its middle, in units of
// the counter; 0 if there is only its shadow.
func frameReach(p engine.Piece) float64 {
	switch {
	case slices.Contains(p.States, engine.Active):
		return activeEdge
	case slices.Contains(p.States, engine.Activated):
		return 19 + 3.8
	}
	return 0
}

// badges are boxes around the signs that reach beyond a counter.
func (b *book) badgesOf(o Counter) []Rect {
	var out []Rect
	q := o.Size / counterSide
	small := 0.0
	if o.Small {
		small = 3.5
	}
	if slices.Contains(o.Piece.States, engine.Disrupted) {
		out = append(out, Rect{-27 + small, -11 - small, -11 + small, 10 - small})
	}
	if slices.Contains(o.Piece.States, engine.OutOfSupply) || slices.Contains(o.Piece.States, engine.Isolated) {
		at := (&face{small: o.Small}).badge()
		out = append(out, at.square(9.5))
	}
	for i := range b.badges(o.Piece) {
		out = append(out, badgeAt(i, o.Small).square(9.5))
	}
	for i, b := range out {
		out[i] = Rect{o.At.X + b.X0*q, o.At.Y + b.Y0*q, o.At.X + b.X1*q, o.At.Y + b.Y1*q}
	}
	return out
}

// best is where boxes cost least: the best of some offsets from a point, in units, with
// the preferred ones first.
func (r *room) best(at Point, spots []Point, boxes func(at Point) []Rect) (where Point, cost float64) {
	return r.least(at, spots, boxes, r.cost)
}

func (r *room) least(at Point, spots []Point, boxes func(at Point) []Rect, costs func([]Rect) float64) (where Point, cost float64) {
	cost = math.Inf(1)
	for i, s := range spots {
		p := at.add(s.times(r.u))
		v := costs(boxes(p)) + 0.12*float64(i)
		if v < cost {
			where, cost = p, v
		}
	}
	return where, cost
}

// around lists points around the middle of a hex, at distances in units, the near ones
// first.
func around(distances ...float64) []Point {
	var out []Point
	for _, d := range distances {
		for i := range 16 {
			k := []int{4, 12, 0, 8, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15}[i] // below and above first
			out = append(out, Point{}.polar(d, float64(k)*math.Pi/8))
		}
	}
	return out
}

// actionHexes are those in which something happens in a picture.
func (b *book) actionHexes(p Picture) map[hex.Coord]bool { return b.happening(p, false) }

// happening are the hexes in which something happens in a picture, with all hexes of
// the paths or only those at their ends.
func (b *book) happening(p Picture, ends bool) map[hex.Coord]bool {
	out := map[hex.Coord]bool{}
	marks, paths, gone := p.drawn()
	for _, m := range marks {
		if !b.marks[m.Class].quiet {
			out[m.At] = true
		}
	}
	for _, w := range paths {
		if ways[w.Class].below {
			continue
		}
		for i, h := range w.Hexes {
			if !ends || i == 0 || i == len(w.Hexes)-1 {
				out[h] = true
			}
		}
	}
	for _, g := range gone {
		out[g.At] = true
	}
	for _, pc := range p.View.Pieces {
		if slices.Contains(pc.States, engine.Active) {
			out[pc.At] = true
		}
	}
	return out
}
