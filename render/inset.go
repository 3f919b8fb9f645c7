package render

import (
	"image"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// insetSide is the side of a counter in an inset, in units of the frame.
const insetSide = 52.0

// inset is a hex whose counters a crop shows a second time, larger.
type inset struct {
	at     hex.Coord
	pieces []engine.Piece
}

// insets lists the hexes in a window in which something happens and whose counters
// cannot be read on the map; hexes that are only passed come last.
func (pn *planner) insets(p Picture, win image.Rectangle) []inset {
	action, ends := pn.book.actionHexes(p), pn.book.happening(p, true)
	whole, _ := pn.completeHexes(win)
	var out []inset
	index := map[hex.Coord]int{}
	for _, p := range p.View.Pieces {
		if !action[p.At] || !whole[p.At] {
			continue
		}
		i, ok := index[p.At]
		if !ok {
			i = len(out)
			index[p.At] = i
			out = append(out, inset{at: p.At})
		}
		out[i].pieces = append(out[i].pieces, p)
	}
	slices.SortStableFunc(out, func(a, b inset) int {
		switch {
		case ends[a.at] == ends[b.at]:
			return 0
		case ends[a.at]:
			return -1
		}
		return 1
	})
	return slices.DeleteFunc(out, func(s inset) bool {
		_, counters := pn.counters(s.pieces)
		for _, o := range counters {
			if c, ok := o.(Counter); ok {
				f := newFace(pn.book, pn.fonts, c)
				if f.mute || f.read < pn.clear {
					return false
				}
			}
		}
		return len(counters) == len(s.pieces) // none is hidden
	})
}

// insetBox measures an inset: the number of the hex, and its counters, at a size that
// is easy to read or, at most, as wide as the picture.
func (f *frame) insetBox(s inset) item {
	p := f.p
	size := insetSide * p
	room := size * 1.12
	for _, p := range s.pieces { // for its frame
		switch {
		case slices.Contains(p.States, engine.Active):
			room = size * 1.36
		case slices.Contains(p.States, engine.Activated):
			room = max(room, size*1.24)
		}
	}
	if most := (f.width - (2*panelGap+10)*p) / float64(len(s.pieces)); room > most {
		room, size = most, size*most/room
	}
	wide := max(room*float64(len(s.pieces))+10*p, f.fonts.width(Bold, 12.5*p, s.at.String())+20*p)
	return item{wide, headHigh*p + room + 8*p, func(r Rect) {
		f.card("inset "+s.at.String(), r, s.at.String(), "")
		x := r.middle().X - room*float64(len(s.pieces)-1)/2
		for _, pc := range s.pieces {
			f.ops = append(f.ops, Counter{Piece: pc, At: Point{x, r.Y0 + headHigh*p + room/2 + 2*p}, Size: math.Floor(size), Least: f.least})
			x += room
		}
	}}
}
