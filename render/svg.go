package render

import (
	"fmt"
	"image"
	"io"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Sheets are the sheets of a whole map that an SVG document holds, each a group whose
// data-sheet names it. They lie over each other in the order of the constants, the first lowest.
type Sheets uint8

// The sheets of a map.
const (
	// SheetGround never changes: terrain, rivers, roads.
	SheetGround Sheets = 1 << iota
	// SheetHexes are transparent shapes, each with its hex as data-hex, for pointing at them.
	SheetHexes
	// SheetBelow are the backgrounds of marks, links made or cut during play, and supply lines.
	SheetBelow
	// SheetFrames are the shadows and frames of counters, each with its piece as data-frame.
	SheetFrames
	// SheetWords are names, numbers and points: their positions depend on the other things on the
	// map.
	SheetWords
	// SheetWays are paths, and pieces that are gone, each with its piece as data-ghost.
	SheetWays
	// SheetPieces are counters, each a group with its piece as data-piece.
	SheetPieces
	// SheetSigns are signs and short texts.
	SheetSigns

	// SheetsPosition are all sheets that change from position to position.
	SheetsPosition = SheetBelow | SheetFrames | SheetWords | SheetWays | SheetPieces | SheetSigns
	// SheetsOverlay are the sheets that an answer changes: its versions replace those without it.
	SheetsOverlay = SheetBelow | SheetWords | SheetWays | SheetSigns
)

var sheetNames = [...]string{"ground", "hexes", "below", "frames", "words", "ways", "pieces", "signs"}

// SVG draws sheets of a whole map and writes them as one SVG document, whose units are the pixels
// of the PNG picture of the same map. Both are made of the same operations. It ignores Crop,
// Portrait, Legend and Rows, and there are no tracks or boxes.
//
// Colours are classes, which a style sheet defines: see [Rules]. The document has no styles and no
// scripts, and several documents can share one page: equal identifiers in them mean equal things.
// The errors are those of PNG.
func (r *Renderer) SVG(w io.Writer, p Picture, which Sheets) error { return r.svg(w, p, which, false) }

// PaintedSVG is like SVG but in the colours of the Renderer's theme, for a file that works alone.
func (r *Renderer) PaintedSVG(w io.Writer, p Picture, which Sheets) error {
	return r.svg(w, p, which, true)
}

// PaintedPart is like PaintedSVG of the part of the map that p.Crop shows. Only what can be seen there is in the document.
func (r *Renderer) PaintedPart(w io.Writer, p Picture, which Sheets) error {
	crop := p.Crop
	return r.svgPart(w, p, which, true, func(pn *planner) image.Rectangle { return pn.window(crop.hexes(p.Board)) })
}

func (r *Renderer) svg(w io.Writer, p Picture, which Sheets, painted bool) error {
	return r.svgPart(w, p, which, painted, (*planner).full)
}

// svgPart draws the part of the map in a window.
func (r *Renderer) svgPart(w io.Writer, p Picture, which Sheets, painted bool, window func(*planner) image.Rectangle) error {
	p.Crop = nil
	s, err := r.studioOf(p)
	if err != nil {
		return err
	}
	scaled := p.Scale != 0
	p = p.scaled()
	pn := s.planner(p)
	d := &svg{studio: s, painted: painted, inks: map[Ink]bool{}}
	win := window(pn)
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" stroke-miterlimit="2" pointer-events="none">`, win.Min.X, win.Min.Y, win.Dx(), win.Dy())
	var over sheets
	if which&SheetsPosition != 0 {
		pn.wholeMap(scaled)
		pn.label()
		over = pn.over(p, win)
	}
	for i, name := range sheetNames {
		sheet := Sheets(1) << i
		if which&sheet == 0 {
			continue
		}
		fmt.Fprintf(&out, `<g data-sheet="%s">`, name)
		switch sheet {
		case SheetGround:
			out.WriteString(d.sheet(seen(pn.baseLayer().Ops, rectOf(win))))
		case SheetHexes:
			out.WriteString(pn.hexShapes())
		default:
			out.WriteString(d.sheet(over.of(sheet)))
		}
		out.WriteString("</g>")
	}
	out.WriteString("</svg>")
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("render: write svg: %w", err)
	}
	return nil
}

// seen is what can be seen of operations in a window.
func seen(ops []Op, win Rect) (out []Op) {
	for _, o := range ops {
		switch o := o.(type) {
		case Fill:
			if o.Shapes = touching(o.Shapes, win); len(o.Shapes) > 0 {
				out = append(out, o)
			}
		case Stroke:
			if o.Lines = touching(o.Lines, win.grow(o.Width)); len(o.Lines) > 0 {
				out = append(out, o)
			}
		case Text:
			if win.Overlaps(o.Box) {
				out = append(out, o)
			}
		default:
			out = append(out, o)
		}
	}
	return out
}

// touching keeps the lines that come into a window.
func touching(lines []Polyline, win Rect) []Polyline {
	return lists.Filter(lines, func(l Polyline) bool { return win.Overlaps(boundsOf([]Polyline{l})) })
}

// of is what is on a sheet.
func (s sheets) of(which Sheets) []Op {
	switch which {
	case SheetBelow:
		return s.below
	case SheetFrames:
		return s.frames
	case SheetWords:
		return s.words
	case SheetWays:
		return s.ways
	case SheetPieces:
		return s.pieces
	default:
		return s.signs
	}
}

// Geometry holds the positions of the hexes of a map, in the units of its SVG documents.
type Geometry struct {
	Width, Height float64
	Hexes         []Place // in the order of the board
}

// Place is the position of a hex.
type Place struct {
	At      hex.Coord
	Middle  Point
	Corners [6]Point // clockwise; from the left one of those at the top, or from the one that points north
}

// GeometryOf measures a board at a scale as in [Picture]; 0 is 1.
func GeometryOf(b *engine.Board, scale float64) Geometry {
	p := Picture{Board: b, Scale: scale}.scaled()
	l := newLayout(b, p.Scale)
	places := lists.Map(b.Hexes, func(h engine.BoardHex) Place { return Place{h.At, l.centre(h.At), l.corners(h.At)} })
	return Geometry{Width: l.width, Height: l.height, Hexes: places}
}

// hexShapes are the clear shapes of all hexes.
func (pn *planner) hexShapes() string {
	var b strings.Builder
	b.WriteString(`<g fill="none" pointer-events="all">`)
	for _, h := range pn.board.Hexes {
		k := pn.lay.corners(h.At)
		for i, c := range k {
			k[i] = c.rounded()
		}
		o := outlineOf(k[:], true)
		fmt.Fprintf(&b, `<path data-hex="%s"%s`, h.At, svgPart{what: o.steps}.element(o.at))
	}
	b.WriteString("</g>")
	return b.String()
}
