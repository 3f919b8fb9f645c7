package render

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// The radius of a hex, in pixels, below which a crop shows no more than a whole map would,
// and the least in an animation. How large a map is at scale 1 depends on its shape.
const (
	aroundLeast = 20
	followLeast = 36
)

// Around returns the part of a board where something happens: around the marks, paths and ghosts of
// answers, or, if they have none, around the acts in progress in a view. nil: nowhere, or nearly
// everywhere.
func Around(b *engine.Board, v engine.View, answers ...engine.Answer) *Crop {
	var at []hex.Coord
	for _, a := range answers {
		at = append(at, touched(a)...)
	}
	if len(at) == 0 {
		at = touched(engine.Answer{Marks: v.Marks, Paths: v.Paths})
		for _, p := range v.Pieces {
			if slices.Contains(p.States, engine.Active) {
				at = append(at, p.At)
			}
		}
	}
	return readable(b, at, aroundLeast)
}

// Follow returns the part of the board for each of several answers that are shown one after the
// other: the same part for as long as all of them fit into it at a readable size. An answer without
// a place on the map is shown at the place of the one before. nil: the whole board.
func Follow(b *engine.Board, answers []engine.Answer) []*Crop {
	out := make([]*Crop, len(answers))
	var held []hex.Coord
	begin := 0 // of those that are shown in the same part
	for i, a := range answers {
		at := touched(a)
		all := append(slices.Clone(held), at...)
		c := readable(b, all, followLeast)
		if c == nil && len(at) > 0 && len(held) > 0 {
			all, begin = at, i
			c = readable(b, all, followLeast)
		}
		if held = all; c == nil {
			c = readable(b, all, 0)
		}
		for k := begin; k <= i; k++ {
			out[k] = c
		}
	}
	return out
}

// touched lists the hexes of the marks, paths and ghosts of an answer.
func touched(a engine.Answer) []hex.Coord {
	at := lists.Map(a.Marks, func(m engine.Mark) hex.Coord { return m.At })
	for _, p := range a.Paths {
		at = append(at, p.Hexes...)
	}
	return append(at, lists.Map(a.Ghosts, func(g engine.Piece) hex.Coord { return g.At })...)
}

// readable is the part of a board around some hexes; nil if there are none, or if it
// would have to be drawn with hexes of a smaller radius, in pixels.
func readable(b *engine.Board, at []hex.Coord, least float64) *Crop {
	if len(at) == 0 || len(b.Hexes) == 0 {
		return nil
	}
	c := &Crop{At: distinct(at), Radius: 1} // its neighbours show, too
	if newLayout(b, (Picture{Board: b, Crop: c, Rows: 1}).scaled().Scale).r < least {
		return nil
	}
	return c
}

func distinct(list []hex.Coord) []hex.Coord {
	seen := map[hex.Coord]bool{}
	out := list[:0]
	for _, h := range list {
		if !seen[h] {
			seen[h] = true
			out = append(out, h)
		}
	}
	return out
}
