package render

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// terrain is how a kind of terrain is drawn: an area that runs from hex to
// hex, and things scattered over it.
type terrain struct {
	area    Ink // empty: the open ground shows
	scatter func(bm *baseMap, h engine.BoardHex) []Op
}

var terrains = map[engine.Class]terrain{
	engine.Clear: {"", (*baseMap).fields},
	engine.Rough: {"rough", (*baseMap).hills},
	engine.Woods: {"woods", (*baseMap).trees},
	engine.Town:  {"town", (*baseMap).town},
	engine.Water: {"water", (*baseMap).waves},
}

// site is how what is in a hex is drawn, and how much its name matters: see nameRank.
type site struct {
	draw func(bm *baseMap, h engine.BoardHex) []Op
	rank int
}

var sites = map[engine.Class]site{engine.Village: {(*baseMap).village, villageRank}}

// owner is the colours of an owner's things.
type owner struct{ body, used, edge, area, border Ink }

var owners = map[engine.Class]owner{
	engine.Neutral: {"neutral", "neutral-used", "neutral-edge", "area-neutral", "border-neutral"},
}

// chaos is a small generator of pseudo-random numbers, seeded by a hex and a purpose,
// so that a map looks the same every time.
type chaos uint64

func newChaos(c hex.Coord, purpose uint64) *chaos {
	k := chaos(uint64(c.Col)<<40 | uint64(c.Row)<<20 | purpose | 1<<60)
	for range 4 {
		k.next()
	}
	return &k
}

// next returns a number from 0 up to 1.
func (k *chaos) next() float64 {
	*k += 0x9e3779b97f4a7c15
	z := uint64(*k)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// around returns a number from -d to d.
func (k *chaos) around(d float64) float64 { return d * (2*k.next() - 1) }

// ground plans the land: paper, open ground, areas of terrain and the things scattered
// over them.
func (bm *baseMap) ground() []Op {
	var all []Polyline
	for _, h := range bm.board.Hexes {
		k := bm.lay.corners(h.At)
		all = append(all, k[:])
	}
	paper := Rect{0, 0, bm.lay.width, bm.lay.height}
	ops := []Op{
		Fill{What: "paper", Ink: "paper", Shapes: []Polyline{paper.line()}},
		Fill{What: "open ground", Ink: "clear", Shapes: all},
	}
	ops = append(ops, slices.Concat(bm.scatter(engine.Clear)...)...)
	for _, class := range bm.book.words.List("terrain") {
		if t := bm.book.terrains[class]; t.area != "" {
			if shapes := bm.area(class); len(shapes) > 0 {
				ops = append(ops, Fill{What: string(class), Ink: t.area, Shapes: shapes})
			}
			ops = append(ops, levels(bm.scatter(class))...)
		}
	}
	return ops
}

// scatter is what is scattered over the hexes of a class, hex by hex.
func (bm *baseMap) scatter(class engine.Class) [][]Op {
	return lists.Map(bm.hexesOf(class), func(h engine.BoardHex) []Op { return bm.book.terrains[class].scatter(bm, h) })
}

// levels are the first operations of all, then their second ones and so on: a wood is one
// across hexsides, and no tree has its shadow on the next.
func levels(hexes [][]Op) []Op {
	var out []Op
	for i, more := 0, true; more; i++ {
		more = false
		for _, ops := range hexes {
			if i < len(ops) {
				out, more = append(out, ops[i]), true
			}
		}
	}
	return out
}

// area is the ground of one kind of terrain: hexes whose outlines keep a small, uneven
// distance from neighbours of another kind.
func (bm *baseMap) area(class engine.Class) []Polyline {
	return lists.Map(bm.hexesOf(class), func(h engine.BoardHex) Polyline { return bm.areaOf(h.At, class) })
}

// hexesOf lists the hexes of a kind of terrain.
func (bm *baseMap) hexesOf(class engine.Class) []engine.BoardHex {
	return lists.Filter(bm.board.Hexes, func(h engine.BoardHex) bool { return h.Terrain == class })
}

func (bm *baseMap) areaOf(c hex.Coord, class engine.Class) Polyline {
	same := func(d hex.Dir) bool {
		n, ok := bm.board.Grid.Neighbour(c, d%6)
		return ok && (bm.hexes[n] == nil || bm.hexes[n].Terrain == class)
	}
	u := bm.lay.u
	at := bm.lay.centre(c)
	corner := bm.lay.corners(c)
	k := newChaos(c, 1)
	var l Polyline
	for d := hex.N; d <= hex.NW; d++ {
		a, b := corner[d], corner[(d+1)%6]
		before := (d + 5) % 6
		// The corner before this edge.
		switch {
		case same(d) && same(before):
			l = append(l, a)
		case same(d):
			l = append(l, a.towards(b, 3*u/bm.lay.r))
		case same(before):
			l = append(l, a.towards(corner[before], 3*u/bm.lay.r))
		default:
			l = append(l, a.towards(at, 6.5*u/bm.lay.r))
		}
		if !same(d) {
			for _, f := range [3]float64{0.25, 0.5, 0.75} {
				l = append(l, a.towards(b, f).towards(at, (3.2+k.around(2.2))*u/bm.lay.r))
			}
		}
	}
	return l
}

// fields are faint strips of farmland side by side, some with a hedge of bushes
// between them.
func (bm *baseMap) fields(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 2), bm.lay.u
	name := "field " + h.At.String()
	if k.next() < 0.25 {
		return nil
	}
	mid := bm.lay.centre(h.At).polar(k.next()*9*u, 2*math.Pi*k.next())
	turn, long, wide := math.Pi*k.next(), (8+5*k.next())*u, (3+1.5*k.next())*u
	var ops []Op
	for i := range 3 {
		strip := block(mid, Point{k.around(2) * u, (float64(i) - 1) * 2 * wide}, long*(0.8+0.2*k.next()), wide, turn)
		ink := [3]Ink{"field1", "field2", ""}[int(3*k.next())]
		if ink != "" {
			ops = append(ops, Fill{What: name, Ink: ink, Shapes: []Polyline{strip}, Coarse: true})
		}
		if i > 0 && k.next() < 0.35 {
			ops = append(ops, Fill{What: name, Ink: "hedge", Shapes: hedge(k, strip[0], strip[1], u), Coarse: true})
		}
	}
	return ops
}

// hedge is a row of bushes.
func hedge(k *chaos, a, b Point, u float64) []Polyline {
	var bushes []Polyline
	n := max(1, int(b.sub(a).length()/(4.2*u)))
	for i := range n + 1 {
		p := a.towards(b, float64(i)/float64(n)).add(Point{k.around(0.7 * u), k.around(0.7 * u)})
		bushes = append(bushes, polygon(p.rounded(), 1.5*u, 6, 0))
	}
	return bushes
}

// hills are short arcs with a slope below them.
func (bm *baseMap) hills(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 3), bm.lay.u
	at := bm.lay.centre(h.At)
	var ridges, slopes []Polyline
	for i := range 7 {
		a := math.Pi/3*float64(i) + k.around(0.4)
		dist := (15 + k.around(5)) * u
		if i == 6 {
			dist = k.next() * 5 * u
		}
		p := at.polar(dist, a)
		w, t := (4.5+1.5*k.next())*u, (4+1.5*k.next())*u
		ridge := Polyline{{p.X - w, p.Y + t*0.4}}.bend(Point{p.X - w*0.2, p.Y - t*1.4}, Point{p.X + w, p.Y + t*0.5})
		ridges = append(ridges, ridge)
		slope := append(Polyline{}, ridge[4:]...)
		slopes = append(slopes, append(slope, Point{p.X + w*0.3, p.Y + t*0.5}))
	}
	name := "hills " + h.At.String()
	return []Op{
		Fill{What: name, Ink: "slope", Shapes: slopes, Coarse: true},
		Stroke{What: name, Ink: "hill", Width: 1.1 * u, Lines: ridges},
	}
}

// trees are crowns with a shadow and a lit side. There are only three, on whole pixels:
// repeated pixels make a small file.
func (bm *baseMap) trees(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 4), bm.lay.u
	at := bm.lay.centre(h.At)
	var crowns, shades, leaves []Polyline
	edge := bm.areaOf(h.At, h.Terrain)
	wide, high := 28.0, 24.0
	if bm.board.Grid.Pointed {
		wide, high = high, wide
	}
	for y := -high; y <= high; y += 9.4 {
		for x := -wide; x <= wide; x += 10.8 {
			p := at.add(Point{(x + k.around(3.4)) * u, (y + k.around(2.8)) * u}).rounded()
			radius := (4 + 0.7*math.Floor(3*k.next())) * u
			if !edge.holds(p, radius*0.8) || k.next() < 0.12 {
				continue
			}
			shades = append(shades, polygon(p.add(Point{1.1 * u, 1.6 * u}), radius, 9, 0))
			crowns = append(crowns, polygon(p, radius, 9, 0))
			leaves = append(leaves, polygon(p.add(Point{-0.9 * u, -1.1 * u}), radius*0.55, 7, 0))
		}
	}
	name := "trees " + h.At.String()
	return []Op{
		Fill{What: name, Ink: "shade", Shapes: shades, Coarse: true},
		Fill{What: name, Ink: "crown", Shapes: crowns, Coarse: true},
		Fill{What: name, Ink: "leaf", Shapes: leaves, Coarse: true},
	}
}

// holds reports whether a point lies inside a convex-like outline, at least
// about d from its edge.
func (l Polyline) holds(p Point, d float64) bool {
	in := false
	for i, a := range l {
		b := l[(i+1)%len(l)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(b.X-a.X)*(p.Y-a.Y)/(b.Y-a.Y) {
			in = !in
		}
		if a.sub(p).length() < d {
			return false
		}
	}
	return in
}

// town is rows of blocks between streets.
func (bm *baseMap) town(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 5), bm.lay.u
	turn := k.around(0.5)
	var blocks []Polyline
	for row := -2.0; row <= 2; row++ {
		for col := -2.0; col <= 2; col++ {
			w, t := (3.2+k.next())*u, (2.9+k.next())*u
			p := Point{(col*9.6 + k.around(0.8)) * u, (row*8.6 + k.around(0.8)) * u}
			if p.length() > 23*u || k.next() < 0.08 {
				continue
			}
			blocks = append(blocks, block(bm.lay.centre(h.At), p, w, t, turn))
		}
	}
	return houses("town "+h.At.String(), blocks, u)
}

// village is a handful of houses.
func (bm *baseMap) village(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 6), bm.lay.u
	var blocks []Polyline
	turn := k.next() * math.Pi
	for i := range 7 {
		p := Point{}.polar((8.5+k.around(2.5))*u, turn+2*math.Pi/7*float64(i)+k.around(0.2))
		blocks = append(blocks, block(bm.lay.centre(h.At), p, (2.1+0.9*k.next())*u, (1.7+0.6*k.next())*u, k.around(0.6)))
	}
	return houses("village "+h.At.String(), blocks, u)
}

// block is a house of half sizes w and t at p from a middle, all turned.
func block(mid, p Point, w, t, turn float64) Polyline {
	s, c := math.Sincos(turn)
	return Rect{p.X - w, p.Y - t, p.X + w, p.Y + t}.line().each(func(q Point) Point {
		return mid.add(Point{q.X*c - q.Y*s, q.X*s + q.Y*c})
	})
}

// houses are blocks with a lit half of their roofs.
func houses(name string, blocks []Polyline, u float64) []Op {
	roofs := lists.Map(blocks, func(b Polyline) Polyline {
		return Polyline{b[0], b[1], b[1].towards(b[2], 0.5), b[0].towards(b[3], 0.5)}
	})
	return []Op{
		Stroke{What: name, Ink: "wall", Width: 1.5 * u, Lines: blocks, Closed: true},
		Fill{What: name, Ink: "block", Shapes: blocks},
		Fill{What: name, Ink: "roof", Shapes: roofs, Coarse: true},
	}
}

func (bm *baseMap) waves(h engine.BoardHex) []Op {
	k, u := newChaos(h.At, 7), bm.lay.u
	at := bm.lay.centre(h.At)
	var lines []Polyline
	for row := -1.0; row <= 1; row++ {
		p := at.add(Point{k.around(8 * u), row * 13 * u})
		l := Polyline{{p.X - 9*u, p.Y}}.bend(Point{p.X - 4.5*u, p.Y - 4*u}, p)
		lines = append(lines, l.bend(Point{p.X + 4.5*u, p.Y + 4*u}, Point{p.X + 9*u, p.Y}))
	}
	return []Op{Stroke{What: "waves " + h.At.String(), Ink: "wave", Width: 1.2 * u, Lines: lines}}
}
