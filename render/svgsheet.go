package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strings"
)

// svg writes the sheets of a document.
type svg struct {
	*studio
	painted bool         // in the colours of the theme
	inks    map[Ink]bool // whether nothing shows through them

	// of one sheet
	parts []svgPart
	defs  strings.Builder
	known map[string]string // identifiers of what is defined, by what it is
}

// svgPart is text; or something that is drawn, by its attributes, and where.
type svgPart struct {
	text string
	kind string // its element: path or g; "": text
	what string // the steps of a path, or what is in a group
	at   spot
}

// sheet draws a sheet.
func (d *svg) sheet(ops []Op) string {
	d.parts, d.known = nil, map[string]string{}
	d.defs.Reset()
	var flat []Op
	for _, o := range ops {
		if c, ok := o.(Counter); ok {
			d.elements(flat)
			flat = nil
			d.counter(c)
			continue
		}
		flat = append(flat, o)
	}
	d.elements(flat)
	return d.finished()
}

// finished puts a sheet together. What is drawn several times is there once.
func (d *svg) finished() string {
	times := map[string]int{}
	for _, p := range d.parts {
		times[p.what]++
	}
	var body strings.Builder
	for _, p := range d.parts {
		switch where := p.at.coordinates(); {
		case p.kind == "":
			body.WriteString(p.text)
		case times[p.what] > 1 && len(p.what) >= leastKept:
			id := d.define(p.kind, "", p.element(spot{}))
			fmt.Fprintf(&body, `<use href="#%s"%s%s/>`, id, where, p.text)
		default:
			fmt.Fprintf(&body, "<%s%s%s", p.kind, p.text, p.element(p.at))
		}
	}
	if d.defs.Len() == 0 {
		return body.String()
	}
	return "<defs>" + d.defs.String() + "</defs>" + body.String()
}

// element is the end of an element that is drawn at a place; groups are all drawn where they are.
func (p svgPart) element(at spot) string {
	if p.kind == "g" {
		return ">" + p.what + "</g>"
	}
	var n svgNumbers
	n.move(at, true)
	return ` d="` + n.String() + p.what + `"/>`
}

// coordinates are attributes for a place.
func (s spot) coordinates() string {
	at := ""
	if s.x != 0 {
		at = ` x="` + decimal(s.x) + `"`
	}
	if s.y != 0 {
		at += ` y="` + decimal(s.y) + `"`
	}
	return at
}

// leastKept is the length of a path from which on it is worth while to refer to it.
const leastKept = 24

// define defines something once, and returns its identifier. That says what it is, so that many
// documents may stand in one page: whichever it is looked up in, it is the same.
func (d *svg) define(element, attributes, rest string) string {
	what := element + attributes + rest
	id, ok := d.known[what]
	if !ok {
		sum := sha256.Sum256([]byte(what))
		id = "d" + base64.RawURLEncoding.EncodeToString(sum[:])[:6]
		d.known[what] = id
		fmt.Fprintf(&d.defs, `<%s id="%s"%s%s`, element, id, attributes, rest)
	}
	return id
}

func (d *svg) write(s string) { d.parts = append(d.parts, svgPart{text: s}) }

func (d *svg) draw(kind, attributes string, at spot, what string) {
	d.parts = append(d.parts, svgPart{attributes, kind, what, at})
}

func (d *svg) elements(ops []Op) {
	for _, e := range d.layered(ops) {
		d.element(e)
	}
}

// counter draws a counter as a group that can be pointed at and moved. Its steps, values and states are a group in it: a page may
// lay a picture of the printed counter below that.
func (d *svg) counter(o Counter) {
	kind, more := "piece", ` pointer-events="all"`
	switch {
	case o.Ghost:
		kind, more = "ghost", ` opacity=".55"`
	case o.Part == Below:
		kind, more = "frame", ""
	}
	d.write(fmt.Sprintf(`<g data-%s="%s"%s transform="translate(%s %s)">`,
		kind, html.EscapeString(o.Piece.ID), more, short(math.Round(o.At.X)), short(math.Round(o.At.Y))))
	f := newFace(d.book, d.fonts, o)
	if kind != "piece" || d.painted {
		d.elements(f.ops)
		d.write("</g>")
		return
	}
	d.elements(f.ops[:f.printed])
	used := ""
	if f.used {
		used = ` data-used=""`
	}
	d.write(fmt.Sprintf(`<g data-size="%s"%s>`, short(o.Size), used))
	d.elements(f.ops[f.printed:])
	d.write("</g></g>")
}

// leastAlike is how many shapes must be alike to be drawn as one shape in many places.
const leastAlike = 4

// element draws all that is in an element.
func (d *svg) element(e svgElement) {
	if e.style.size > 0 {
		d.write(`<g transform="scale(` + short(e.style.size/svgEm) + `)">`)
		defer d.write("</g>")
	}
	var single []svgItem
	alike := map[string][]svgItem{}
	var order []string
	for _, i := range e.items {
		if !i.texture || i.turn != 0 {
			single = append(single, i)
			continue
		}
		if alike[i.shape] == nil {
			order = append(order, i.shape)
		}
		alike[i.shape] = append(alike[i.shape], i)
	}
	for _, shape := range order {
		if len(alike[shape]) < leastAlike {
			single = append(single, alike[shape]...)
		} else {
			d.repeated(e.style, alike[shape])
		}
	}
	switch {
	case len(single) == 0:
	case e.style.size > 0:
		var letters strings.Builder
		for _, i := range single {
			letters.WriteString(d.letter(i))
		}
		d.draw("g", d.attributes(e.style), spot{}, letters.String())
	default:
		data := pathData{at: single[0].at}
		for _, i := range single {
			data.add(outline{i.at, i.shape, i.end}, e.style.dash == "")
		}
		d.draw("path", d.attributes(e.style), single[0].at, data.String())
	}
}

// repeated draws one shape in many places: as a marker at the corners of a line that is not
// drawn itself. That is shorter than an element for each, and quicker to read.
func (d *svg) repeated(s svgStyle, items []svgItem) {
	shape := "<path" + d.attributes(s) + ` d="M0 0` + items[0].shape + `"/>`
	if s.size > 0 {
		shape = `<use href="#` + d.define("path", "", ` d="`+items[0].shape+`"/>`) + `"` + d.attributes(s) + "/>"
	}
	marker := d.define("marker", ` markerUnits="userSpaceOnUse" overflow="visible"`, ">"+shape+"</marker>")
	var n svgNumbers
	at := items[0].at
	n.step(spot{}) // the ends of the line have no marker
	for _, i := range items[1:] {
		n.step(i.at.sub(at))
		at = i.at
	}
	n.step(spot{})
	d.draw("path", ` fill="none" marker-mid="url(#`+marker+`)"`, items[0].at, n.String())
}

// letter draws a letter.
func (d *svg) letter(i svgItem) string {
	where := i.at.coordinates()
	if i.turn != 0 {
		where = fmt.Sprintf(` transform="translate(%s %s)rotate(%s)"`, decimal(i.at.x), decimal(i.at.y), short(i.turn*180/math.Pi))
	}
	return `<use href="#` + d.define("path", "", ` d="`+i.shape+`"/>`) + `"` + where + "/>"
}
