package render

import (
	"image"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// inset is a hex whose counters a crop shows a second time, twice as large: a
// stack, or a counter with letters too small for the map.
type inset struct {
	at     hex.Coord
	pieces []engine.Piece
}

// insets are those of the hexes within a window, in the order of the view.
func (pn *planner) insets(pieces []engine.Piece, win image.Rectangle) []inset {
	var out []inset
	index := map[hex.Coord]int{}
	for _, p := range pieces {
		at := pn.lay.centre(p.At)
		if !image.Pt(int(at.X), int(at.Y)).In(win) {
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
	stacks := out[:0]
	for _, s := range out {
		alone := Counter{Piece: s.pieces[0], Size: stackings[0].size * pn.lay.u, Least: pn.least}
		if len(s.pieces) > 1 || newFace(pn.fonts, alone).mute {
			stacks = append(stacks, s)
		}
	}
	return stacks
}

// insetBox measures an inset: the number of the hex, and its counters at twice
// the size that they have on the map.
func (f *frame) insetBox(s inset) item {
	p, size := f.p, 2*stackings[1].size*f.lay.u
	room := size * 1.12
	for _, p := range s.pieces { // for its frame
		switch {
		case slices.Contains(p.States, engine.Active):
			room = size * 1.36
		case slices.Contains(p.States, engine.Activated):
			room = max(room, size*1.24)
		}
	}
	if most := (f.width - (2*panelGap+10)*p) / float64(len(s.pieces)); room > most { // as many as the picture is wide
		room, size = most, size*most/room
	}
	wide := max(room*float64(len(s.pieces))+10*p, f.fonts.width(Bold, 12.5*p, s.at.String())+20*p)
	return item{wide, headHigh*p + room + 8*p, func(r Rect) {
		f.card("inset "+s.at.String(), r, s.at.String(), "")
		x := r.middle().X - room*float64(len(s.pieces)-1)/2
		for _, pc := range s.pieces {
			f.ops = append(f.ops, Counter{Piece: pc, At: Point{x, r.Y0 + headHigh*p + room/2 + 2*p}, Size: size, Least: f.least})
			x += room
		}
	}}
}
