// Package part chooses the part of a map to show: one that is readable on a phone or, where that is too small, inside
// a channel on a desktop.
package part

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// How many columns and rows of hexes a part of a map has at most. In portrait, a telephone,
// on which a picture in a message is some 400 points wide, shows counters so large that they
// can be read; in landscape, a desktop client does.
const (
	portraitWide  = 11
	portraitHigh  = 13
	landscapeWide = 18
	landscapeHigh = 9
	// In a column of messages, which is read on both, the strengths of stacks can be read in a part of this size.
	columnLong  = 9
	columnShort = 8
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
	wide, tall := extent(board, drawn)
	wide, tall = wide+2, tall+2 // with a hex on either side
	portrait := wide <= portraitWide && tall <= portraitHigh
	if !portrait && (wide > landscapeWide || tall > landscapeHigh) || 2*wide*tall > len(board.Hexes) {
		return p, false
	}
	return Part{drawn, portrait, nameOf(board, drawn)}, true
}

// extent is how many columns and rows some hexes take.
func extent(board *engine.Board, at []hex.Coord) (wide, tall int) {
	if len(at) == 0 {
		return 0, 0
	}
	left, top, _ := board.Grid.Cell(at[0])
	right, bottom := left, top
	for _, h := range at {
		x, y, _ := board.Grid.Cell(h)
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	return right - left + 1, bottom - top + 1
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

// Readable reports whether a column of messages shows the whole map so large that it can be read.
func Readable(board *engine.Board) bool {
	wide, tall := extent(board, lists.Map(board.Hexes, func(h engine.BoardHex) hex.Coord { return h.At }))
	mostWide, mostTall := columnSize(board)
	return wide <= mostWide && tall <= mostTall
}

// InColumn is the part of a map that a column of messages shows so large that it can be read, on a desktop as on a phone: the part
// with most of the first hexes; of several such, that with most of the second, and so on, and then the one farthest west and north.
// ok is false where there are no hexes.
func InColumn(board *engine.Board, choices ...[]hex.Coord) (p Part, ok bool) {
	wide, tall := columnSize(board)
	wide, tall = wide-2, tall-2 // with a hex on either side
	var all []hex.Coord
	var xs, ys []int
	for i, list := range choices {
		choices[i] = distinct(list)
		all = append(all, choices[i]...)
	}
	all = distinct(all)
	for _, h := range all {
		x, y, _ := board.Grid.Cell(h)
		xs, ys = append(xs, x), append(ys, y)
	}
	slices.Sort(xs)
	slices.Sort(ys)
	var most []int
	for _, left := range slices.Compact(xs) {
		for _, top := range slices.Compact(slices.Clone(ys)) {
			in := func(h hex.Coord) bool {
				x, y, _ := board.Grid.Cell(h)
				return left <= x && x < left+wide && top <= y && y < top+tall
			}
			counts := lists.Map(choices, func(list []hex.Coord) int { return lists.Count(list, in) })
			if slices.Compare(counts, most) > 0 {
				most, p.At, ok = counts, lists.Filter(all, in), true
			}
		}
	}
	if ok {
		p.Portrait, p.Name = true, nameOf(board, p.At)
	}
	return p, ok
}

// columnSize is how many columns and rows of hexes a column of messages shows at most.
func columnSize(board *engine.Board) (wide, tall int) {
	if board.Grid.Pointed { // their rows are nearer to each other than their columns
		return columnShort, columnLong
	}
	return columnLong, columnShort
}

// Contains reports whether a hex is in the part.
func (p Part) Contains(board *engine.Board, at hex.Coord) bool {
	return at.Valid() && slices.ContainsFunc(p.At, func(h hex.Coord) bool { return board.Grid.Distance(h, at) <= 1 })
}

// drawnOn lists the hexes in which an answer draws something, each once.
func drawnOn(a engine.Answer) []hex.Coord { return distinct(Drawn(a)) }

// Drawn lists the hexes in which an answer draws something.
func Drawn(a engine.Answer) []hex.Coord {
	out := lists.Map(a.Marks, func(m engine.Mark) hex.Coord { return m.At })
	for _, p := range a.Paths {
		out = append(out, p.Hexes...)
	}
	return append(out, lists.Map(a.Ghosts, func(g engine.Piece) hex.Coord { return g.At })...)
}

// distinct lists hexes of a map, each once.
func distinct(list []hex.Coord) []hex.Coord {
	var out []hex.Coord
	for _, at := range list {
		if at.Valid() && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// nameOf is the hex with a name that is nearest to the middle of what was drawn, if one is as near as
// any hex of that; else the nearest of those.
func nameOf(b *engine.Board, drawn []hex.Coord) hex.Coord {
	low, high := drawn[0], drawn[0]
	for _, h := range drawn {
		low.Col, low.Row = min(low.Col, h.Col), min(low.Row, h.Row)
		high.Col, high.Row = max(high.Col, h.Col), max(high.Row, h.Row)
	}
	middle := hex.Coord{Col: (low.Col + high.Col) / 2, Row: (low.Row + high.Row) / 2}
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
