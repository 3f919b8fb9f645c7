package render

import (
	"math"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// markDrawing draws the marks of one class. Grounds are drawn below the counters, signs
// above them.
type markDrawing struct {
	ground func(pn *planner, marks []engine.Mark) []Op
	sign   func(pn *planner, m engine.Mark, at Point) []Op
	half   float64 // of the box round its sign, units
	tag    Ink     // of its text
	ring   bool    // its ground is a ring
	quiet  bool    // nothing happens in its hexes
}

var markDrawings = map[engine.Class]markDrawing{
	engine.MarkReach:    {ground: region("reach-area", "reach"), tag: "reach", quiet: true},
	engine.MarkRisk:     {ground: region("risk-area", "risk", 5, 4), tag: "risk", quiet: true},
	engine.MarkZOC:      {ground: each((*planner).hatch), tag: "blocked", quiet: true},
	engine.MarkGuess:    {ground: region("guess-area", "guess", 2, 3), tag: "guess", quiet: true},
	engine.MarkBlocked:  {sign: (*planner).cross, half: 9.5, tag: "blocked"},
	engine.MarkSource:   {sign: (*planner).source, half: 12.5, tag: "source", quiet: true},
	engine.MarkTarget:   {ground: each((*planner).crosshair), tag: "target", ring: true},
	engine.MarkAttacker: {ground: each(ring("attacker")), tag: "attacker", ring: true},
	engine.MarkFrom:     {ground: each(ring("from", 4, 3)), tag: "from", ring: true},
	engine.MarkTo:       {ground: each(ring("to")), tag: "to", ring: true},
	engine.MarkShort:    {ground: each(ring("isolated", 5, 3)), tag: "isolated", ring: true},
	engine.MarkPlace:    {ground: each(ring("vp-edge")), tag: "vp-edge", ring: true, quiet: true},
	engine.MarkHit:      {sign: (*planner).burst, half: 9.6, tag: "target"},
}

func each(draw func(*planner, engine.Mark) []Op) func(*planner, []engine.Mark) []Op {
	return func(pn *planner, marks []engine.Mark) []Op {
		var ops []Op
		for _, m := range marks {
			ops = append(ops, draw(pn, m)...)
		}
		return ops
	}
}

func markName(m engine.Mark) string { return "mark " + string(m.Class) + " " + m.At.String() }

// outlined draws lines with a pale edge, so that they show on everything.
func (pn *planner) outlined(m engine.Mark, ink Ink, width float64, lines []Polyline, closed bool, dash ...float64) []Op {
	u := pn.lay.u
	return []Op{
		Stroke{What: markName(m), Ink: "way-halo", Width: (width + 2.4) * u, Lines: lines, Closed: closed},
		Stroke{What: markName(m), Ink: ink, Width: width * u, Lines: lines, Closed: closed, Dash: scaled(dash, u)},
	}
}

func scaled(lengths []float64, u float64) []float64 {
	return lists.Map(lengths, func(n float64) float64 { return n * u })
}

// region tints the hexes of a class together and draws their common edge.
func region(area, edge Ink, dash ...float64) func(*planner, []engine.Mark) []Op {
	return func(pn *planner, marks []engine.Mark) []Op {
		u := pn.lay.u
		in, done := map[hex.Coord]bool{}, map[hex.Coord]bool{}
		for _, m := range marks {
			in[m.At] = true
		}
		var tint, border []Polyline
		for _, m := range marks {
			if done[m.At] {
				continue
			}
			done[m.At] = true
			k := pn.lay.corners(m.At)
			tint = append(tint, k[:])
			border = append(border, pn.sides(m.At, func(_ hex.Dir, n hex.Coord) bool { return !in[n] })...)
		}
		name := "marks " + string(marks[0].Class)
		return []Op{
			Fill{What: name, Ink: area, Shapes: tint},
			Stroke{What: name, Ink: edge, Width: 2.6 * u, Lines: border, Dash: scaled(dash, u)},
		}
	}
}

// hatch fills the hex with slanting lines.
func (pn *planner) hatch(m engine.Mark) []Op {
	at, r := pn.lay.centre(m.At), pn.lay.r
	var lines []Polyline
	for i := -2; i <= 2; i++ {
		// Parallel to a side, cut by the hexagon.
		off := float64(i) * r * 0.35
		half := r*0.96 - math.Abs(off)/sqrt3
		mid := at.polar(off, -math.Pi/6)
		lines = append(lines, Polyline{mid.polar(half, math.Pi/3), mid.polar(-half, math.Pi/3)})
	}
	return []Op{Stroke{What: markName(m), Ink: "zoc", Width: 1.7 * pn.lay.u, Lines: lines}}
}

func (pn *planner) cross(m engine.Mark, at Point) []Op {
	d := 6.5 * pn.lay.u
	return pn.outlined(m, "blocked", 4.5, []Polyline{
		{{at.X - d, at.Y - d}, {at.X + d, at.Y + d}}, {{at.X - d, at.Y + d}, {at.X + d, at.Y - d}},
	}, false)
}

func (pn *planner) source(m engine.Mark, at Point) []Op {
	s := []Polyline{star(at, 10*pn.lay.u, 4.4*pn.lay.u, 5)}
	return append(pn.outlined(m, "source", 1, s, true), Fill{What: markName(m), Ink: "source", Shapes: s})
}

// burst shows a step lost.
func (pn *planner) burst(m engine.Mark, at Point) []Op {
	u := pn.lay.u
	return []Op{
		Fill{What: markName(m), Ink: "halo-dark", Shapes: []Polyline{star(at, 9.6*u, 5.6*u, 9)}},
		Fill{What: markName(m), Ink: "bolt", Shapes: []Polyline{star(at, 8*u, 4.2*u, 9)}},
		Fill{What: markName(m), Ink: "target", Shapes: []Polyline{star(at, 4.8*u, 2.6*u, 9)}},
	}
}

// ringRadius is the distance of the corners of a ring from the middle of its hex, in
// units: outside the counters, inside the hex.
const ringRadius = 30

// ring is a line inside the edge of the hex, clear of the counters.
func ring(ink Ink, dash ...float64) func(pn *planner, m engine.Mark) []Op {
	return func(pn *planner, m engine.Mark) []Op {
		hexagon := pn.lay.hexagon(pn.lay.centre(m.At), ringRadius*pn.lay.u)
		return pn.outlined(m, ink, 3, []Polyline{hexagon}, true, dash...)
	}
}

// crosshair is a ring with a bar at each side.
func (pn *planner) crosshair(m engine.Mark) []Op {
	at, u := pn.lay.centre(m.At), pn.lay.u
	var bars []Polyline
	for i := range 6 {
		a := math.Pi/6 + math.Pi/3*float64(i)
		bars = append(bars, Polyline{at.polar(20.5*u, a), at.polar(27*u, a)})
	}
	return append(ring("target")(pn, m), Stroke{What: markName(m), Ink: "target", Width: 3 * u, Lines: bars})
}

// grounds draws what is below the counters, class by class.
func (pn *planner) grounds(marks []engine.Mark) []Op {
	var ops []Op
	for _, class := range pn.book.words.List("mark") {
		of := lists.Filter(marks, func(m engine.Mark) bool { return m.Class == class })
		if d := pn.book.marks[class]; d.ground != nil && len(of) > 0 {
			ops = append(ops, d.ground(pn, of)...)
		}
	}
	return ops
}

// inHex are places for a sign, in units from the middle of its hex: the middle itself
// if it is free, then beside what is there.
var inHex = append([]Point{{0, 1.5}}, around(12, 24, 27, 31, 36, 42)...)

// signs draws signs where they cover nothing; that of a lost step is at the corner of
// the ghost in its hex, if there is one.
func (pn *planner) signs(marks []engine.Mark, ghosts map[hex.Coord][]Point, free *room) []Op {
	var ops []Op
	u := pn.lay.u
	for _, m := range marks {
		d := pn.book.marks[m.Class]
		if d.sign == nil {
			continue
		}
		box := func(p Point) []Rect { return []Rect{p.square(d.half * u)} }
		var at Point
		if g := ghosts[m.At]; m.Class == engine.MarkHit && len(g) > 0 {
			at, ghosts[m.At] = g[0], g[1:]
		} else {
			at, _ = free.least(pn.lay.centre(m.At), inHex, box, free.crowd.cost)
		}
		free.put(overSign, box(at)...)
		ops = append(ops, d.sign(pn, m, at)...)
	}
	return ops
}

// texts draws the texts of marks: in the middle of an empty hex, or where they cover
// nothing.
func (pn *planner) texts(marks []engine.Mark, free *room) []Op {
	var ops []Op
	for _, m := range marks {
		if m.Text != "" {
			ops = append(ops, pn.tagged(markName(m), engine.SayExact(pn.say, m.Text), pn.book.marks[m.Class].tag, pn.lay.centre(m.At), inHex, free)...)
		}
	}
	return ops
}

// tagged draws a short text on a label, at the one of some offsets from a point where
// it covers least; smaller, if it would cover the text of a counter.
func (pn *planner) tagged(what, s string, ink Ink, at Point, spots []Point, free *room) []Op {
	u := pn.lay.u
	size := max(8, 11*u, 1.25*pn.letters.tag)
	pill := func(size float64) func(p Point) []Rect {
		w := pn.fonts.width(Bold, size, s)/2 + 3.5*u
		return func(p Point) []Rect { return []Rect{{p.X - w, p.Y - size*0.64, p.X + w, p.Y + size*0.64}} }
	}
	where, cost := free.best(at, spots, pill(size))
	for try := size * 0.85; cost > 6*overSign && try > max(6.5, pn.letters.tag); try *= 0.9 {
		if p, v := free.best(at, spots, pill(try)); v < 0.7*cost {
			where, cost, size = p, v, try
		}
	}
	free.put(overValues, pill(size)(where)[0].grow(1.2*u)) // with its edge
	return pn.tag(what, s, where, size, ink)
}

// tag draws a short text on a label around a point.
func (pn *planner) tag(what, s string, at Point, size float64, ink Ink) []Op {
	u := pn.lay.u
	t := pn.text(what, s, Bold, size, "white", at.add(Point{0, size * 0.36}), middle)
	pill := Rect{t.Box.X0 - 3.5*u, at.Y - size*0.64, t.Box.X1 + 3.5*u, at.Y + size*0.64}
	return []Op{
		Fill{What: what, Ink: "way-halo", Shapes: []Polyline{rounded(pill.grow(1.2*u), 6*u)}},
		Fill{What: what, Ink: ink, Shapes: []Polyline{rounded(pill, 5*u)}},
		t,
	}
}
