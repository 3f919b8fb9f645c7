package render

import (
	"math"
	"slices"

	"referee/engine/kit/lists"
)

// svgStyle is how something is drawn. Things of one style make one element, where they can.
type svgStyle struct {
	fill, stroke Ink // one of them
	width        float64
	dash         string
	size         float64 // of letters, in pixels; 0: no letters
}

// svgItem is one shape, line or letter.
type svgItem struct {
	shape   string  // the steps of its outline
	at, end spot    // where they begin, and end from there; of letters in parts of svgEm
	turn    float64 // of a letter, radians
	texture bool    // one of many that are alike, whose edges meet nothing
}

// svgUnit is what is drawn at once in any case: what is one shape remains one, that its parts
// have no edges between them.
type svgUnit struct {
	style svgStyle
	items []svgItem
	box   Rect
}

// svgElement is all of one style that is drawn at once.
type svgElement struct {
	style svgStyle
	items []svgItem
}

// units takes an operation apart.
func (d *svg) units(o Op) []svgUnit {
	switch o := o.(type) {
	case Fill:
		if !o.Coarse || !d.solid(svgStyle{fill: o.Ink}) {
			return []svgUnit{unit(svgStyle{fill: o.Ink}, merged(o.Shapes), true, false)}
		}
		return lists.Map(o.Shapes, func(l Polyline) svgUnit { return unit(svgStyle{fill: o.Ink}, []Polyline{l}, true, true) })
	case Stroke:
		return []svgUnit{unit(svgStyle{stroke: o.Ink, width: o.Width, dash: dashes(o.Dash)}, o.Lines, o.Closed, false)}
	case Text:
		letters := make([]Letter, 0, len(o.S))
		x, y := o.At.X, math.Round(o.At.Y) // as on whole pixels
		for _, r := range o.S {
			letters = append(letters, Letter{R: r, At: Point{x, y}})
			x += d.fonts.width(o.Face, o.Size, string(r))
		}
		return d.letters(o.Face, o.Size, o.Ink, o.Halo, letters)
	case Lettering:
		return d.letters(o.Face, o.Size, o.Ink, o.Halo, o.Letters)
	}
	return nil
}

// unit is shapes or lines.
func unit(s svgStyle, lines []Polyline, closed, texture bool) svgUnit {
	u := svgUnit{style: s, items: make([]svgItem, len(lines)), box: boundsOf(lines).grow(s.width)}
	for i, l := range lines {
		o := outlineOf(l, closed)
		u.items[i] = svgItem{shape: o.steps, at: o.at, end: o.end, texture: texture}
	}
	return u
}

// letters are the halos of letters, and then the letters.
func (d *svg) letters(face Face, size float64, ink, halo Ink, letters []Letter) []svgUnit {
	var items []svgItem
	at := make(Polyline, len(letters))
	for i, l := range letters {
		at[i] = l.At
		if shape := d.fonts.path(glyphKey{face, l.R}); shape != "" {
			items = append(items, svgItem{shape: shape, turn: l.Turn, texture: true, at: spotOf(l.At.times(svgEm / size).rounded())})
		}
	}
	if items == nil {
		return nil
	}
	box := boundsOf([]Polyline{at}).grow(1.1*size + 2*haloWidth(size))
	out := []svgUnit{{svgStyle{fill: ink, size: size}, items, box}}
	if halo != "" {
		out = append([]svgUnit{{svgStyle{stroke: halo, width: 2 * haloWidth(size), size: size}, items, box}}, out...)
	}
	return out
}

// layered gathers what is drawn in elements of one style each. Nothing comes above or below
// anything else than it would if it were drawn in its turn.
func (d *svg) layered(ops []Op) []svgElement {
	type ref struct {
		element, op int
		box         Rect
	}
	const side = 40 // pixels of a square
	var elements []svgElement
	of := map[svgStyle][]int{}
	squares := (&crowd{side: side}).squares
	taken := map[[2]int][]ref{}
	for n, o := range ops {
		for _, u := range d.units(o) {
			low, solid := 0, d.solid(u.style)
			squares(u.box, func(s [2]int) {
				for _, r := range taken[s] {
					if r.element < low || !r.box.Overlaps(u.box) {
						continue
					}
					low = r.element
					if elements[low].style != u.style || !solid && r.op != n {
						low++
					}
				}
			})
			i := slices.IndexFunc(of[u.style], func(e int) bool { return e >= low })
			if i < 0 {
				i = len(of[u.style])
				of[u.style] = append(of[u.style], len(elements))
				elements = append(elements, svgElement{style: u.style})
			}
			k := of[u.style][i]
			elements[k].items = append(elements[k].items, u.items...)
			squares(u.box, func(s [2]int) { taken[s] = append(taken[s], ref{k, n, u.box}) })
		}
	}
	return elements
}

// solid reports whether nothing shows through a style, in any theme.
func (d *svg) solid(s svgStyle) bool {
	ink := s.fill + s.stroke
	solid, ok := d.inks[ink]
	if !ok {
		solid = true
		for _, t := range Themes() {
			solid = solid && t.with(d.book).ink(ink).A == 255
		}
		d.inks[ink] = solid
	}
	return solid
}
