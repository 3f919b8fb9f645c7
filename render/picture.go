package render

import (
	"image"
	"math"

	"referee/engine"
	"referee/engine/hex"
)

// planner plans one picture.
type planner struct {
	lay   layout
	fonts *fonts
	board *engine.Board
	say   func(engine.Msg) string
	hexes map[hex.Coord]*engine.BoardHex
	p     float64 // pixels a unit of the frame: bar, tracks and boxes
}

// narrowest is the width of the smallest whole picture at scale 1.
const narrowest = 800

// picture plans everything but the map below the counters.
func (pn *planner) picture(p Picture) Plan {
	pn.hexes = map[hex.Coord]*engine.BoardHex{}
	for i := range pn.board.Hexes {
		pn.hexes[pn.board.Hexes[i].At] = &pn.board.Hexes[i]
	}
	win := pn.window(p.Crop)
	width := float64(win.Dx())
	if p.Crop == nil {
		width = max(width, math.Ceil(narrowest*p.Scale))
		pn.p = max(0.6, p.Scale)
	} else {
		pn.p = max(0.7, min(2, width/620))
	}
	fr := &frame{planner: pn, width: width}
	fr.bar(p.View, p.Crop == nil)
	mapTop := int(fr.y)
	fr.y = float64(mapTop + win.Dy())
	fr.beside(Rect{0, float64(mapTop), width, fr.y}, float64(win.Dx()))
	if p.Crop == nil {
		fr.panel(p.View)
	}
	size := image.Pt(int(width), int(math.Ceil(fr.y)))
	at := image.Pt((size.X-win.Dx())/2, mapTop)
	over := Layer{
		Name: "over", Clip: win.Sub(win.Min).Add(at),
		Shift: Point{float64(at.X - win.Min.X), float64(at.Y - win.Min.Y)},
		Ops:   pn.over(p),
	}
	return Plan{
		Size: size, Window: win, MapAt: at,
		Layers: []Layer{over, {Name: "frame", Clip: image.Rect(0, 0, size.X, size.Y), Ops: fr.ops}},
	}
}

// window is the part of the painted map that shows.
func (pn *planner) window(c *Crop) image.Rectangle {
	all := image.Rect(0, 0, int(pn.lay.width), int(pn.lay.height))
	if c == nil {
		return all
	}
	var shown []Line
	for _, h := range pn.board.Hexes {
		if hex.Distance(h.At, c.At) <= c.Radius {
			k := pn.lay.corners(h.At)
			shown = append(shown, k[:])
		}
	}
	b := boundsOf(shown).grow(mapMargin * pn.lay.r)
	return image.Rect(int(b.X0), int(b.Y0), int(math.Ceil(b.X1)), int(math.Ceil(b.Y1))).Intersect(all)
}

// over plans what lies on the map: marks, counters, ways.
func (pn *planner) over(p Picture) []Op {
	marks, paths := p.View.Marks, p.View.Paths
	if p.Overlay != nil {
		marks = append(marks[:len(marks):len(marks)], p.Overlay.Marks...)
		paths = append(paths[:len(paths):len(paths)], p.Overlay.Paths...)
	}
	ops := pn.grounds(marks)
	ops = append(ops, pn.counters(p.View.Pieces)...)
	ops = append(ops, pn.paths(paths)...)
	return append(ops, pn.signs(marks, p.View.Pieces)...)
}

// baseLayer plans the map below the counters.
func (pn *planner) baseLayer() Layer {
	l := Layer{Name: "base", Clip: image.Rect(0, 0, int(pn.lay.width), int(pn.lay.height))}
	coins := pn.points()
	crowd := pn.newCrowd(coins)
	names, taken := pn.placeNames(crowd)
	numbers := pn.numbers(taken)
	rivers := pn.riverNames(crowd)
	for _, ops := range [][]Op{
		pn.ground(), pn.areas(), pn.water(), pn.grid(), pn.network(), pn.bridges(), pn.settlements(),
		pn.entries(), numbers, rivers, names, coins,
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
