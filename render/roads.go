package render

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// roadStyle is how a road is drawn; widths in units.
type roadStyle struct {
	edge, fill   Ink
	outer, inner float64
	line         Ink // along the middle; empty: none
	dash         []float64
}

var roads = map[engine.Class]roadStyle{
	engine.Road:    {edge: "road-edge", fill: "road", outer: 4, inner: 2.2},
	engine.Highway: {edge: "highway-edge", fill: "highway", outer: 6.6, inner: 4.4, line: "highway-line"},
}

// bend is a stretch of road through a hex, from the middle of one hexside to that of
// another, or to the middle of the hex where the road ends.
type bend struct {
	class engine.Class
	line  Polyline
}

// arm is a road that leaves a hex.
type arm struct {
	dir   hex.Dir
	class engine.Class
}

// bends draws the roads hex by hex.
func (bm *baseMap) bends() []bend {
	arms := map[hex.Coord][]arm{}
	for _, l := range bm.board.Links {
		if d, ok := bm.board.Grid.Direction(l.A, l.B); ok {
			arms[l.A] = append(arms[l.A], arm{d, l.Class})
			arms[l.B] = append(arms[l.B], arm{d.Opposite(), l.Class})
		}
	}
	var out []bend
	for _, h := range bm.board.Hexes {
		out = append(out, bm.bendsOf(h.At, arms[h.At])...)
	}
	return out
}

// bendsOf joins the arms of a hex in pairs; those that are left over, or whose pair
// would not touch the first one, join it in the middle.
func (bm *baseMap) bendsOf(c hex.Coord, arms []arm) []bend {
	at := bm.lay.centre(c)
	gate := func(a arm) Point {
		p, q := bm.lay.edge(c, a.dir)
		return p.towards(q, 0.5)
	}
	var out []bend
	end := at
	pairs, single := pairsOf(arms)
	for i, p := range pairs {
		l := Polyline{gate(p[0])}.bend(at, gate(p[1]))
		half := len(l) / 2
		switch {
		case i == 0:
			end = l[half]
		case !crossing(pairs[0], p): // they would not touch
			single = append(single, p[0], p[1])
			continue
		}
		if p[0].class == p[1].class {
			out = append(out, bend{p[0].class, l})
		} else { // each class as far as the middle
			out = append(out, bend{p[0].class, l[:half+1]}, bend{p[1].class, l[half:]})
		}
	}
	for _, a := range single {
		out = append(out, bend{a.class, Polyline{gate(a)}.bend(at.towards(end, 0.5), end)})
	}
	return out
}

// crossing reports whether the roads of two pairs of arms meet.
func crossing(p, q [2]arm) bool {
	low, high := min(p[0].dir, p[1].dir), max(p[0].dir, p[1].dir)
	between := func(d hex.Dir) bool { return low < d && d < high }
	return between(q[0].dir) != between(q[1].dir)
}

// pairsOf joins arms, those of the same class and the straightest pairs first, until at
// most one is left: a highway bends rather than ends.
func pairsOf(arms []arm) (pairs [][2]arm, single []arm) {
	rest := slices.Clone(arms)
	for len(rest) > 1 {
		bi, bj, best := 0, 1, -1
		for j := range rest {
			for i := range j {
				turn := (int(rest[j].dir) - int(rest[i].dir) + 6) % 6
				v := 2 * min(turn, 6-turn)
				if rest[i].class == rest[j].class {
					v += 5
				}
				if v > best {
					bi, bj, best = i, j, v
				}
			}
		}
		pairs = append(pairs, [2]arm{rest[bi], rest[bj]})
		rest = slices.Delete(rest, bj, bj+1)
		rest = slices.Delete(rest, bi, bi+1)
	}
	return pairs, rest
}

// network plans the roads: all edges first, so that crossings are open.
func (bm *baseMap) network() []Op {
	u := bm.lay.u
	lines := map[engine.Class][]Polyline{}
	for _, b := range bm.bends() {
		lines[b.class] = append(lines[b.class], b.line)
	}
	var edges, fills []Op
	for _, class := range bm.book.words.List("link") {
		s, l := bm.book.roads[class], lines[class]
		if len(l) == 0 {
			continue
		}
		name := string(class) + "s"
		edges = append(edges, Stroke{What: name, Ink: s.edge, Width: s.outer * u, Lines: l})
		fills = append(fills, Stroke{What: name, Ink: s.fill, Width: s.inner * u, Lines: l, Dash: scaled(s.dash, u)})
		if s.line != "" {
			fills = append(fills, Stroke{What: name, Ink: s.line, Width: 1.1 * u, Lines: l})
		}
	}
	return append(edges, fills...)
}

// bridges plans the parapets of bridges.
func (bm *baseMap) bridges() []Op {
	var ops []Op
	wide := bm.wideRivers()
	for _, l := range bm.board.Links {
		if l.Bridge {
			ops = append(ops, bm.bridge(l, wide[edgeOf(l)])...)
		}
	}
	return ops
}

// wideRivers are the hexsides of major rivers.
func (bm *baseMap) wideRivers() map[hex.Edge]bool {
	out := map[hex.Edge]bool{}
	for _, e := range bm.board.Edges {
		if e.Class == engine.MajorRiver {
			out[hex.EdgeOf(e.Edge.A, e.Edge.B)] = true
		}
	}
	return out
}

// bridge plans one bridge, longer over a wide river.
func (bm *baseMap) bridge(l engine.BoardLink, wide bool) []Op {
	u, style := bm.lay.u, bm.book.roads[l.Class]
	e := edgeOf(l)
	a, b := bm.lay.between(e)
	mid := a.towards(b, 0.5)
	on := bm.lay.centre(e.B).sub(bm.lay.centre(e.A)).unit()
	half, beside := 5*u, style.outer/2*u+0.8*u
	if wide {
		half = 9 * u
	}
	deck := Polyline{mid.sub(on.times(half)), mid.add(on.times(half))}
	rail := func(side float64) Polyline {
		off := on.left().times(side * beside)
		wing := on.left().times(side * 2.4 * u)
		return Polyline{
			deck[0].add(off).add(wing).sub(on.times(2 * u)), deck[0].add(off), deck[1].add(off),
			deck[1].add(off).add(wing).add(on.times(2 * u)),
		}
	}
	name := "bridge " + l.A.String() + "-" + l.B.String()
	return []Op{
		Stroke{What: name, Ink: style.edge, Width: 2 * beside, Lines: []Polyline{deck}},
		Stroke{What: name, Ink: style.fill, Width: style.inner * u, Lines: []Polyline{deck}},
		Stroke{What: name, Ink: "bridge", Width: max(1, 1.5*u), Lines: []Polyline{rail(1), rail(-1)}},
	}
}

// changed plans the links that are not as the board has them: those that play has made, and
// a cross over each that it has cut.
func (bm *baseMap) changed(links []engine.Link, free *room) []Op {
	var ops []Op
	u, wide := bm.lay.u, bm.wideRivers()
	for _, l := range links {
		a, b := bm.lay.centre(l.A), bm.lay.centre(l.B)
		mid := a.towards(b, 0.5)
		name := "link " + l.A.String() + "-" + l.B.String()
		if l.Cut {
			ops = append(ops, bm.cutAt(name, mid)...)
		} else {
			s, line := bm.book.roads[l.Class], []Polyline{{a.towards(b, 0.16), b.towards(a, 0.16)}}
			ops = append(ops, Stroke{What: name, Ink: "way-halo", Width: (s.outer + 2.4) * u, Lines: line},
				Stroke{What: name, Ink: s.edge, Width: s.outer * u, Lines: line},
				Stroke{What: name, Ink: s.fill, Width: s.inner * u, Lines: line, Dash: scaled(s.dash, u)})
			if l.Bridge {
				ops = append(ops, bm.bridge(l.BoardLink, wide[edgeOf(l.BoardLink)])...)
			}
		}
		free.put(overSign, mid.square(9*u))
	}
	return ops
}

// cutAt is a cross over a link that cannot be used.
func (bm *baseMap) cutAt(name string, at Point) []Op {
	u := bm.lay.u
	d := 5.5 * u
	cross := []Polyline{{at.add(Point{-d, -d}), at.add(Point{d, d})}, {at.add(Point{-d, d}), at.add(Point{d, -d})}}
	return []Op{
		Stroke{What: name, Ink: "way-halo", Width: 6.4 * u, Lines: cross},
		Stroke{What: name, Ink: "blocked", Width: 3.8 * u, Lines: cross},
	}
}
