package render

import (
	"math"

	"referee/engine"
)

// Sizes of boxes, in units of the frame.
const (
	boxLeast  = 110.0
	boxMost   = 560.0
	pieceSide = 35.0
	pieceStep = 42.0
	chipHigh  = 19.0
)

// boxRow is a row of markers or pieces in a box.
type boxRow struct {
	pieces  []engine.Piece
	markers []engine.Marker
}

// box measures a box: its markers as chips, its pieces as counters.
func (f *frame) box(b engine.Box) item {
	p := f.p
	wide := f.fonts.width(Bold, 12.5*p, f.say(b.Label)) + 34*p
	var chips float64
	for _, m := range b.Markers {
		chips += f.chipWidth(m) + 4*p
	}
	wide = max(wide, chips, float64(len(b.Pieces))*pieceStep*p) + 12*p
	wide = min(max(wide, boxLeast*p), boxMost*p, f.width-2*panelGap*p)
	rows := f.rows(b, wide-12*p)
	high := headHigh*p + 8*p
	for _, r := range rows {
		high += r.high() * p
	}
	if len(rows) == 0 {
		high += chipHigh * p
	}
	return item{wide, high, func(r Rect) { f.drawBox(b, r, rows) }}
}

func (r boxRow) high() float64 {
	if len(r.pieces) > 0 {
		return pieceStep
	}
	return chipHigh + 3
}

func (f *frame) chipWidth(m engine.Marker) float64 {
	return min(f.fonts.width(Bold, 11*f.p, f.say(m.Label))+12*f.p, (boxMost-20)*f.p)
}

// rows breaks the contents of a box to a width.
func (f *frame) rows(b engine.Box, width float64) []boxRow {
	var out []boxRow
	room := 0.0
	for i, m := range b.Markers {
		w := f.chipWidth(m) + 4*f.p
		if i == 0 || w > room {
			out = append(out, boxRow{})
			room = width
		}
		last := &out[len(out)-1]
		last.markers = append(last.markers, m)
		room -= w
	}
	most := max(1, int(math.Floor(width/(pieceStep*f.p))))
	for i := 0; i < len(b.Pieces); i += most {
		out = append(out, boxRow{pieces: b.Pieces[i:min(i+most, len(b.Pieces))]})
	}
	return out
}

func (f *frame) drawBox(b engine.Box, r Rect, rows []boxRow) {
	p, name := f.p, "box "+b.ID
	f.card(name, r, f.say(b.Label), b.Owner)
	y := r.Y0 + (headHigh+3)*p
	if len(rows) == 0 {
		f.write(name, "–", Plain, 12*p, "faint", Point{r.X0 + 8*p, y + 12*p}, left)
	}
	for _, row := range rows {
		x := r.X0 + 7*p
		for _, m := range row.markers {
			f.chip(name, m, Rect{x, y, x + f.chipWidth(m), y + chipHigh*p})
			x += f.chipWidth(m) + 4*p
		}
		for _, pc := range row.pieces {
			at := Point{x + (pieceStep/2-1)*p, y + pieceStep/2*p}
			f.ops = append(f.ops, Counter{Piece: pc, At: at, Size: pieceSide * p, Least: f.least})
			x += pieceStep * p
		}
		y += row.high() * p
	}
}

// chip is a marker with its words; a spent one is struck through.
func (f *frame) chip(name string, m engine.Marker, r Rect) {
	p := f.p
	o, ok := f.book.owners[m.Owner]
	if !ok {
		o = f.book.owners[engine.Neutral]
	}
	ground, ink := o.body, Ink("type")
	if m.Spent {
		ground, ink = "panel", "faint"
	}
	f.fill(name, ground, rounded(r, 5*p))
	width := 1.2
	if m.Here {
		width = 2.6
	}
	f.outline(name, o.edge, width*p, rounded(r, 5*p))
	s := f.clip(f.say(m.Label), Bold, 11*p, r.width()-10*p)
	t := f.write(name, s, Bold, 11*p, ink, Point{r.middle().X, r.Y1 - 5.6*p}, middle)
	if m.Spent {
		f.ops = append(f.ops, Stroke{What: name, Ink: "faint", Width: 0.9 * p, Lines: []Polyline{
			{{t.Box.X0 - 3*p, r.middle().Y}, {t.Box.X1 + 3*p, r.middle().Y}},
		}})
	}
}
