package render

import (
	"slices"

	"referee/engine"
)

// Sizes of tracks, in units of the frame.
const (
	cellHigh   = 34.0
	cellLeast  = 22.0
	tokenSide  = 11.0
	iconWide   = 14.0 // of the icon of a condition beside a label
	legendHigh = 15.0
)

// track measures a track: a row of cells, or several rows if one is too long, and below
// them an explanation of the markers.
func (f *frame) track(t engine.Track) item {
	p := f.p
	cell := cellLeast * p
	for _, c := range t.Cells {
		wide := f.fonts.width(Bold, 12*p, c.Label) + 9*p
		wide += iconWide * p * float64(len(c.Conditions))
		cell = max(cell, wide, float64(len(c.Markers))*(tokenSide+2)*p+4*p)
	}
	most := max(1, int((f.width-2*panelGap*p-14*p)/cell))
	rows := (len(t.Cells) + most - 1) / most
	columns := most
	if rows <= 1 {
		columns = len(t.Cells)
	} else { // rows of equal length
		columns = (len(t.Cells) + rows - 1) / rows
	}
	legend := f.legend(t)
	wide := float64(columns)*cell + 14*p
	wide = max(wide, f.fonts.width(Bold, 12.5*p, f.say(t.Label))+20*p, f.legendWidth(legend)+14*p)
	high := (headHigh + float64(rows)*cellHigh + 8) * p
	if len(legend) > 0 {
		high += legendHigh * p
	}
	return item{wide, high, func(r Rect) { f.drawTrack(t, r, columns, legend) }}
}

// legend lists the different markers of a track, except those without an owner or with
// the label of the track itself, which need no explanation.
func (f *frame) legend(t engine.Track) []engine.Marker {
	var out []engine.Marker
	for _, c := range t.Cells {
		for _, m := range c.Markers {
			same := func(o engine.Marker) bool {
				return o.Owner == m.Owner && f.say(o.Label) == f.say(m.Label)
			}
			if m.Owner != "" && f.say(m.Label) != f.say(t.Label) && !slices.ContainsFunc(out, same) {
				out = append(out, m)
			}
		}
	}
	return out
}

func (f *frame) legendWidth(list []engine.Marker) float64 {
	var w float64
	for _, m := range list {
		w += (tokenSide+14)*f.p + f.fonts.width(Plain, 11*f.p, f.say(m.Label))
	}
	return w
}

func (f *frame) drawTrack(t engine.Track, r Rect, columns int, legend []engine.Marker) {
	p, name := f.p, "track "+t.ID
	f.card(name, r, f.say(t.Label), "")
	cell := (r.width() - 14*p) / float64(max(1, columns))
	cell = min(cell, 64*p)
	for i, c := range t.Cells {
		x := r.X0 + 7*p + float64(i%columns)*cell
		y := r.Y0 + headHigh*p + float64(i/columns)*cellHigh*p + 2*p
		f.cell(name, c, Rect{x, y, x + cell, y + cellHigh*p})
	}
	x, y := r.X0+7*p, r.Y1-6*p
	for _, m := range legend {
		f.token(name, m, Point{x + tokenSide/2*p, y - 4*p})
		t := f.write(name, f.say(m.Label), Plain, 11*p, "ink", Point{x + (tokenSide+4)*p, y}, left)
		x = t.Box.X1 + 10*p
	}
}

func (f *frame) cell(name string, c engine.Cell, r Rect) {
	p := f.p
	in := r.grow(-1 * p)
	ground, ink := Ink("label"), Ink("ink")
	if len(c.Conditions) > 0 { // the first is its ground
		s := f.book.conditions[c.Conditions[0]]
		ground, ink = s.ground, s.text
	}
	f.fill(name, ground, in.line())
	f.outline(name, "panel-edge", 1*p, in.line())
	mid := r.middle().X
	t := f.text(name, c.Label, Bold, 12*p, ink, Point{mid, r.Y0 + 14*p}, middle)
	t = t.move(Point{-iconWide / 2 * p * float64(len(c.Conditions)), 0})
	for i, w := range c.Conditions {
		f.icon(w, Point{t.Box.X1 + iconWide/2*p + p + iconWide*p*float64(i), r.Y0 + 10*p}, 5.5*p)
	}
	f.ops = append(f.ops, t)
	var tokens []engine.Marker
	for _, m := range c.Markers {
		if m.Owner != "" || !m.Here {
			tokens = append(tokens, m)
			continue
		}
		f.outline(name, "here", 3*p, in.line())
		f.fill(name, "here", Polyline{{mid - 7*p, r.Y1 - 3*p}, {mid + 7*p, r.Y1 - 3*p}, {mid, r.Y1 - 13*p}})
	}
	step := (tokenSide + 2) * p
	x := mid - step*float64(len(tokens)-1)/2
	for i, m := range tokens {
		f.token(name, m, Point{x + float64(i)*step, r.Y1 - 9.5*p})
	}
}

// token is a marker without words.
func (f *frame) token(name string, m engine.Marker, at Point) {
	p := f.p
	o, ok := f.book.owners[m.Owner]
	if !ok {
		o = f.book.owners[engine.Neutral]
	}
	box := at.square(tokenSide / 2 * p)
	ink := o.body
	if m.Spent {
		ink = o.used
	}
	f.fill(name, ink, rounded(box, 2.5*p))
	f.outline(name, o.edge, 1.4*p, rounded(box, 2.5*p))
	if m.Spent {
		f.ops = append(f.ops, Stroke{What: name, Ink: o.edge, Width: 1.4 * p, Lines: []Polyline{
			{{box.X0, box.Y1}, {box.X1, box.Y0}},
		}})
	}
}
