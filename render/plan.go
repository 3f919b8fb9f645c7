package render

import (
	"fmt"
	"image"
	"strings"
)

// Point is a place on the paper, in pixels, y downwards.
type Point struct{ X, Y float64 }

// Polyline is a row of points: an open line or the outline of a shape.
type Polyline []Point

// Rect is a box on the paper.
type Rect struct{ X0, Y0, X1, Y1 float64 }

// Overlaps reports whether two boxes share more than an edge.
func (r Rect) Overlaps(o Rect) bool {
	return r.X0 < o.X1 && o.X0 < r.X1 && r.Y0 < o.Y1 && o.Y0 < r.Y1
}

func (r Rect) String() string { return fmt.Sprintf("%.0f,%.0f-%.0f,%.0f", r.X0, r.Y0, r.X1, r.Y1) }

// Plan is a picture as drawing operations, in the order in which they are
// painted.
type Plan struct {
	Size   image.Point     // of the picture, in pixels
	Window image.Rectangle // the visible part of the painted map, in its pixels
	MapAt  image.Point     // the corner of the window in the picture
	Layers []Layer
}

// Layer is a group of operations that share their origin and their clipping.
type Layer struct {
	Name  string
	Clip  image.Rectangle // in the picture
	Shift Point           // added to the operations' points
	Ops   []Op
}

// Op is one drawing operation: Fill, Stroke, Text, Lettering or Counter.
type Op interface {
	fmt.Stringer
	op()
}

// Fill fills shapes with one ink. Overlapping shapes of one Fill are united.
type Fill struct {
	What   string // description for people
	Ink    Ink
	Shapes []Polyline
	// Coarse edges are not softened, which makes the file of a texture small.
	Coarse bool
}

// Stroke draws lines of one width. Overlapping lines of one Stroke are united.
type Stroke struct {
	What   string
	Ink    Ink
	Width  float64
	Lines  []Polyline
	Closed bool      // each line ends where it began
	Dash   []float64 // lengths of ink and gap; empty: none
}

// Text is one line of text.
type Text struct {
	What string
	Ink  Ink
	Halo Ink // empty: none
	Face Face
	Size float64 // of the em, in pixels
	At   Point   // start of the baseline
	S    string
	Box  Rect // covers the letters, without the halo
}

// Lettering is a word whose letters follow a curve.
type Lettering struct {
	What    string
	Ink     Ink
	Halo    Ink
	Face    Face
	Size    float64
	Letters []Letter
	S       string

	stencils *stencils
}

// Letter is one letter of a Lettering.
type Letter struct {
	R    rune
	At   Point   // start of its baseline
	Turn float64 // radians, clockwise
}

func (Fill) op()      {}
func (Stroke) op()    {}
func (Text) op()      {}
func (Lettering) op() {}

// String prints the plan, one operation a line.
func (p Plan) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "picture %dx%d map %v at %v\n", p.Size.X, p.Size.Y, p.Window, p.MapAt)
	for _, l := range p.Layers {
		fmt.Fprintf(&b, "layer %s clip %v shift %.0f,%.0f\n", l.Name, l.Clip, l.Shift.X, l.Shift.Y)
		for _, o := range l.Ops {
			b.WriteString("  ")
			b.WriteString(o.String())
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (o Fill) String() string {
	return fmt.Sprintf("fill %s: %s%s", o.What, o.Ink, extent(o.Shapes))
}

func (o Stroke) String() string {
	dash := ""
	if len(o.Dash) > 0 {
		dash = " dashed"
	}
	return fmt.Sprintf("stroke %s: %s %.1f%s%s", o.What, o.Ink, o.Width, dash, extent(o.Lines))
}

func (o Text) String() string {
	return fmt.Sprintf("text %s: %q %s %s %.1f at %s", o.What, o.S, o.Ink, o.Face, o.Size, o.Box)
}

func (o Lettering) String() string {
	return fmt.Sprintf("lettering %s: %q %s %.1f from %.0f,%.0f", o.What, o.S, o.Ink, o.Size,
		o.Letters[0].At.X, o.Letters[0].At.Y)
}

// extent describes how many points lines have and what they cover.
func extent(lines []Polyline) string {
	n := 0
	for _, l := range lines {
		n += len(l)
	}
	return fmt.Sprintf(" %d/%d %s", len(lines), n, boundsOf(lines))
}

func boundsOf(lines []Polyline) Rect {
	var r Rect
	first := true
	for _, l := range lines {
		for _, p := range l {
			if first {
				r, first = Rect{p.X, p.Y, p.X, p.Y}, false
				continue
			}
			r.X0, r.Y0 = min(r.X0, p.X), min(r.Y0, p.Y)
			r.X1, r.Y1 = max(r.X1, p.X), max(r.Y1, p.Y)
		}
	}
	return r
}
