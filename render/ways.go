package render

import (
	"math"

	"referee/engine"
	"referee/engine/hex"
)

// way is how a path is drawn; lengths in units.
type way struct {
	ink   Ink
	width float64
	head  float64 // half the width of its arrowhead; 0: none
	heads int
	dash  []float64
	wave  bool // the line winds
	below bool // it lies below the counters
	// front and back are cut off its ends: the latter where a counter stands.
	front, back float64
}

var ways = map[engine.Class]way{
	engine.PathMove:       {ink: "way-move", width: 4, head: 8, heads: 1, front: 6, back: 19},
	engine.PathSupply:     {ink: "way-supply", width: 5, dash: []float64{5, 4}, below: true},
	engine.PathAttack:     {ink: "way-attack", width: 8, head: 10, heads: 1, front: 16, back: 20},
	engine.PathRetreat:    {ink: "way-retreat", width: 4, head: 8, heads: 1, dash: []float64{9, 5}, front: 6, back: 19},
	engine.PathAdvance:    {ink: "way-advance", width: 4, head: 8, heads: 2, front: 6, back: 19},
	engine.PathInfiltrate: {ink: "way-infiltrate", width: 3.2, head: 7, heads: 1, wave: true, front: 6, back: 19},
}

// paths plans ways from hex to hex, clear of the hexes that are held, those below the counters or those above, their
// tags last.
func (pn *planner) paths(list []engine.Path, held map[hex.Coord]bool, below bool) []Op {
	var ops, tags []Op
	u := pn.lay.u
	for _, p := range list {
		name := "path " + string(p.Class)
		if len(p.Hexes) == 0 || ways[p.Class].below != below {
			continue
		}
		n := len(p.Hexes)
		end := pn.lay.centre(p.Hexes[n-1])
		w := ways[p.Class]
		beside := Point{0, -1}
		if n > 1 {
			beside = end.sub(pn.lay.centre(p.Hexes[n-2])).unit().left()
			if held[p.Hexes[0]] {
				w.front = max(w.front, 20)
			}
			if !held[p.Hexes[n-1]] {
				w.back = min(w.back, 4)
			}
			ops = append(ops, pn.way(name+" "+p.Hexes[0].String(), w, p)...)
		}
		if p.Text != "" {
			tags = append(tags, pn.tag(name, p.Text, end.add(beside.times(36*u)), w.ink)...)
		}
	}
	return append(ops, tags...)
}

func (pn *planner) way(name string, w way, p engine.Path) []Op {
	u := pn.lay.u
	var l Line
	for _, c := range p.Hexes {
		l = append(l, pn.lay.centre(c))
	}
	l = l.smooth(pn.lay.r * 0.6)
	l = l.cut(w.front*u, w.back*u)
	w.head = min(w.head, 0.42*l.length()/u)
	shaft := l.cut(0, w.head*1.4*u)
	if w.wave {
		shaft = winding(shaft, 3.2*u, 11*u)
	}
	var heads []Line
	total := l.length()
	for i := range w.heads {
		tip, d := l.at(total - float64(i)*w.head*1.1*u)
		heads = append(heads, arrowhead(tip.sub(d), tip, w.head*u, w.head*1.7*u))
	}
	shafts := []Line{shaft}
	ops := []Op{
		Stroke{What: name, Ink: "way-halo", Width: (w.width + 2.6) * u, Lines: shafts},
		Stroke{What: name, Ink: "way-halo", Width: 2.6 * u, Lines: heads, Closed: true},
		Stroke{What: name, Ink: w.ink, Width: w.width * u, Lines: shafts, Dash: scaled(w.dash, u)},
	}
	if len(heads) > 0 {
		ops = append(ops, Fill{What: name, Ink: w.ink, Shapes: heads})
	}
	return ops
}

// winding makes a line swing to both sides.
func winding(l Line, swing, period float64) Line {
	total := l.length()
	n := max(2, int(total/(period/8)))
	out := make(Line, n+1)
	for i := range out {
		p, d := l.at(total * float64(i) / float64(n))
		out[i] = p.add(d.left().times(swing * math.Sin(2*math.Pi*total*float64(i)/float64(n)/period)))
	}
	return out
}
