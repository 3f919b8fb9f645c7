package render

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// stacking is the layout of the counters of a hex: their size, and the middles of the
// first ones, in units from the middle of the hex.
type stacking struct {
	size float64
	at   []Point
}

// stackings are the layouts for one counter, for two, for up to four, for up to six.
// They are side by side, so that every one can be read.
var stackings = []stacking{
	{37, []Point{{0, 1.5}}},
	{27.8, []Point{{-14.4, 2}, {14.4, 2}}},
	{23.4, []Point{{-12.2, -6.4}, {12.2, -6.4}, {-12.2, 17.6}, {12.2, 17.6}}},
	{19.5, []Point{{-20.3, -7}, {0, -7}, {20.3, -7}, {-20.3, 13}, {0, 13}, {20.3, 13}}},
}

// stackingOf returns the layout of n counters, and how many of them are shown.
func stackingOf(n int) (stacking, int) {
	for _, s := range stackings {
		if n <= len(s.at) {
			return s, n
		}
	}
	last := stackings[len(stackings)-1]
	return last, len(last.at) - 1
}

// ghosts plans pieces that are gone, pale and small, where they cover nothing. It also
// returns their upper right corners, by hex.
func (pn *planner) ghosts(pieces []engine.Piece, free *room) ([]Op, map[hex.Coord][]Point) {
	u := pn.lay.u
	var ops []Op
	corners := map[hex.Coord][]Point{}
	for _, p := range pieces {
		p = ghostOf(p)
		size := 27.8 * u
		box := func(at Point) []Rect { return []Rect{at.square(size * 0.54)} }
		at, cost := free.best(pn.lay.centre(p.At), inHex, box)
		if cost > 20*overSign {
			size *= 0.75
			at, _ = free.best(pn.lay.centre(p.At), inHex, box)
		}
		free.put(overSign, box(at)...)
		corners[p.At] = append(corners[p.At], at.add(Point{size * 0.42, -size * 0.36}))
		ops = append(ops, Counter{Piece: p, At: at, Size: size, Ghost: true})
	}
	return ops, corners
}

// ghostOf is a piece as a ghost, without its states.
func ghostOf(p engine.Piece) engine.Piece {
	p.States = slices.DeleteFunc(slices.Clone(p.States), func(c engine.Class) bool { return c == engine.Active || c == engine.Activated })
	return p
}

// counters plans the pieces on the map, hex by hex in the order in which the view first
// names them: first the shadows and frames of all, then the counters. Of a stack that
// is too high the top ones are shown, and the number of those below.
func (pn *planner) counters(pieces []engine.Piece) (frames, ops []Op) {
	stacks := map[hex.Coord][]engine.Piece{}
	var order []hex.Coord
	for _, p := range pieces {
		if stacks[p.At] == nil {
			order = append(order, p.At)
		}
		stacks[p.At] = append(stacks[p.At], p)
	}
	u := pn.lay.u
	for _, c := range order {
		stack, mid := stacks[c], pn.lay.centre(c)
		s, n := stackingOf(len(stack))
		hidden := len(stack) - n
		for i, p := range stack[hidden:] {
			o := Counter{Piece: p, At: mid.add(s.at[i].times(u)), Size: s.size * u, Least: pn.least, Small: len(stack) > 1}
			o.Part = Below
			frames = append(frames, o)
			o.Part = Above
			ops = append(ops, o)
		}
		if hidden > 0 {
			at := mid.add(s.at[n].times(u))
			ops = append(ops,
				Fill{What: "more at " + c.String(), Ink: "used-strip", Shapes: []Polyline{circle(at, 9*u)}},
				pn.text("more at "+c.String(), fmt.Sprintf("+%d", hidden), Bold, 10*u, "white", at.add(Point{0, 3.6 * u}), middle))
		}
	}
	return frames, ops
}
