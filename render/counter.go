package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Counter is a piece's counter. Its middle is At; badges may reach a sixth of Size beyond its
// edges.
type Counter struct {
	Piece engine.Piece
	At    Point
	Size  float64 // of a side, pixels
	// Least is the smallest size of its letters in pixels: long names are shortened, and text that
	// would still be smaller is left out, except the values. 0: any size.
	Least float64
	// Small gives its letters more room.
	Small bool
	// Ghost draws a piece that is gone.
	Ghost bool
	Part  Part
}

// Part is the part of a counter to draw. Anything beyond the edges of counters on a map is drawn
// below all counters, so that it hides no values.
type Part uint8

// The zero value draws all.
const (
	Whole Part = iota
	Below      // the shadow, or the frame of a piece that may act
	Above      // everything else
)

func (Counter) op() {}

func (o Counter) String() string {
	p := o.Piece
	var s strings.Builder
	fmt.Fprintf(&s, "counter %s at %s (%.0f,%.0f) size %.1f %s %s %q group %q band %d values %s steps %d/%d",
		p.ID, p.At, o.At.X, o.At.Y, o.Size, p.Owner, p.Symbol, p.Short, p.Group, p.Band,
		strings.Join(p.Values, "-"), p.Steps, p.Of)
	for _, c := range p.States {
		s.WriteByte(' ')
		s.WriteString(string(c))
	}
	if o.Ghost {
		s.WriteString(" ghost")
	}
	if o.Part == Below {
		s.WriteString(" below")
	}
	return s.String()
}

// look is everything that decides a counter's pixels.
func (o Counter) look() string {
	p := o.Piece
	if o.Part == Below { // many look the same
		return fmt.Sprintf("below %.2f %v", o.Size, p.States)
	}
	return fmt.Sprintf("%d %.2f %t %t %.2f %s %s %q %q %d %q %d/%d %v",
		o.Part, o.Least, o.Small, o.Ghost, o.Size, p.Owner, p.Symbol, p.Short, p.Group, p.Band, p.Values, p.Steps, p.Of, p.States)
}

// leastName is the size of letters, in units of the counter, below which names are
// shortened, however small letters may be.
const leastName = 4

// counterSide is the side of a counter in the units of its own drawing.
const counterSide = 38.0

// face draws one counter, in its own units from its middle.
type face struct {
	book  *book
	fonts *fonts
	piece engine.Piece
	q     float64 // pixels a unit
	own   owner
	used  bool
	small bool
	least float64 // size of letters, in units
	mute  bool    // letters were left out
	read  float64 // size of its values, pixels
	bold  float64 // how much thicker the lines of its symbol are; 0: as on a counter
	ops   []Op
	// printed is how many of ops come before its steps, values and states.
	printed int
}

// symbols are the signs in the box of a counter.
var symbols = map[engine.Class]engine.Glyph{
	engine.Armour:     {engine.Oval(0, 0, 0.68, 0.54)},
	engine.Infantry:   {engine.Line(-1, -1, 1, 1).Thick(1.2), engine.Line(-1, 1, 1, -1).Thick(1.2)},
	engine.Recon:      {engine.Line(-1, 1, 1, -1)},
	engine.AntiTank:   {engine.Line(-1, 1, 0, -1, 1, 1)},
	engine.PlainPiece: {},
}

// stateStyle is how a state shows on a counter.
type stateStyle struct {
	over   func(f *face) // draws it; nil: the counter itself changes, or the state was brought
	around engine.Glyph  // behind the box of the symbol
	box    *Rect         // where that box is then; nil: where it always is
	badge  engine.Glyph
	ground Ink // of the badge
}

var states = map[engine.Class]stateStyle{
	engine.Used:        {},
	engine.Reduced:     {},
	engine.Disrupted:   {over: (*face).bolt},
	engine.OutOfSupply: {over: (*face).warning},
	engine.Isolated:    {over: (*face).stop},
	engine.Activated:   {},
	engine.Active:      {},
}

// counterOps draws a counter round the zero Point.
func counterOps(b *book, fo *fonts, o Counter) []Op { return newFace(b, fo, o).ops }

// newFace draws a counter, or a part of it.
func newFace(b *book, fo *fonts, o Counter) *face {
	q := o.Size / counterSide
	f := &face{book: b, fonts: fo, piece: o.Piece, q: q, own: b.owners[o.Piece.Owner], small: o.Small, least: o.Least / q}
	f.used = f.is(engine.Used)
	if o.Part != Above {
		f.frame()
	}
	if o.Part != Below {
		f.front()
	}
	return f
}

// front draws all that is within the edges of a counter, and its badges.
func (f *face) front() {
	f.body()
	f.band()
	f.symbol()
	f.printed = len(f.ops)
	f.pips()
	f.values()
	badges := 0
	for _, c := range f.piece.States {
		switch s := f.book.states[c]; {
		case s.over != nil:
			s.over(f)
		case len(s.badge) > 0:
			f.medal(s, badgeAt(badges, f.small))
			badges++
		}
	}
}

func (f *face) is(c engine.Class) bool { return slices.Contains(f.piece.States, c) }

func (f *face) scaled(lines []Polyline) []Polyline {
	return eachPoint(lines, func(p Point) Point { return p.times(f.q) })
}

func (f *face) fill(ink Ink, shapes ...Polyline) {
	f.ops = append(f.ops, Fill{What: "counter", Ink: ink, Shapes: f.scaled(shapes)})
}

func (f *face) stroke(ink Ink, width float64, closed bool, lines ...Polyline) {
	f.ops = append(f.ops, Stroke{What: "counter", Ink: ink, Width: width * max(f.bold, 1) * f.q, Lines: f.scaled(lines), Closed: closed})
}

// text draws letters around a middle, no wider than a width, unless they would be too
// small.
func (f *face) text(s string, fc Face, size, width float64, ink Ink, at Point) {
	w := f.fonts.width(fc, size, s)
	if w > width {
		size *= width / w
		w = width
	}
	if size < f.least {
		f.mute = f.mute || s != ""
		return
	}
	f.read = size * f.q
	p := Point{at.X - w/2, at.Y}.times(f.q)
	f.ops = append(f.ops, Text{What: "counter", Ink: ink, Face: fc, Size: size * f.q, At: p, S: s, Box: textBox(p, w*f.q, size*f.q)})
}

// shape is the outline of the counter, grown by some units: a used one has
// lost its right upper corner.
func (f *face) shape(grow float64) Polyline {
	const cut = 10
	r := Rect{-19, -19, 19, 19}.grow(grow)
	l := rounded(r, 3+grow) // its right upper corner comes last
	if !f.used {
		return l
	}
	kept := l[:len(l)/4*3]
	return append(kept[:len(kept):len(kept)], Point{r.X1 - cut, r.Y0}, Point{r.X1, r.Y0 + cut})
}

// activeEdge is how far the frame of the active piece reaches from the middle.
const activeEdge = 19 + 5.4

// frame shows that a piece may act, or acts now.
func (f *face) frame() {
	switch {
	case f.is(engine.Active):
		f.fill("halo-dark", f.shape(activeEdge-19))
		f.fill("active", f.shape(4.4))
		var heads []Polyline
		for i := range 4 {
			out := Point{}.polar(25.5, math.Pi/2*float64(i))
			heads = append(heads, arrowhead(out, Point{}.polar(18, math.Pi/2*float64(i)), 4.5, 7))
		}
		f.fill("halo-dark", heads...)
	case f.is(engine.Activated):
		f.fill("halo-dark", f.shape(3.8))
		f.fill("activated", f.shape(2.8))
	default:
		f.fill("shadow", shifted(f.shape(0.6), Point{1.5, 2}))
	}
}

func shifted(l Polyline, d Point) Polyline {
	return l.each(func(p Point) Point { return p.add(d) })
}

func (f *face) body() {
	f.fill("rim", f.shape(1))
	ink := f.own.body
	if f.used {
		ink = f.own.used
	}
	f.fill(ink, f.shape(-0.7))
	if f.used {
		var hatch []Polyline
		for c := -26.0; c < 30; c += 5.5 { // lines x+y=c between the band and the values
			const top, bottom = -9.0, 6.5
			a, b := Point{min(18.3, c-top), 0}, Point{max(-18.3, c-bottom), 0}
			a.Y, b.Y = c-a.X, c-b.X
			if a.X > b.X && a.Y >= top && b.Y <= bottom {
				hatch = append(hatch, Polyline{a, b})
			}
		}
		f.stroke("hatch", 1.1, false, hatch...)
	}
	if f.is(engine.Reduced) {
		f.fill("stripe", Polyline{{-18.3, -5}, {18.3, -5}, {18.3, 2}, {-18.3, 2}})
	}
}

// band is the strip of the formation's colour with the piece's short name.
func (f *face) band() {
	low, size := -9.5, 8.6
	if f.small {
		low, size = -8, 10
	}
	l := Polyline{{-18.3, low}, {-18.3, -16}, {-16, -18.3}}
	from, to := -17.6, 17.6
	switch {
	case (f.is(engine.OutOfSupply) || f.is(engine.Isolated)) && f.small:
		to = 7.6
	case f.is(engine.OutOfSupply) || f.is(engine.Isolated):
		to = 10.5
	case f.used:
		to = 12.4
	}
	if n := f.book.badges(f.piece); n > 0 {
		from = badgeAt(n-1, f.small).X + 8
	}
	if f.used {
		l = append(l, Point{9, -18.3}, Point{18.3, -9})
	} else {
		l = append(l, Point{16, -18.3}, Point{18.3, -16})
	}
	f.fill(f.book.band(f.piece.Band), append(l, Point{18.3, low}))
	s := f.name(to - from)
	f.text(s, Bold, size, to-from, "white", Point{(from + to) / 2, low - 1.4})
}

// name is the text on a counter: its formation, unless its own short name contains that
// already, and its short name, in the order in which its id has them; if letters would be
// too small, its short name alone, or as much of it as fits.
func (f *face) name(width float64) string {
	p := f.piece
	full := p.Group + "-" + p.Short
	switch {
	case p.Group == "" || strings.HasPrefix(p.Short, p.Group):
		full = p.Short
	case p.Short == "":
		full = p.Group
	case strings.HasPrefix(p.ID, strings.ToLower(p.Short)+"-"):
		full = p.Short + "-" + p.Group
	}
	fits := func(s string) bool { return f.fonts.width(Bold, max(leastName, f.least), s) <= width }
	for _, s := range []string{full, p.Short} {
		if s != "" && fits(s) {
			return s
		}
	}
	r := []rune(p.Short)
	if len(r) == 0 {
		r = []rune(full)
	}
	for len(r) > 1 && !fits(string(r)) {
		r = r[:len(r)-1]
	}
	return string(r)
}

func (f *face) symbol() {
	box := Rect{-10.5, -7, 8.5, 5}
	if f.small {
		box.Y0 = -6
	}
	for _, c := range f.piece.States {
		s := f.book.states[c]
		if s.box != nil {
			box = *s.box
		}
		f.glyph(s.around, Point{}.square(counterSide/2))
	}
	f.fill("symbol", box.line())
	f.glyph(f.book.symbols[f.piece.Symbol], box)
	f.stroke(f.own.edge, 1.3, true, box.line())
}

// glyph draws a glyph in a box, in the colours of the owner.
func (f *face) glyph(g engine.Glyph, box Rect) {
	f.ops = append(f.ops, f.book.glyph(g, glyphBox{
		what: "counter", box: box, usual: f.own.edge, pale: "symbol", width: f.q, bold: f.bold,
		to: func(p Point) Point { return p.times(f.q) },
	})...)
}

// badges counts the badges of states that the game brings.
func (b *book) badges(p engine.Piece) int {
	return lists.Count(p.States, func(c engine.Class) bool { return len(b.states[c].badge) > 0 })
}

// badgeAt is where the n-th of these badges stands: from the left upper corner on. In a stack
// it stays clear of the values of the counter above it.
func badgeAt(n int, small bool) Point {
	if small {
		return Point{-15.4 + 12*float64(n), -12}
	}
	return Point{-18.5 + 14*float64(n), -17}
}

// medal draws the badge of a state round a point.
func (f *face) medal(s stateStyle, at Point) {
	f.fill("type", circle(at, 8.2))
	f.fill(s.ground, circle(at, 7))
	own := f.own
	f.own.edge = "type"
	f.glyph(s.badge, at.square(4.8))
	f.own = own
}

// pips are the steps: a full square for each one left, a hollow one for each
// lost.
func (f *face) pips() {
	n := max(f.piece.Of, f.piece.Steps)
	if n > 4 {
		f.text(fmt.Sprintf("%d/%d", f.piece.Steps, n), Bold, 7, 9, f.own.edge, Point{13.8, 1})
		return
	}
	for i := range n {
		p := Point{14, -1 + 5.4*(float64(n-1)/2-float64(i))}
		if i < f.piece.Steps {
			f.fill(f.own.edge, p.square(2.1).line())
			continue
		}
		f.fill("symbol", p.square(2.1).line())
		f.stroke(f.own.edge, 0.8, true, p.square(1.8).line())
	}
}

func (f *face) values() {
	ink := Ink("type")
	if f.used {
		f.fill("used-strip", Polyline{{-18.3, 7}, {18.3, 7}, {18.3, 16}, {16, 18.3}, {-16, 18.3}, {-18.3, 16}})
		ink = "white"
	}
	least := f.least
	f.least = 0 // what matters most is shown at any size
	f.text(strings.Join(f.piece.Values, "-"), Bold, 12.6, 35.5, ink, Point{0, 17})
	f.least = least
}

// bolt shows a disrupted piece: a flash of lightning. In a stack it stays clear of the
// values of the counter beside it.
func (f *face) bolt() {
	l := Polyline{{-17, -10}, {-25.5, 0}, {-20.5, 0}, {-24, 8.5}, {-12.5, -2.5}, {-17.5, -2.5}, {-12.5, -10}}
	if f.small {
		l = shifted(l, Point{3.5, -3.5})
	}
	f.stroke("type", 2.4, true, l)
	f.fill("bolt", l)
}

// badge is where the sign of supply stands. In a stack it stays clear of the values of
// the counter above it.
func (f *face) badge() Point {
	if f.small {
		return Point{15.4, -12}
	}
	return Point{18.5, -17}
}

// warning shows a piece out of supply: a triangle with an exclamation mark.
func (f *face) warning() {
	at := f.badge()
	size := 8.0
	if f.small {
		size = 7
	}
	l := polygon(at.add(Point{0, 0.8}), size, 3, -math.Pi/2)
	f.stroke("type", 2.6, true, l)
	f.fill("supply", l)
	f.stroke("type", 2, false, Polyline{at.add(Point{0, -3}), at.add(Point{0, 1})})
	f.fill("type", circle(at.add(Point{0, 3.4}), 1.2))
}

// stop shows an isolated piece: an eight-cornered sign with a cross.
func (f *face) stop() {
	at := f.badge()
	f.fill("type", polygon(at, 8.2, 8, math.Pi/8))
	f.fill("isolated", polygon(at, 7, 8, math.Pi/8))
	f.stroke("white", 2, false,
		Polyline{at.add(Point{-3, -3}), at.add(Point{3, 3})}, Polyline{at.add(Point{-3, 3}), at.add(Point{3, -3})})
}
