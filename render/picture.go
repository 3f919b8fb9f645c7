package render

import (
	"image"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// planner plans one picture.
type planner struct {
	lay    layout
	fonts  *fonts
	board  *engine.Board
	say    func(engine.Msg) string
	hexes  map[hex.Coord]*engine.BoardHex
	labels *labels
	crop   bool
	least  float64 // size of letters on counters, pixels; 0: any
	p      float64 // pixels a unit of the frame: bar, tracks and boxes
}

func newPlanner(b *engine.Board, l layout, f *fonts, say func(engine.Msg) string) *planner {
	pn := &planner{lay: l, fonts: f, board: b, say: say, hexes: map[hex.Coord]*engine.BoardHex{}}
	for i := range b.Hexes {
		pn.hexes[b.Hexes[i].At] = &b.Hexes[i]
	}
	return pn
}

// narrowest is the width of the smallest whole picture at scale 1.
const narrowest = 800

// picture plans everything but the map below the counters.
func (pn *planner) picture(p Picture) Plan {
	pn.crop = p.Crop != nil
	win := pn.window(p.Crop)
	width := float64(win.Dx())
	if p.Crop == nil {
		width = max(width, math.Ceil(narrowest*p.Scale))
		pn.p = max(0.6, p.Scale)
	} else {
		pn.p = max(0.7, min(2, width/620))
	}
	if p.phone() && pn.telephone(win) {
		pn.least = leastPoints * width / phonePoints * 0.999 // a part in a thousand for rounding
	}
	fr := &frame{planner: pn, width: width}
	questions := 2
	if p.Rows > 0 { // the map of an animation stays where it is
		questions = 1
	}
	fr.bar(p.View, p.Crop == nil, questions)
	mapTop := int(fr.y)
	fr.y = float64(mapTop + win.Dy())
	fr.beside(Rect{0, float64(mapTop), width, fr.y}, float64(win.Dx()))
	fr.answer(p.Overlay, p.Rows)
	fr.panel(p, win)
	size := image.Pt(int(width), int(math.Ceil(fr.y)))
	at := image.Pt((size.X-win.Dx())/2, mapTop)
	over := Layer{
		Name: "over", Clip: win.Sub(win.Min).Add(at),
		Shift: Point{float64(at.X - win.Min.X), float64(at.Y - win.Min.Y)},
		Ops:   pn.over(p, win),
	}
	return Plan{
		Size: size, Window: win, MapAt: at,
		Layers: []Layer{over, {Name: "frame", Clip: image.Rect(0, 0, size.X, size.Y), Ops: fr.ops}},
	}
}

// over plans what lies on the map: marks, names, ghosts, counters, ways.
func (pn *planner) over(p Picture, win image.Rectangle) []Op {
	marks, paths, pieces := p.View.Marks, p.View.Paths, p.View.Pieces
	var ghosts []engine.Piece
	if p.Overlay != nil {
		marks = append(marks[:len(marks):len(marks)], p.Overlay.Marks...)
		paths = append(paths[:len(paths):len(paths)], p.Overlay.Paths...)
		ghosts = p.Overlay.Ghosts
	}
	ops := append(pn.grounds(marks), pn.paths(paths, nil, true)...)
	whole, cut := pn.whole(win)
	if len(cut) > 0 {
		ops = append(ops, Fill{What: "veil", Ink: "veil", Shapes: cut})
	}
	ofPiece := func(p engine.Piece) hex.Coord { return p.At }
	pieces, ghosts = only(pieces, whole, ofPiece), only(ghosts, whole, ofPiece)
	marks = only(marks, whole, func(m engine.Mark) hex.Coord { return m.At })
	held := map[hex.Coord]bool{}
	for _, pc := range pieces {
		held[pc.At] = true
	}
	counters := append(pn.ghosts(ghosts), pn.counters(pieces)...)
	above := append(pn.signs(marks, held), pn.paths(paths, held, false)...)
	ops = append(ops, pn.placed(rectOf(win), whole, pn.covers(counters, above))...)
	return append(append(ops, counters...), above...)
}

// covers lists boxes that names keep clear of: those of counters, and of the
// signs and ways above them, and the frame of the active one.
func (pn *planner) covers(ops ...[]Op) []Rect {
	var boxes []Rect
	for _, o := range slices.Concat(ops...) {
		switch o := o.(type) {
		case Counter:
			half := o.Size / 2
			if o.Part == Below && slices.Contains(o.Piece.States, engine.Active) {
				half *= activeEdge / 19
			}
			boxes = append(boxes, o.At.square(half))
		case Fill:
			for _, s := range o.Shapes {
				boxes = append(boxes, boundsOf([]Line{s}))
			}
		case Stroke:
			for _, l := range o.Lines {
				step := max(o.Width, 2*pn.lay.u)
				for _, p := range l.even(1 + int(l.length()/step)) {
					boxes = append(boxes, p.square(o.Width/2))
				}
			}
		}
	}
	return boxes
}

// baseLayer plans the map below the counters.
func (pn *planner) baseLayer() Layer {
	l := Layer{Name: "base", Clip: image.Rect(0, 0, int(pn.lay.width), int(pn.lay.height))}
	for _, ops := range [][]Op{
		pn.ground(), pn.areas(), pn.water(), pn.grid(), pn.network(), pn.bridges(), pn.settlements(),
		pn.entries(), pn.edge(), pn.labels.numbers, pn.labels.rivers, pn.labels.shields, pn.points(), pn.ruler(),
	} {
		l.Ops = append(l.Ops, ops...)
	}
	return l
}

// settlements are what stands in hexes beside their terrain.
func (pn *planner) settlements() []Op {
	var ops []Op
	for _, h := range pn.board.Hexes {
		if h.Site != "" {
			ops = append(ops, sites[h.Site](pn, h)...)
		}
	}
	return ops
}
