package render

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// river is how a river along hexsides is drawn; lengths in units.
type river struct {
	width, bank float64 // of the water, and of it with its banks
	letters     float64 // size of its name
	shine       bool
	line, edge  Ink // of the water, and of its banks; edge empty: none
	name        Ink // of its name
	straight    bool
	bead        engine.Glyph // along works
}

var rivers = map[engine.Class]river{
	engine.MajorRiver: {width: 9.5, bank: 12, letters: 12, shine: true, line: "river", edge: "bank", name: "river-name"},
	engine.MinorRiver: {width: 3.2, bank: 5, letters: 10, line: "river", edge: "bank", name: "river-name"},
}

// vertex is a corner where hexsides meet, in sixteenths of a pixel.
type vertex struct{ x, y int }

func vertexAt(p Point) vertex { return vertex{int(math.Round(p.X * 16)), int(math.Round(p.Y * 16))} }

// course is a river: connected hexsides of one class and name.
type course struct {
	class engine.Class
	name  string
	of    hex.Coord // that works belong to: see [engine.BoardEdge]
	line  Polyline
}

// worksIn is how far towards the middle of the hex that they belong to works are drawn.
const worksIn = 0.16

// courses joins hexsides into rivers, in the order of the board.
func (bm *baseMap) courses() []course {
	type key struct {
		class engine.Class
		name  string
		of    hex.Coord
	}
	var keys []key
	sides := map[key][][2]Point{}
	for _, e := range bm.board.Edges {
		k := key{e.Class, e.Name, e.Of}
		if sides[k] == nil {
			keys = append(keys, k)
		}
		a, b := bm.lay.between(hex.EdgeOf(e.Edge.A, e.Edge.B))
		if e.Of.Valid() {
			in := bm.lay.centre(e.Of)
			a, b = a.towards(in, worksIn), b.towards(in, worksIn)
		}
		sides[k] = append(sides[k], [2]Point{a, b})
	}
	var out []course
	for _, k := range keys {
		for _, l := range chains(sides[k]) {
			out = append(out, course{k.class, k.name, k.of, l})
		}
	}
	return out
}

// chains joins hexsides into lines that are as long as possible.
func chains(sides [][2]Point) []Polyline {
	at := map[vertex][]int{}
	for i, s := range sides {
		for _, p := range s {
			at[vertexAt(p)] = append(at[vertexAt(p)], i)
		}
	}
	used := make([]bool, len(sides))
	follow := func(l Polyline) Polyline {
		for {
			end := vertexAt(l[len(l)-1])
			i := slices.IndexFunc(at[end], func(i int) bool { return !used[i] })
			if i < 0 {
				return l
			}
			on := at[end][i]
			used[on] = true
			next := sides[on][0]
			if vertexAt(next) == end {
				next = sides[on][1]
			}
			l = append(l, next)
		}
	}
	var out []Polyline
	for i, s := range sides {
		if used[i] {
			continue
		}
		used[i] = true
		l := follow(Polyline{s[0], s[1]})
		out = append(out, follow(l.reversed()))
	}
	return out
}

// water plans the rivers: all banks, then all water, so that the mouths of rivers are
// open.
func (bm *baseMap) water() []Op {
	u := bm.lay.u
	var banks, beds, shines []Op
	for _, c := range bm.courses() {
		r := bm.book.rivers[c.class]
		name := string(c.class)
		if c.name != "" {
			name += " " + c.name
		}
		lines := []Polyline{c.line}
		if !r.straight {
			lines[0] = c.line.smooth(bm.lay.r * 0.38)
		}
		if r.edge != "" {
			banks = append(banks, Stroke{What: name, Ink: r.edge, Width: r.bank * u, Lines: lines})
		}
		beds = append(beds, Stroke{What: name, Ink: r.line, Width: r.width * u, Lines: lines})
		shines = append(shines, bm.beads(name, r, c)...)
		if r.shine {
			shines = append(shines, Stroke{What: name, Ink: "shine", Width: 1.6 * u, Lines: lines, Dash: []float64{16 * u, 11 * u}})
		}
	}
	return append(append(banks, beds...), shines...)
}

// beads are what stands along works, three to a hexside, upwards away from the hex that they
// belong to.
func (bm *baseMap) beads(name string, r river, c course) []Op {
	if len(r.bead) == 0 {
		return nil
	}
	var ops []Op
	for i := range len(c.line) - 1 {
		a, b := c.line[i], c.line[i+1]
		up := b.sub(a).unit().left()
		if mid := a.towards(b, 0.5); c.of.Valid() && up.X*(mid.X-bm.lay.centre(c.of).X)+up.Y*(mid.Y-bm.lay.centre(c.of).Y) < 0 {
			up = up.times(-1)
		}
		for n := range 3 {
			ops = append(ops, bm.bead(name, r, a.towards(b, (float64(n)+0.5)/3), up)...)
		}
	}
	return ops
}

func (bm *baseMap) bead(name string, r river, at, up Point) []Op {
	u := bm.lay.u
	return bm.book.glyph(r.bead, glyphBox{what: name, box: at.square(4.5 * u), usual: r.line, pale: "label", width: u, to: turned(at, up)})
}

// riverNames writes the names of rivers along their courses, without covering the names
// placed before.
func (bm *baseMap) riverNames(crowd *crowd) []Op {
	longest := map[string]course{}
	var names []string
	for _, c := range bm.courses() {
		if c.name == "" {
			continue
		}
		if _, ok := longest[c.name]; !ok {
			names = append(names, c.name)
		}
		if c.line.length() > longest[c.name].line.length() {
			longest[c.name] = c
		}
	}
	var ops []Op
	for _, n := range names {
		c := longest[n]
		times := 1 + int(c.line.length()/(22*bm.lay.r))
		for i := range times {
			if o, ok := bm.letterRiver(c, i, times, crowd); ok {
				ops = append(ops, o)
				for _, b := range o.Boxes() {
					crowd.add(avoided{b, 0, true})
				}
			}
		}
	}
	return ops
}

// letterRiver places a river's name in the i-th part of its course, beside the
// water, where it meets the fewest boxes.
func (bm *baseMap) letterRiver(c course, i, parts int, names *crowd) (Lettering, bool) {
	u := bm.lay.u
	r := bm.book.rivers[c.class]
	size := max(8, r.letters*u)
	gap := 1.5 * u
	width := bm.fonts.width(Oblique, size, c.name) + gap*float64(len([]rune(c.name)))
	line := c.line.even(max(2, int(c.line.length()/(4*u))))
	line = line.calm(12)
	total := line.length()
	if width > total*1.1 {
		return Lettering{}, false
	}
	from, to := total*float64(i)/float64(parts), total*float64(i+1)/float64(parts)
	var best Lettering
	cost := math.Inf(1)
	for start := from; start <= max(from, min(to, total)-width); start += 6 * u {
		for _, side := range [2]float64{1, -1} {
			o := bm.along(c.name, line, start, width, gap, size, side*(r.bank/2+2.2)*u)
			o.Ink = r.name
			v := names.cost(o.Boxes()) + o.wobble()*40
			v += 6 * math.Abs(start+width/2-(from+to)/2) / (to - from)
			if v < cost {
				best, cost = o, v
			}
		}
	}
	best.What, best.stencils = "river "+c.name, &stencils{}
	return best, !math.IsInf(cost, 1)
}

// along writes a word beside a line, starting at a distance; rise is how far beside,
// above the line if positive.
func (bm *baseMap) along(s string, line Polyline, start, width, gap, size, rise float64) Lettering {
	a, _ := line.at(start)
	b, _ := line.at(start + width)
	if b.X < a.X {
		line = line.reversed()
		start = line.length() - start - width
	}
	if rise < 0 {
		rise -= size * 0.72
	}
	o := Lettering{Halo: "halo", Face: Oblique, Size: size, S: s}
	for _, r := range s {
		w := bm.fonts.width(Oblique, size, string(r))
		p, d := line.at(start + w/2)
		p = p.sub(d.times(w / 2)).add(d.left().times(rise))
		o.Letters = append(o.Letters, Letter{R: r, At: p, Turn: math.Atan2(d.Y, d.X)})
		start += w + gap
	}
	return o
}

// Boxes returns boxes that cover its letters, roughly.
func (o Lettering) Boxes() []Rect {
	return lists.Map(o.Letters, func(l Letter) Rect {
		return l.At.polar(o.Size*0.25, l.Turn).polar(o.Size*0.33, l.Turn-math.Pi/2).square(o.Size * 0.4)
	})
}

// wobble is how much the letters turn against each other, in radians.
func (o Lettering) wobble() float64 {
	var sum float64
	for i := 1; i < len(o.Letters); i++ {
		sum += math.Abs(o.Letters[i].Turn - o.Letters[i-1].Turn)
	}
	return sum
}
