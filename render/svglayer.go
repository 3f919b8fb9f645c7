package render

import "math"

// svgStyle is how something is drawn. Things of one style make one element, where they can.
type svgStyle struct {
	fill, stroke Ink // one of them
	width        float64
	dash         string
	size         float64 // of letters, in pixels; 0: no letters
}

// svgItem is one shape, line or letter.
type svgItem struct {
	style   svgStyle
	shape   string  // the steps of its outline
	at, end spot    // where they begin, and end from there; of letters in parts of svgEm
	turn    float64 // of a letter, radians
	texture bool    // one of many that are alike, whose edges meet nothing
	box     Rect
}

// svgElement is all of one style that is drawn at once.
type svgElement struct {
	style svgStyle
	items []svgItem
}

// items takes an operation apart.
func (d *svg) items(o Op) []svgItem {
	var out []svgItem
	switch o := o.(type) {
	case Fill:
		for _, l := range o.Shapes {
			out = append(out, drawn(svgStyle{fill: o.Ink}, l, true, o.Coarse))
		}
	case Stroke:
		style := svgStyle{stroke: o.Ink, width: o.Width, dash: dashes(o.Dash)}
		for _, l := range o.Lines {
			out = append(out, drawn(style, l, o.Closed, false))
		}
	case Text:
		var letters []Letter
		x, y := o.At.X, math.Round(o.At.Y) // as on whole pixels
		for _, r := range o.S {
			letters = append(letters, Letter{R: r, At: Point{x, y}})
			x += d.fonts.width(o.Face, o.Size, string(r))
		}
		return d.letters(o.Face, o.Size, o.Ink, o.Halo, letters)
	case Lettering:
		return d.letters(o.Face, o.Size, o.Ink, o.Halo, o.Letters)
	}
	return out
}

// drawn is a shape or a line.
func drawn(s svgStyle, l Polyline, closed, texture bool) svgItem {
	o := outlineOf(l, closed)
	return svgItem{style: s, shape: o.steps, at: o.at, end: o.end, texture: texture, box: boundsOf([]Polyline{l}).grow(s.width)}
}

// letters are the halos of letters, and then the letters.
func (d *svg) letters(face Face, size float64, ink, halo Ink, letters []Letter) []svgItem {
	var out []svgItem
	for _, style := range []svgStyle{{stroke: halo, width: 2 * haloWidth(size), size: size}, {fill: ink, size: size}} {
		if style.fill == "" && style.stroke == "" {
			continue
		}
		for _, l := range letters {
			if shape := d.fonts.path(glyphKey{face, l.R}); shape != "" {
				out = append(out, svgItem{
					style: style, shape: shape, turn: l.Turn, texture: true,
					at: spotOf(l.At.times(svgEm / size).whole()), box: l.At.square(1.1*size + style.width),
				})
			}
		}
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
		least := func(i svgItem) int {
			low, solid := 0, d.solid(i.style)
			squares(i.box, func(s [2]int) {
				for _, r := range taken[s] {
					if r.element < low || !r.box.Overlaps(i.box) {
						continue
					}
					low = r.element
					if elements[low].style != i.style || !solid && r.op != n {
						low++
					}
				}
			})
			return low
		}
		items := d.items(o)
		low := 0
		for _, i := range items { // what is one shape remains one, that its parts have no edges between them
			if !i.texture {
				low = max(low, least(i))
			}
		}
		for _, i := range items {
			if i.texture {
				low = least(i)
			}
			k := -1
			for _, e := range of[i.style] {
				if e >= low {
					k = e
					break
				}
			}
			if k < 0 {
				k = len(elements)
				elements = append(elements, svgElement{style: i.style})
				of[i.style] = append(of[i.style], k)
			}
			elements[k].items = append(elements[k].items, i)
			squares(i.box, func(s [2]int) { taken[s] = append(taken[s], ref{k, n, i.box}) })
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
