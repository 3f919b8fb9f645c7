package render

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// book is how every word is drawn that a game may use: the kernel's words, and those of the
// vocabulary that the game brings. It never changes.
type book struct {
	words      *engine.Vocabulary
	terrains   map[engine.Class]terrain
	sites      map[engine.Class]site
	owners     map[engine.Class]owner
	rivers     map[engine.Class]river
	roads      map[engine.Class]roadStyle
	symbols    map[engine.Class]engine.Glyph
	states     map[engine.Class]stateStyle
	marks      map[engine.Class]markDrawing
	conditions map[engine.Class]conditionStyle
	bands      []Ink

	inks  map[Ink]engine.Colour // that the game brings
	lands []Ink                 // of these: see Theme
	tints struct{ first, last []Ink }
	// grounds of conditions, counters and used counters
	skies, bodies, worn []Ink
}

// newBook reads a vocabulary. Its error lists all that is wrong with it.
func newBook(v *engine.Vocabulary) (*book, error) {
	if err := v.Check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	b := &book{
		words: v, inks: map[Ink]engine.Colour{},
		terrains: maps.Clone(terrains), sites: maps.Clone(sites), owners: maps.Clone(owners), rivers: maps.Clone(rivers), roads: maps.Clone(roads),
		symbols: maps.Clone(symbols), states: maps.Clone(states), marks: maps.Clone(markDrawings), conditions: map[engine.Class]conditionStyle{},
	}
	if v != nil {
		b.ground(v)
		b.pieces(v)
		b.signs(v)
	}
	if len(b.bands) == 0 {
		for i := range bands {
			b.bands = append(b.bands, Ink(fmt.Sprintf("band%d", i)))
		}
	}
	return b, nil
}

// ground takes what the map is made of.
func (b *book) ground(v *engine.Vocabulary) {
	for _, d := range v.Terrains {
		t := terrain{area: b.ink(d.Ground), scatter: strewn(d.Scatter)}
		if as, ok := terrains[d.As]; ok && len(d.Scatter) == 0 {
			t.scatter = as.scatter
		}
		b.lands = appendInk(b.lands, t.area)
		b.learn(d.Scatter)
		b.terrains[d.Word] = t
	}
	for _, d := range v.Sites {
		s := sites[engine.Village]
		switch {
		case d.As == engine.Town:
			s = site{(*baseMap).town, townRank}
		case d.As == "":
			s = site{built(d.Glyph), villageRank}
		}
		b.sites[d.Word] = s
		b.learn(d.Glyph)
	}
	for _, d := range v.Edges {
		w := cmp.Or(d.Width, 3)
		r := river{width: w, line: b.ink(d.Line), edge: b.ink(d.Bank), letters: 10, name: "ink", straight: true, bead: d.Bead, bank: w}
		if r.edge != "" {
			r.bank += 2.2
		}
		b.rivers[d.Word] = r
		b.learn(d.Bead)
	}
	for _, d := range v.Links {
		w := cmp.Or(d.Width, 4)
		b.roads[d.Word] = roadStyle{edge: b.ink(d.Edge), fill: b.ink(d.Fill), outer: w, inner: w * 0.55, dash: d.Dash}
	}
}

// pieces takes owners, and what is on counters.
func (b *book) pieces(v *engine.Vocabulary) {
	for _, d := range v.Owners {
		o := owner{
			body: b.named(d.Word, d.Body), used: b.named(d.Word+"-used", d.Used), edge: b.named(d.Word+"-edge", d.Edge),
			area: b.named("area-"+d.Word, d.Area), border: b.named("border-"+d.Word, d.Border),
		}
		b.owners[d.Word] = o
		b.bodies, b.worn, b.tints.first = append(b.bodies, o.body), append(b.worn, o.used), append(b.tints.first, o.area)
	}
	for _, d := range v.Symbols {
		b.symbols[d.Word] = d.Glyph
		b.learn(d.Glyph)
	}
	for _, d := range v.States {
		s := stateStyle{around: d.Around, badge: d.Badge, ground: b.ink(d.Ground)}
		if d.Box != [4]float64{} {
			const half = counterSide / 2
			s.box = &Rect{d.Box[0] * half, d.Box[1] * half, d.Box[2] * half, d.Box[3] * half}
		}
		b.states[d.Word] = s
		b.learn(d.Around)
		b.learn(d.Badge)
	}
	b.bands = lists.Map(v.Bands, b.ink)
}

// signs takes marks and conditions.
func (b *book) signs(v *engine.Vocabulary) {
	for _, d := range v.Marks {
		ink := b.ink(d.Ink)
		m := markDrawing{tag: ink, quiet: !d.Event}
		switch {
		case len(d.Glyph) > 0:
			m.sign, m.half = medal(ink, d.Glyph), 11
		case d.Area.Light != 0:
			area := b.ink(d.Area)
			b.tints.last = appendInk(b.tints.last, area)
			m.ground = region(area, ink, d.Dash...)
		default:
			m.ground, m.ring = each(ring(ink, d.Dash...)), true
		}
		b.marks[d.Word] = m
		b.learn(d.Glyph)
	}
	for _, d := range v.Conditions {
		c := conditionStyle{b.named(d.Word, d.Ground), b.ink(d.Letters), d.Icon}
		b.skies = appendInk(b.skies, c.ground)
		b.conditions[d.Word] = c
		b.learn(d.Icon)
	}
}

func appendInk(list []Ink, i Ink) []Ink {
	if i == "" || slices.Contains(list, i) {
		return list
	}
	return append(list, i)
}

// learn takes the colours of a glyph.
func (b *book) learn(g engine.Glyph) {
	for _, s := range g {
		b.ink(s.Ink)
	}
}

// ink takes a colour, and returns its ink.
func (b *book) ink(c engine.Colour) Ink {
	i := inkOf(c)
	if strings.HasPrefix(string(i), "#") {
		b.inks[i] = c
	}
	return i
}

// inkOf is the ink for a colour that a game brings: the kernel's, where it has that.
func inkOf(c engine.Colour) Ink {
	if c.Light == 0 {
		return ""
	}
	if i, ok := own()[shades(c)]; ok {
		return i
	}
	c = shades(c)
	return Ink(fmt.Sprintf("#%08x/%08x", c.Light, c.Dark))
}

// named is an ink of its own for a colour.
func (b *book) named(name engine.Class, c engine.Colour) Ink {
	i := Ink(name)
	for light().has(i) || b.inks[i].Light != 0 {
		i += "'"
	}
	b.inks[i] = c
	return i
}

// band is the colour of a formation.
func (b *book) band(n int) Ink { return b.bands[((n%len(b.bands))+len(b.bands))%len(b.bands)] }

// glyphBox is where a glyph is drawn, and in which inks.
type glyphBox struct {
	what        string
	box         Rect
	usual, pale Ink
	width       float64 // of a line of width 1
	bold        float64 // how much thicker lines are
	to          func(Point) Point
}

// usualLine is the width of lines that have none of their own: see [engine.Shape].
const usualLine = 1.3

// glyph draws a glyph. Shapes that are alike are united.
func (b *book) glyph(g engine.Glyph, in glyphBox) []Op {
	var ops []Op
	var last engine.Shape
	for i, s := range g {
		ink := in.usual
		switch {
		case s.Ink.Light != 0:
			ink = inkOf(s.Ink)
		case s.Pale:
			ink = in.pale
		}
		l := in.line(s)
		same := i > 0 && s.Ink == last.Ink && s.Pale == last.Pale && s.Filled == last.Filled && (s.Filled || s.Width == last.Width && s.Closed == last.Closed)
		last = s
		if same {
			switch o := ops[len(ops)-1].(type) {
			case Fill:
				o.Shapes = append(o.Shapes, l)
				ops[len(ops)-1] = o
			case Stroke:
				o.Lines = append(o.Lines, l)
				ops[len(ops)-1] = o
			}
			continue
		}
		if s.Filled {
			ops = append(ops, Fill{What: in.what, Ink: ink, Shapes: []Polyline{l}})
			continue
		}
		width := cmp.Or(s.Width, usualLine) * max(in.bold, 1) * in.width
		ops = append(ops, Stroke{What: in.what, Ink: ink, Width: width, Lines: []Polyline{l}, Closed: s.Closed})
	}
	return ops
}

// line is the outline of a shape where it is drawn.
func (in glyphBox) line(s engine.Shape) Polyline {
	m, w, h := in.box.middle(), in.box.width()/2, in.box.height()/2
	l := Polyline(lists.Map(s.Points, func(p [2]float64) Point { return Point{m.X + p[0]*w, m.Y + p[1]*h} }))
	if s.Radius > 0 {
		l = circle(l[0], s.Radius*h)
	}
	if in.to != nil {
		l = l.each(in.to)
	}
	return l
}

// turned turns points round a middle, so that upwards becomes a direction.
func turned(mid, up Point) func(Point) Point {
	return func(p Point) Point {
		d := p.sub(mid)
		return mid.add(up.times(-d.Y)).add(Point{-up.Y, up.X}.times(d.X))
	}
}

// strewn scatters a glyph over a hex.
func strewn(g engine.Glyph) func(bm *baseMap, h engine.BoardHex) []Op {
	return func(bm *baseMap, h engine.BoardHex) []Op {
		if len(g) == 0 {
			return nil
		}
		k, u := newChaos(h.At, 8), bm.lay.u
		var ops []Op
		for i := range 7 {
			at := bm.lay.centre(h.At)
			if i > 0 {
				at = at.polar((17+k.around(4))*u, math.Pi/3*float64(i)+k.around(0.35))
			}
			at = at.add(Point{k.around(2) * u, k.around(2) * u}).rounded()
			ops = append(ops, bm.book.glyph(g, glyphBox{what: string(h.Terrain) + " " + h.At.String(), box: at.square(4.6 * u), usual: "hill", pale: "clear", width: u})...)
		}
		return ops
	}
}

// built draws a glyph in the middle of a hex.
func built(g engine.Glyph) func(bm *baseMap, h engine.BoardHex) []Op {
	return func(bm *baseMap, h engine.BoardHex) []Op {
		at, u := bm.lay.centre(h.At).rounded(), bm.lay.u
		return bm.book.glyph(g, glyphBox{what: string(h.Site) + " " + h.At.String(), box: at.square(10 * u), usual: "ink", pale: "label", width: u})
	}
}

// medal is a glyph on a disc.
func medal(ink Ink, g engine.Glyph) func(pn *planner, m engine.Mark, at Point) []Op {
	return func(pn *planner, m engine.Mark, at Point) []Op {
		u, what := pn.lay.u, markName(m)
		ops := []Op{
			Fill{What: what, Ink: "way-halo", Shapes: []Polyline{circle(at, 11*u)}},
			Fill{What: what, Ink: ink, Shapes: []Polyline{circle(at, 9.6*u)}},
		}
		return append(ops, pn.book.glyph(g, glyphBox{what: what, box: at.square(6.4 * u), usual: "white", pale: ink, width: u})...)
	}
}
