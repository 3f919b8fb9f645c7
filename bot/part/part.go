// Package part chooses the part of a map to show when little has happened on it: one that is readable on a phone
// or, where that is too small, inside a channel on a desktop.
package part

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// How many columns and rows of hexes a part of a map has at most. In portrait, a telephone,
// on which a picture in a message is some 400 points wide, shows counters so large that they
// can be read; in landscape, a desktop client does.
const (
	portraitWide  = 11
	portraitHigh  = 13
	landscapeWide = 18
	landscapeHigh = 9
)

// Part is a part of a map.
type Part struct {
	At []hex.Coord // where something happens; the hexes beside those are shown, too
	// Portrait says that a telephone held upright shows it.
	Portrait bool
	Name     hex.Coord // the hex by which it is called
}

// Of is the part of a map where an answer draws something. ok is false where that is nowhere, or so spread that the whole map, or
// half of it, shows as much.
func Of(board *engine.Board, a engine.Answer) (p Part, ok bool) {
	drawn := drawnOn(a)
	if len(drawn) == 0 {
		return p, false
	}
	low, high := drawn[0], drawn[0]
	left, top, _ := board.Grid.Cell(low)
	right, bottom := left, top
	for _, h := range drawn {
		low.Col, low.Row = min(low.Col, h.Col), min(low.Row, h.Row)
		high.Col, high.Row = max(high.Col, h.Col), max(high.Row, h.Row)
		x, y, _ := board.Grid.Cell(h)
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	wide, tall := right-left+3, bottom-top+3 // with a hex on either side
	portrait := wide <= portraitWide && tall <= portraitHigh
	if !portrait && (wide > landscapeWide || tall > landscapeHigh) || 2*wide*tall > len(board.Hexes) {
		return p, false
	}
	return Part{drawn, portrait, nameOf(board, drawn, hex.Coord{Col: (low.Col + high.Col) / 2, Row: (low.Row + high.Row) / 2})}, true
}

// Upright are the parts, each for a telephone held upright, that together show where an answer draws something. There are none
// where that is nowhere, where more than so many would be needed, or where half of the map shows as much as one of them.
func Upright(board *engine.Board, a engine.Answer, most int) (out []Part) {
	left := drawnOn(a)
	cell := func(h hex.Coord) (x, y int) { x, y, _ = board.Grid.Cell(h); return x, y }
	for len(left) > 0 {
		if len(out) == most {
			return nil
		}
		first, _ := cell(slices.MinFunc(left, func(a, b hex.Coord) int {
			x, _ := cell(a)
			other, _ := cell(b)
			return x - other
		}))
		// Of the parts that begin with the first column, the one that shows most.
		var shown []hex.Coord
		for _, h := range left {
			_, top := cell(h)
			var in []hex.Coord
			for _, h := range left {
				if x, y := cell(h); x < first+portraitWide-2 && top <= y && y < top+portraitHigh-2 {
					in = append(in, h)
				}
			}
			if len(in) > len(shown) {
				shown = in
			}
		}
		p, ok := Of(board, engine.Answer{Paths: []engine.Path{{Hexes: shown}}})
		if !ok {
			return nil
		}
		out = append(out, p)
		left = slices.DeleteFunc(left, func(h hex.Coord) bool { return slices.Contains(shown, h) })
	}
	return out
}

// Contains reports whether a hex is in the part.
func (p Part) Contains(board *engine.Board, at hex.Coord) bool {
	return at.Valid() && slices.ContainsFunc(p.At, func(h hex.Coord) bool { return board.Grid.Distance(h, at) <= 1 })
}

// drawnOn lists the hexes in which an answer draws something, each once.
func drawnOn(a engine.Answer) []hex.Coord {
	var out []hex.Coord
	add := func(at hex.Coord) {
		if at.Valid() && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	for _, m := range a.Marks {
		add(m.At)
	}
	for _, p := range a.Paths {
		for _, at := range p.Hexes {
			add(at)
		}
	}
	for _, g := range a.Ghosts {
		add(g.At)
	}
	return out
}

// nameOf is the hex with a name that is nearest to the middle of what was drawn, if one is as near as
// any hex of that; else the nearest of those.
func nameOf(b *engine.Board, drawn []hex.Coord, middle hex.Coord) hex.Coord {
	far := func(at hex.Coord) int { return b.Grid.Distance(at, middle) }
	out, most := drawn[0], 0
	for _, at := range drawn {
		most = max(most, far(at))
		if far(at) < far(out) {
			out = at
		}
	}
	named := false
	for _, h := range b.Hexes {
		if h.Name != "" && far(h.At) <= most && (!named || far(h.At) < far(out)) {
			out, named = h.At, true
		}
	}
	return out
}
