package render

import (
	"image"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Crop is the part of a map around some of its hexes. Hexes that its edges cut are veiled, and
// their content is left out: a counter is shown completely or not at all.
//
// In portrait, without a Scale, a crop is at most eleven columns of hexes wide, or nine and a half
// if they are pointed: its radius is made smaller, and if that is not enough the whole map is
// drawn.
type Crop struct {
	At     []hex.Coord
	Radius int // hexes around each of them, from 1
}

// Pictures in portrait, for telephones, which show them so many points wide, have letters of
// at least so many points.
const (
	phonePoints = 400
	leastPoints = 7
	fairPoints  = 5 // numbers of hexes, and counters of hexes in which nothing happens
)

// phoneReach is how wide a crop may be for telephones, in radii of hexes, whichever way they
// stand: what the map has of letters is sized by the radius, and in a wider crop the points of
// places would have less than leastPoints. There is room for eleven columns of flat hexes with
// their margins, or for nine of pointed ones and the half by which lines are shifted.
const phoneReach = 1.5*10 + 2 + 2*mapMargin

// usualReach is how wide a crop is that would be narrower, likewise: nine columns of flat hexes, in which the strengths of a stack of
// four can be read.
const usualReach = 1.5*8 + 2 + 2*mapMargin

// Narrowed is the picture as it is drawn: in portrait, with a crop that a telephone can show. It has fewer hexes around what is
// shown, or, if that is not enough, the whole map.
func (p Picture) Narrowed() Picture {
	if p.Scale != 0 || p.Crop == nil || !p.Portrait {
		return p
	}
	bm := &baseMap{lay: newLayout(p.Board, wholeZero), board: p.Board}
	for radius := p.Crop.Radius; radius > 0; radius-- {
		c := &Crop{At: p.Crop.At, Radius: radius}
		if bm.telephone(bm.window(c.hexes(p.Board))) {
			p.Crop = c
			return p
		}
	}
	if p.Rows == 0 { // all pictures of an animation are alike
		p.Crop = nil
	}
	return p
}

// telephone reports whether a telephone can show a part of the map.
func (bm *baseMap) telephone(win image.Rectangle) bool {
	return float64(win.Dx()) <= phoneReach*bm.lay.r+2 // its edges lie on whole pixels
}

// hexes lists the hexes that are to be shown.
func (c *Crop) hexes(b *engine.Board) []hex.Coord {
	var out []hex.Coord
	for _, h := range b.Hexes {
		if slices.ContainsFunc(c.At, func(at hex.Coord) bool { return b.Grid.Distance(h.At, at) <= c.Radius }) {
			out = append(out, h.At)
		}
	}
	return out
}

// full is all of the painted map.
func (bm *baseMap) full() image.Rectangle {
	return image.Rect(0, 0, int(bm.lay.width), int(bm.lay.height))
}

// window is the part of the painted map that shows some hexes.
func (bm *baseMap) window(hexes []hex.Coord) image.Rectangle {
	shown := make([]Polyline, len(hexes))
	for i, h := range hexes {
		k := bm.lay.corners(h)
		shown[i] = k[:]
	}
	b := boundsOf(shown).grow(mapMargin * bm.lay.r)
	return image.Rect(int(b.X0), int(b.Y0), int(math.Ceil(b.X1)), int(math.Ceil(b.Y1))).Intersect(bm.full())
}

// completeHexes lists the hexes that are completely in a window, and cut those that its edges
// cut.
func (bm *baseMap) completeHexes(win image.Rectangle) (whole map[hex.Coord]bool, cut []Polyline) {
	whole = map[hex.Coord]bool{}
	w := rectOf(win)
	for _, h := range bm.board.Hexes {
		k := bm.lay.corners(h.At)
		b := boundsOf([]Polyline{k[:]})
		switch {
		case w.holds(b):
			whole[h.At] = true
		case w.Overlaps(b):
			cut = append(cut, k[:])
		}
	}
	return whole, cut
}

// only keeps the elements that are in some hexes.
func only[T any](list []T, where map[hex.Coord]bool, at func(T) hex.Coord) []T {
	return lists.Filter(list, func(x T) bool { return where[at(x)] })
}
