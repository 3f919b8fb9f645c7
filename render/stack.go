package render

import (
	"fmt"

	"referee/engine"
	"referee/engine/hex"
)

// stacking is how many counters of a hex are drawn: their size, and the middles
// of the first ones, in units from the middle of the hex.
type stacking struct {
	size float64
	at   []Point
}

// stackings are for one counter, for two, for up to four, for up to six. So
// many lie side by side that every one can be read.
var stackings = []stacking{
	{37, []Point{{0, 1.5}}},
	{27.8, []Point{{-14.4, 2}, {14.4, 2}}},
	{27.2, []Point{{-14, -13.8}, {14, -13.8}, {-14, 14.4}, {14, 14.4}}},
	{19.5, []Point{{-20.3, -7}, {0, -7}, {20.3, -7}, {-20.3, 13}, {0, 13}, {20.3, 13}}},
}

// stackingOf returns how n counters lie, and how many of them are shown.
func stackingOf(n int) (stacking, int) {
	for _, s := range stackings {
		if n <= len(s.at) {
			return s, n
		}
	}
	last := stackings[len(stackings)-1]
	return last, len(last.at) - 1
}

// ghosts plans pieces that are gone, pale and small, below what stands there now.
func (pn *planner) ghosts(pieces []engine.Piece) []Op {
	u := pn.lay.u
	var ops []Op
	before := map[hex.Coord]int{}
	for _, p := range pieces {
		at := pn.lay.centre(p.At).add(Point{(-20 + 12*float64(before[p.At])) * u, -19 * u})
		before[p.At]++
		ops = append(ops, Counter{Piece: p, At: at, Size: 27.8 * u, Ghost: true})
	}
	return ops
}

// counters plans the pieces on the map, hex by hex in the order in which the
// view first names them: the shadows and frames of all, then the counters. Of a
// stack too high the uppermost are shown, and how many lie below.
func (pn *planner) counters(pieces []engine.Piece) []Op {
	stacks := map[hex.Coord][]engine.Piece{}
	var order []hex.Coord
	for _, p := range pieces {
		if stacks[p.At] == nil {
			order = append(order, p.At)
		}
		stacks[p.At] = append(stacks[p.At], p)
	}
	u := pn.lay.u
	var frames, ops []Op
	for _, c := range order {
		stack, mid := stacks[c], pn.lay.centre(c)
		s, n := stackingOf(len(stack))
		hidden := len(stack) - n
		for i, p := range stack[hidden:] {
			o := Counter{Piece: p, At: mid.add(s.at[i].times(u)), Size: s.size * u, Least: pn.least, Small: pn.crop && len(stack) > 1}
			o.Part = Below
			frames = append(frames, o)
			o.Part = Upon
			ops = append(ops, o)
		}
		if hidden > 0 {
			at := mid.add(s.at[n].times(u))
			ops = append(ops,
				Fill{What: "more at " + c.String(), Ink: "used-strip", Shapes: []Line{circle(at, 9*u)}},
				pn.text("more at "+c.String(), fmt.Sprintf("+%d", hidden), Bold, 10*u, "white", at.add(Point{0, 3.6 * u}), middle))
		}
	}
	return append(frames, ops...)
}
