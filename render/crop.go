package render

import (
	"image"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// Crop is the part of a map round some hexes that the map has. Hexes that its
// edges cut are veiled, and what stands in them is left out: a counter shows
// wholly or not at all.
type Crop struct {
	At     []hex.Coord
	Radius int // hexes round each of them, from 1
}

// Widths of crops, in pixels.
const (
	Phone   = 1024
	Desktop = 1600
)

// cropScales are the scales that Fit chooses from: few, so that the maps kept
// are few.
var cropScales = []float64{2, 1.5, 1, 0.75, 0.5}

// fit is the largest scale at which a crop is at most so wide.
func fit(b *engine.Board, c Crop, width int) float64 {
	if width == 0 {
		width = Phone
	}
	for _, s := range cropScales {
		pn := &planner{lay: newLayout(b, s), board: b}
		if pn.window(&c).Dx() <= width {
			return s
		}
	}
	return minScale
}

// window is the part of the painted map that shows.
func (pn *planner) window(c *Crop) image.Rectangle {
	all := image.Rect(0, 0, int(pn.lay.width), int(pn.lay.height))
	if c == nil {
		return all
	}
	var shown []Line
	for _, h := range pn.board.Hexes {
		if slices.ContainsFunc(c.At, func(at hex.Coord) bool { return hex.Distance(h.At, at) <= c.Radius }) {
			k := pn.lay.corners(h.At)
			shown = append(shown, k[:])
		}
	}
	b := boundsOf(shown).grow(mapMargin * pn.lay.r)
	return image.Rect(int(b.X0), int(b.Y0), int(math.Ceil(b.X1)), int(math.Ceil(b.Y1))).Intersect(all)
}

// whole lists the hexes that lie in a window, and cut those that its edges cut.
func (pn *planner) whole(win image.Rectangle) (whole map[hex.Coord]bool, cut []Line) {
	whole = map[hex.Coord]bool{}
	w := rectOf(win)
	for _, h := range pn.board.Hexes {
		k := pn.lay.corners(h.At)
		b := boundsOf([]Line{k[:]})
		switch {
		case w.holds(b):
			whole[h.At] = true
		case w.Overlaps(b):
			cut = append(cut, k[:])
		}
	}
	return whole, cut
}

// only keeps what is where.
func only[T any](list []T, where map[hex.Coord]bool, at func(T) hex.Coord) []T {
	var out []T
	for _, x := range list {
		if where[at(x)] {
			out = append(out, x)
		}
	}
	return out
}
