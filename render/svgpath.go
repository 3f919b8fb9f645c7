package render

import (
	"math"
	"strconv"
	"strings"
)

// spot is a point in tenths of a pixel.
type spot struct{ x, y int }

func spotOf(p Point) spot { return spot{int(math.Round(p.X * 10)), int(math.Round(p.Y * 10))} }

func (s spot) sub(o spot) spot { return spot{s.x - o.x, s.y - o.y} }

// outline is a line as SVG has it: where it begins, and the steps from there.
type outline struct {
	at    spot
	steps string
	end   spot // from at
}

// outlineOf rounds a line; a point less than a tenth of a pixel beside the line through its
// neighbours is left out.
func outlineOf(l Polyline, closed bool) outline {
	l = straightened(l)
	o := outline{at: spotOf(l[0])}
	var n svgNumbers
	for _, p := range l[1:] {
		next := spotOf(p).sub(o.at)
		n.step(next.sub(o.end))
		o.end = next
	}
	if closed {
		n.command('z')
		o.end = spot{}
	}
	o.steps = n.String()
	return o
}

// thinness is how far a point must be beside the line of its neighbours to be kept, in pixels.
const thinness = 0.15

// straightened leaves out points of a line that make no difference.
func straightened(l Polyline) Polyline {
	if len(l) < 3 {
		return l
	}
	a, b := l[0], l[len(l)-1]
	far, at := 0.0, 0
	for i, p := range l[1 : len(l)-1] {
		if d := p.from(a, b); d > far {
			far, at = d, i+1
		}
	}
	if far < thinness {
		return Polyline{a, b}
	}
	before, after := straightened(l[:at+1]), straightened(l[at:])
	return append(before[:len(before):len(before)], after[1:]...)
}

// from is how far a point is from the straight line between two others.
func (p Point) from(a, b Point) float64 {
	d := b.sub(a)
	if d == (Point{}) {
		return p.sub(a).length()
	}
	f := max(0, min(1, (p.sub(a).X*d.X+p.sub(a).Y*d.Y)/(d.X*d.X+d.Y*d.Y)))
	return p.sub(a.towards(b, f)).length()
}

// svgNumbers writes numbers as short as paths allow.
type svgNumbers struct {
	text    []byte
	last    byte // the command that is written
	decimal bool // the last number has a decimal point
}

func (n *svgNumbers) String() string { return string(n.text) }

// command writes a command, if it is another one than before.
func (n *svgNumbers) command(c byte) {
	if c != n.last {
		n.text = append(n.text, c)
	}
	n.last = c
}

// tenths writes a number of tenths.
func (n *svgNumbers) tenths(v int, first bool) {
	if !first && v >= 0 && (v == 0 || v >= 10 || !n.decimal) {
		n.text = append(n.text, ' ')
	}
	n.text = appendTenths(n.text, v)
	n.decimal = v%10 != 0
}

// appendTenths writes a number of tenths: 12.5, 3 and -.1.
func appendTenths(b []byte, v int) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	if v >= 10 || v == 0 {
		b = strconv.AppendInt(b, int64(v/10), 10)
	}
	if v%10 != 0 {
		b = append(b, '.', byte('0'+v%10))
	}
	return b
}

// decimal is a number of tenths.
func decimal(tenths int) string { return string(appendTenths(nil, tenths)) }

// step goes on by some tenths.
func (n *svgNumbers) step(d spot) {
	again := n.last
	switch {
	case d.y == 0:
		n.command('h')
		n.tenths(d.x, again != 'h')
	case d.x == 0:
		n.command('v')
		n.tenths(d.y, again != 'v')
	default:
		n.command('l')
		n.tenths(d.x, again != 'l')
		n.tenths(d.y, false)
	}
}

// move begins a line elsewhere: at a place, or so far from the last.
func (n *svgNumbers) move(by spot, absolute bool) {
	n.last = 'm'
	if absolute {
		n.last = 'M'
	}
	n.text = append(n.text, n.last)
	n.tenths(by.x, true)
	n.tenths(by.y, false)
}

// pathData is the steps of a path of several lines.
type pathData struct {
	svgNumbers
	at   spot
	open bool // the last line can go on
}

// add adds a line, the first at the place where the path begins; one that begins where the last
// has ended goes on with it, if it may.
func (d *pathData) add(o outline, joined bool) {
	if by := o.at.sub(d.at); len(d.text) > 0 && (by != (spot{}) || !d.open || !joined) {
		d.move(by, false)
	}
	d.text = append(d.text, o.steps...)
	d.at = spot{o.at.x + o.end.x, o.at.y + o.end.y}
	d.open = !strings.HasSuffix(o.steps, "z")
}

// merged leaves out the sides that shapes have in common, there and back: the outlines that are
// left go round each point as often as those of all shapes do.
func merged(shapes []Polyline) []Polyline {
	type side [2]vertex
	sides := map[side]int{}
	shared := false
	each := func(f func(s side, a, b Point)) {
		for _, l := range shapes {
			for i, a := range l {
				b := l[(i+1)%len(l)]
				f(side{vertexAt(a), vertexAt(b)}, a, b)
			}
		}
	}
	each(func(s side, _, _ Point) {
		if back := (side{s[1], s[0]}); sides[back] > 0 {
			sides[back]--
			shared = true
		} else {
			sides[s]++
		}
	})
	if !shared {
		return shapes
	}
	next := map[vertex]Polyline{}
	each(func(s side, _, b Point) {
		if sides[s] > 0 {
			sides[s]--
			next[s[0]] = append(next[s[0]], b)
		}
	})
	var out []Polyline
	each(func(s side, a, _ Point) {
		var l Polyline
		for at := a; len(next[vertexAt(at)]) > 0; {
			v := vertexAt(at)
			l = append(l, at)
			at, next[v] = next[v][0], next[v][1:]
		}
		if l != nil {
			out = append(out, l)
		}
	})
	return out
}
