package matches

import (
	"slices"

	"referee/bot/discord/command"
	"referee/bot/referee"
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

// newSince is the decision after which things are new to those whom a board calls: the last
// of their own. Where they have given the last of all, a board is read by the others, and it is
// the last of theirs.
func newSince(l referee.Look) int {
	since := l.Seq
	var called, others []engine.Seat
	for _, s := range asked(l) {
		seats := l.Seats(s.Account)
		called = append(called, seats...)
		since = min(since, l.Snapshot.Acted(seats))
	}
	if since < l.Seq {
		return since
	}
	for _, s := range l.Sitting {
		if !slices.Contains(called, s.Seat) {
			others = append(others, s.Seat)
		}
	}
	return l.Snapshot.Acted(others)
}

// changed is what everybody may see of what happened on the map after a decision: the ways
// gone, the marks left and the pieces that are gone, without words.
func changed(l referee.Look, since int) (engine.Answer, error) {
	if since >= l.Seq {
		return engine.Answer{}, nil
	}
	scene, err := l.Snapshot.Changes(engine.Spectator, since)
	return engine.Answer{Marks: scene.Change.Marks, Paths: scene.Change.Paths, Ghosts: scene.Change.Ghosts}, err
}

// showPart has a picture show the part of the map where an answer draws something, and the
// answer over it, and returns the hex by which that part is named. ok is false where that is
// nowhere, or so spread that the whole map, or half of it, shows as much.
func showPart(f *command.Frame, a engine.Answer) (at hex.Coord, ok bool) {
	board, drawn := f.Look.Info.Board, drawnOn(a)
	if len(drawn) == 0 {
		return at, false
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
	f.Portrait = wide <= portraitWide && tall <= portraitHigh
	if !f.Portrait && (wide > landscapeWide || tall > landscapeHigh) || 2*wide*tall > len(board.Hexes) {
		f.Portrait = false
		return at, false
	}
	f.Crop, f.Over = command.Crop{At: drawn, Radius: 1}, &a
	return nameOf(board, drawn, hex.Coord{Col: (low.Col + high.Col) / 2, Row: (low.Row + high.Row) / 2}), true
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
