package render

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// pathStyle is how a path is drawn; lengths in units.
type pathStyle struct {
	ink   Ink
	width float64
	head  float64 // half the width of its arrowhead; 0: none
	heads int
	dash  []float64
	wave  bool // the line winds
	below bool // it is below everything on the map
	bare  bool // it has no pale edge: the road that it lies on shows
}

var ways = map[engine.Class]pathStyle{
	engine.PathMove:       {ink: "way-move", width: 4, head: 8, heads: 1},
	engine.PathSupply:     {ink: "way-supply", width: 5, dash: []float64{5, 4}, below: true},
	engine.PathAttack:     {ink: "way-attack", width: 7, head: 10, heads: 1},
	engine.PathRetreat:    {ink: "way-retreat", width: 4, head: 8, heads: 1, dash: []float64{9, 5}},
	engine.PathAdvance:    {ink: "way-advance", width: 4, head: 8, heads: 2},
	engine.PathInfiltrate: {ink: "way-infiltrate", width: 3.2, head: 7, heads: 1, wave: true},
	engine.PathGuess:      {ink: "guess", width: 3, dash: []float64{3, 4}, below: true, bare: true},
}

// supplies plans the paths that are below everything else.
func (pn *planner) supplies(list []engine.Path, free *room) []Op {
	var ops []Op
	for _, p := range list {
		w := ways[p.Class]
		if !w.below || len(p.Hexes) < 2 {
			continue
		}
		l := Polyline(lists.Map(p.Hexes, pn.lay.centre)).smooth(pn.lay.r * 0.6)
		free.putWay((w.width+2)*pn.lay.u, l)
		ops = append(ops, pn.way("path "+string(p.Class)+" "+p.Hexes[0].String(), w, l)...)
	}
	return ops
}

// arrows plans the other paths from hex to hex. They are below the counters, and begin
// and end where there are none.
func (pn *planner) arrows(list []engine.Path, held map[hex.Coord]bool, free *room) []Op {
	var ops []Op
	for i, p := range list {
		w := ways[p.Class]
		again := slices.ContainsFunc(list[:i], func(o engine.Path) bool { return o.Class == p.Class && slices.Equal(o.Hexes, p.Hexes) })
		if w.below || len(p.Hexes) < 2 || again {
			continue
		}
		l := pn.route(w, p.Hexes, held, free)
		free.putLine(overSign, (w.width+2)*pn.lay.u, l)
		if n := len(l); n > 1 { // its head
			free.put(overSign, l[n-1].square(w.head*pn.lay.u*0.8))
		}
		ops = append(ops, pn.way("path "+string(p.Class)+" "+p.Hexes[0].String(), w, l)...)
	}
	return ops
}

// Lengths of arrows on both sides of a hexside, in units.
const (
	toMiddle = 24.0 // as far as the middle of an empty hex
	toEdge   = 26.0 // as far as a counter, at most
	leastWay = 15.0
)

// sideways are the points of a hexside where an arrow may cross it, in units from its
// middle.
var sideways = []float64{0, 5, -5, 9, -9, 13, -13}

// passage is where a path crosses a hexside, and how far it may run on both sides.
type passage struct {
	at         Point
	on         Point // its direction
	back, fore float64
}

// passing chooses where a path from a hex to the next crosses their hexside: where most
// of it is visible between the counters.
func (pn *planner) passing(w pathStyle, a, b hex.Coord, held map[hex.Coord]bool, free *room) passage {
	u := pn.lay.u
	from, to := pn.lay.centre(a), pn.lay.centre(b)
	on := to.sub(from).unit()
	half := (w.width/2 + 1.5) * u
	run := func(at, d Point, limit float64) float64 {
		for n := 0.0; n < limit; n += 1.5 {
			if free.cost([]Rect{at.add(d.times(n * u)).square(half)}) > 1.2*overWay {
				return n
			}
		}
		return limit
	}
	limit := func(h hex.Coord) float64 {
		if held[h] {
			return toEdge
		}
		return toMiddle
	}
	var best passage
	score := math.Inf(-1)
	for _, s := range sideways {
		at := from.towards(to, 0.5).add(on.left().times(s * u))
		c := passage{at: at, on: on, back: run(at, on.times(-1), limit(a)), fore: run(at, on, limit(b))}
		if v := min(c.back+c.fore, 40) - 0.7*math.Abs(s); v > score {
			best, score = c, v
		}
	}
	if short := leastWay - best.back - best.fore; short > 0 { // it is below counters then
		best.back += short / 2
		best.fore += short / 2
	}
	return best
}

// route is the line of a path: through the middles of hexes, and at its ends as far as
// it can be seen.
func (pn *planner) route(w pathStyle, hexes []hex.Coord, held map[hex.Coord]bool, free *room) Polyline {
	u, n := pn.lay.u, len(hexes)
	first := pn.passing(w, hexes[0], hexes[1], held, free)
	last := first
	if n > 2 {
		last = pn.passing(w, hexes[n-2], hexes[n-1], held, free)
	}
	l := Polyline{first.at.sub(first.on.times(first.back * u))}
	if n > 2 {
		if first.back > 3 {
			l = append(l, first.at)
		}
		l = append(l, lists.Map(hexes[1:n-1], pn.lay.centre)...)
		if last.fore > 3 {
			l = append(l, last.at)
		}
	}
	l = append(l, last.at.add(last.on.times(last.fore*u)))
	return l.smooth(pn.lay.r * 0.6)
}

// way draws a path along a line.
func (pn *planner) way(name string, w pathStyle, l Polyline) []Op {
	u := pn.lay.u
	w.head = min(w.head, 0.5*l.length()/u)
	shaft := l.cut(0, w.head*1.4*u)
	if w.wave {
		shaft = winding(shaft, 3.2*u, 11*u)
	}
	var heads []Polyline
	total := l.length()
	for i := range w.heads {
		tip, d := l.at(total - float64(i)*w.head*1.1*u)
		heads = append(heads, arrowhead(tip.sub(d), tip, w.head*u, w.head*1.7*u))
	}
	shafts := []Polyline{shaft}
	ops := []Op{
		Stroke{What: name, Ink: "way-halo", Width: (w.width + 2.6) * u, Lines: shafts},
		Stroke{What: name, Ink: "way-halo", Width: 2.6 * u, Lines: heads, Closed: true},
		Stroke{What: name, Ink: w.ink, Width: w.width * u, Lines: shafts, Dash: scaled(w.dash, u)},
	}
	if w.bare {
		return ops[2:]
	}
	if len(heads) > 0 {
		ops = append(ops, Fill{What: name, Ink: w.ink, Shapes: heads})
	}
	return ops
}

// results draws the tags of paths, each near the end of its path.
func (pn *planner) results(list []engine.Path, free *room) []Op {
	var ops []Op
	for _, p := range list {
		n := len(p.Hexes)
		if p.Text == "" || n == 0 {
			continue
		}
		at := pn.lay.centre(p.Hexes[n-1])
		spots := around(30, 36, 42, 48)
		if n > 1 { // near the hexside that it crosses last
			at = at.towards(pn.lay.centre(p.Hexes[n-2]), 0.4)
			spots = around(16, 22, 28, 34, 42, 50)
		}
		ops = append(ops, pn.tagged("path "+string(p.Class), p.Text, ways[p.Class].ink, at, spots, free)...)
	}
	return ops
}

// winding makes a line swing to both sides.
func winding(l Polyline, swing, period float64) Polyline {
	total := l.length()
	n := max(2, int(total/(period/8)))
	out := make(Polyline, n+1)
	for i := range out {
		p, d := l.at(total * float64(i) / float64(n))
		out[i] = p.add(d.left().times(swing * math.Sin(2*math.Pi*total*float64(i)/float64(n)/period)))
	}
	return out
}
