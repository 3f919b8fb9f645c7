package render

import (
	"fmt"
	"html"
	"strings"
)

// svg writes sheets as SVG.
type svg struct {
	*studio
	painted bool   // in the colours of the theme
	prefix  string // of the identifiers of the sheet
	parts   []svgPart
	defs    strings.Builder
	ids     int
	glyphs  map[glyphKey]string
}

// svgPart is text, or a path with attributes.
type svgPart struct{ text, path string }

func (d *svg) sheet(prefix string, ops []Op) string {
	d.prefix, d.parts, d.ids, d.glyphs = prefix, nil, 0, map[glyphKey]string{}
	d.defs.Reset()
	d.ops(ops)
	return d.finished()
}

// finished puts a sheet together. What is drawn several times is kept once.
func (d *svg) finished() string {
	times, kept := map[string]int{}, map[string]string{}
	for _, p := range d.parts {
		times[p.path]++
	}
	var body strings.Builder
	for _, p := range d.parts {
		switch id := kept[p.path]; {
		case p.path == "":
			body.WriteString(p.text)
		case times[p.path] == 1 || len(p.path) < 20:
			fmt.Fprintf(&body, `<path%s d="%s"/>`, p.text, p.path)
		default:
			if id == "" {
				id = d.id()
				kept[p.path] = id
				fmt.Fprintf(&d.defs, `<path id="%s" d="%s"/>`, id, p.path)
			}
			fmt.Fprintf(&body, `<use href="#%s"%s/>`, id, p.text)
		}
	}
	if d.defs.Len() == 0 {
		return body.String()
	}
	return "<defs>" + d.defs.String() + "</defs>" + body.String()
}

func (d *svg) id() string {
	d.ids++
	return fmt.Sprintf("%s%d", d.prefix, d.ids)
}

func (d *svg) write(format string, args ...any) {
	d.parts = append(d.parts, svgPart{text: fmt.Sprintf(format, args...)})
}

func (d *svg) ops(ops []Op) {
	for _, o := range ops {
		switch o := o.(type) {
		case Fill:
			d.path(d.filled(o.Ink), o.Shapes, true)
		case Stroke:
			d.path(d.stroked(o.Ink, o.Width)+dashes(o.Dash), o.Lines, o.Closed)
		case Text:
			d.text(o)
		case Lettering:
			d.lettering(o)
		case Counter:
			d.counter(o)
		}
	}
}

func (d *svg) path(attributes string, lines []Polyline, closed bool) {
	var data pathData
	for _, l := range lines {
		data.add(outlineOf(l, closed))
	}
	d.parts = append(d.parts, svgPart{attributes, data.String()})
}

func dashes(pattern []float64) string {
	if len(pattern) == 0 {
		return ""
	}
	list := make([]string, len(pattern))
	for i, n := range pattern {
		list[i] = short(n)
	}
	return ` stroke-dasharray="` + strings.Join(list, " ") + `"`
}

func (d *svg) counter(o Counter) {
	name := "piece"
	switch {
	case o.Ghost:
		name = "ghost"
	case o.Part == Below:
		name = "frame"
	}
	d.write(`<g data-%s="%s" transform="translate(%s %s)"`, name, html.EscapeString(o.Piece.ID), short(o.At.X), short(o.At.Y))
	if o.Ghost {
		d.write(` opacity=".55"`)
	}
	if name == "piece" {
		d.write(` pointer-events="all"`)
	}
	d.write(">")
	d.ops(counterOps(d.book, d.fonts, o))
	d.write("</g>")
}
