package render

import (
	"math"

	"referee/engine"
)

// markDrawing draws a mark on a hex. Grounds lie below the counters, signs
// above them.
type markDrawing struct {
	ground, sign func(pn *planner, m engine.Mark) []Op
	tag          Ink // of its text
}

var markDrawings = map[engine.Class]markDrawing{
	engine.MarkReach: {ground: tinted("reach-area", "reach", nil), tag: "reach"},
	engine.MarkRisk:  {ground: tinted("risk-area", "risk", []float64{5, 4}), tag: "risk"},
	engine.MarkZOC:   {ground: (*planner).zoc, tag: "blocked"},
	engine.MarkBlocked: {sign: func(pn *planner, m engine.Mark) []Op {
		at, d := pn.lay.centre(m.At), 13*pn.lay.u
		cross := []Line{
			{{at.X - d, at.Y - d}, {at.X + d, at.Y + d}}, {{at.X - d, at.Y + d}, {at.X + d, at.Y - d}},
		}
		return pn.outlined(m, "blocked", 5, cross, false)
	}, tag: "blocked"},
	engine.MarkSource: {ground: func(pn *planner, m engine.Mark) []Op {
		s := star(pn.lay.centre(m.At), 13*pn.lay.u, 5.6*pn.lay.u, 5)
		return append(pn.outlined(m, "source", 1, []Line{s}, true), Fill{What: markName(m), Ink: "source", Shapes: []Line{s}})
	}, tag: "source"},
	engine.MarkTarget:   {sign: (*planner).crosshair, tag: "target"},
	engine.MarkAttacker: {sign: ring("attacker", nil), tag: "attacker"},
	engine.MarkFrom:     {ground: ring("from", []float64{4, 3}), tag: "from"},
	engine.MarkTo:       {sign: ring("to", nil), tag: "to"},
}

func markName(m engine.Mark) string { return "mark " + string(m.Class) + " " + m.At.String() }

// outlined draws lines with a pale edge, so that they show on everything.
func (pn *planner) outlined(m engine.Mark, ink Ink, width float64, lines []Line, closed bool, dash ...float64) []Op {
	u := pn.lay.u
	for i := range dash {
		dash[i] *= u
	}
	return []Op{
		Stroke{What: markName(m), Ink: "halo", Width: (width + 2.4) * u, Lines: lines, Closed: closed},
		Stroke{What: markName(m), Ink: ink, Width: width * u, Lines: lines, Closed: closed, Dash: dash},
	}
}

// tinted covers the hex and draws a line inside its edge.
func tinted(area, edge Ink, dash []float64) func(pn *planner, m engine.Mark) []Op {
	return func(pn *planner, m engine.Mark) []Op {
		u := pn.lay.u
		hexagon := polygon(pn.lay.centre(m.At), 29.5*u, 6, 0)
		var scaled []float64
		for _, d := range dash {
			scaled = append(scaled, d*u)
		}
		return []Op{
			Fill{What: markName(m), Ink: area, Shapes: []Line{hexagon}},
			Stroke{What: markName(m), Ink: edge, Width: 1.8 * u, Lines: []Line{hexagon}, Closed: true, Dash: scaled},
		}
	}
}

// zoc hatches the hex.
func (pn *planner) zoc(m engine.Mark) []Op {
	at, r := pn.lay.centre(m.At), pn.lay.r
	var lines []Line
	for i := -3; i <= 3; i++ {
		// Lines at 60 degrees, parallel to a side, cut by the hexagon.
		off := float64(i) * r * 0.25
		half := r*0.96 - math.Abs(off)/sqrt3
		mid := at.polar(off, -math.Pi/6)
		lines = append(lines, Line{mid.polar(half, math.Pi/3), mid.polar(-half, math.Pi/3)})
	}
	return []Op{Stroke{What: markName(m), Ink: "zoc", Width: 1.7 * pn.lay.u, Lines: lines}}
}

// ring is a line inside the edge of the hex, clear of the counters.
func ring(ink Ink, dash []float64) func(pn *planner, m engine.Mark) []Op {
	return func(pn *planner, m engine.Mark) []Op {
		hexagon := polygon(pn.lay.centre(m.At), 29*pn.lay.u, 6, 0)
		return pn.outlined(m, ink, 3, []Line{hexagon}, true, append([]float64(nil), dash...)...)
	}
}

// crosshair is a ring with a bar at each side.
func (pn *planner) crosshair(m engine.Mark) []Op {
	at, u := pn.lay.centre(m.At), pn.lay.u
	var bars []Line
	for i := range 6 {
		a := math.Pi/6 + math.Pi/3*float64(i)
		bars = append(bars, Line{at.polar(20.5*u, a), at.polar(27*u, a)})
	}
	return append(ring("target", nil)(pn, m), Stroke{What: markName(m), Ink: "target", Width: 3 * u, Lines: bars})
}

func (pn *planner) grounds(marks []engine.Mark) []Op {
	var ops []Op
	for _, m := range marks {
		if d := markDrawings[m.Class]; d.ground != nil {
			ops = append(ops, d.ground(pn, m)...)
		}
	}
	return ops
}

func (pn *planner) signs(marks []engine.Mark) []Op {
	var ops []Op
	for _, m := range marks {
		if d := markDrawings[m.Class]; d.sign != nil {
			ops = append(ops, d.sign(pn, m)...)
		}
	}
	for _, m := range marks {
		if m.Text != "" {
			at := pn.lay.centre(m.At).add(Point{0, 26 * pn.lay.u})
			ops = append(ops, pn.tag(markName(m), m.Text, at, markDrawings[m.Class].tag)...)
		}
	}
	return ops
}

// tag is a short text on a label round a point.
func (pn *planner) tag(what, s string, at Point, ink Ink) []Op {
	u := pn.lay.u
	size := max(8, 11*u)
	t := pn.text(what, s, Bold, size, "white", at.add(Point{0, size * 0.36}), middle)
	pill := Rect{t.Box.X0 - 3.5*u, at.Y - size*0.64, t.Box.X1 + 3.5*u, at.Y + size*0.64}
	return []Op{
		Fill{What: what, Ink: "halo", Shapes: []Line{rounded(pill.grow(1.2*u), 6*u)}},
		Fill{What: what, Ink: ink, Shapes: []Line{rounded(pill, 5*u)}}, t,
	}
}
