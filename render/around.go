package render

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// Around is the part of a board where something happens: round the marks, paths and
// ghosts of answers, or, where they have none, round what is under way in a
// view. nil: nowhere, or nearly everywhere.
func Around(b *engine.Board, v engine.View, answers ...engine.Answer) *Crop {
	var c Crop
	add := func(marks []engine.Mark, paths []engine.Path) {
		for _, m := range marks {
			c.At = append(c.At, m.At)
		}
		for _, p := range paths {
			c.At = append(c.At, p.Hexes...)
		}
	}
	for _, a := range answers {
		add(a.Marks, a.Paths)
		for _, g := range a.Ghosts {
			c.At = append(c.At, g.At)
		}
	}
	if len(c.At) == 0 {
		add(v.Marks, v.Paths)
		for _, p := range v.Pieces {
			if slices.Contains(p.States, engine.Active) {
				c.At = append(c.At, p.At)
			}
		}
	}
	if len(c.At) == 0 || len(b.Hexes) == 0 {
		return nil
	}
	c.Radius = 2
	lay := newLayout(b, 1)
	pn := &planner{lay: lay, board: b}
	if w := pn.window(&c); float64(w.Dx()) > 0.8*lay.width && float64(w.Dy()) > 0.8*lay.height {
		return nil
	}
	c.At = distinct(c.At)
	return &c
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
