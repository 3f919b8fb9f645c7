package render

import (
	"image"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// planner plans one picture: on the base map names, counters, marks and paths.
type planner struct {
	*baseMap
	say    func(engine.Msg) string
	labels *labels
	kept   *cache[labelKey, *labels]
	crop   bool
	sparse bool    // of the numbers of hexes, only those of each fifth column and row are drawn
	p      float64 // pixels a unit of the frame: bar, tracks and boxes
	least  float64 // size of letters on counters, pixels, below which they are left out
	clear  float64 // size of the values of counters, pixels, that can be read
	// letters are the least sizes of what is written on the map, pixels; 0: any.
	letters struct {
		name, number, tab, tag float64
		small                  float64 // of a name for which there is no other room
	}
}

// baseMap plans what is printed on the map: its ground, rivers, roads and edges.
type baseMap struct {
	*fonts
	lay   layout
	book  *book
	board *engine.Board
	hexes map[hex.Coord]*engine.BoardHex
}

func newBaseMap(bk *book, b *engine.Board, l layout, f *fonts) *baseMap {
	bm := &baseMap{lay: l, book: bk, fonts: f, board: b, hexes: map[hex.Coord]*engine.BoardHex{}}
	for i := range b.Hexes {
		bm.hexes[b.Hexes[i].At] = &b.Hexes[i]
	}
	return bm
}

func newPlanner(bk *book, b *engine.Board, l layout, f *fonts, say func(engine.Msg) string) *planner {
	return &planner{baseMap: newBaseMap(bk, b, l, f), say: say}
}

// sheets are what is on the map, sheet by sheet, the lowest first.
type sheets struct {
	below  []Op // grounds of marks, links that play has made or cut, lines of supply
	frames []Op // shadows and frames of counters
	words  []Op // names, numbers, points
	ways   []Op // pieces that are gone, and paths
	pieces []Op
	signs  []Op // signs, and short texts
}

func (s sheets) ops() []Op {
	return slices.Concat(s.below, s.frames, s.words, s.ways, s.pieces, s.signs)
}

// over plans what is on the map. Counters have fixed positions; everything else, the
// important things first, is placed where it covers least of what has been placed
// before.
func (pn *planner) over(p Picture, win image.Rectangle) sheets {
	marks, paths, gone := p.drawn()
	ops := pn.grounds(marks)
	whole, cut := pn.completeHexes(win)
	window := rectOf(win)
	ofPiece := func(p engine.Piece) hex.Coord { return p.At }
	pieces, gone := only(p.View.Pieces, whole, ofPiece), only(gone, whole, ofPiece)
	marks = only(marks, whole, func(m engine.Mark) hex.Coord { return m.At })
	held := map[hex.Coord]bool{}
	for _, pc := range pieces {
		held[pc.At] = true
	}
	action := pn.book.actionHexes(p)
	for h := range action {
		if !whole[h] {
			delete(action, h)
		}
	}
	free := newRoom(pn.book, pn.lay.u, window)
	pn.putRings(marks, free)
	frames, counters := pn.counters(pieces)
	free.putCounters(frames)
	free.putCounters(counters)
	ops = append(ops, pn.changed(p.View.Links, free)...)
	ops = append(ops, pn.supplies(paths, free)...)
	if len(cut) > 0 {
		ops = append(ops, Fill{What: "veil", Ink: "veil", Shapes: cut})
	}
	arrows := pn.arrows(paths, held, free)
	tabs := pn.tabs(action, free)
	results := pn.results(paths, free)
	ghosts, corners := pn.ghosts(gone, free)
	signs := pn.signs(marks, corners, free)
	texts := pn.texts(marks, free)
	coins := pn.points(whole, free)
	names := pn.placed(window, whole, free)
	words := pn.uncovered(window, free)
	numbers := pn.numbers(window, whole, action, free)
	return sheets{
		below: ops, frames: frames, words: slices.Concat(words, numbers, names, coins), ways: append(ghosts, arrows...),
		pieces: counters, signs: slices.Concat(tabs, signs, texts, results),
	}
}

// putRings marks the rings inside hexes as taken.
func (pn *planner) putRings(marks []engine.Mark, free *room) {
	u := pn.lay.u
	for _, m := range marks {
		if pn.book.marks[m.Class].ring {
			edge := pn.lay.hexagon(pn.lay.centre(m.At), ringRadius*u)
			free.putLine(overRing, 5*u, append(edge, edge[0]))
		}
	}
}

// baseLayer plans the map below the counters.
func (bm *baseMap) baseLayer() Layer {
	return Layer{Name: "base", Clip: bm.full(), Ops: slices.Concat(
		bm.ground(), bm.areas(), bm.water(), bm.grid(), bm.network(), bm.bridges(), bm.settlements(),
		bm.entries(), bm.edge(), bm.ruler(),
	)}
}

// settlements are what is in hexes besides their terrain.
func (bm *baseMap) settlements() []Op {
	var ops []Op
	for _, h := range bm.board.Hexes {
		if h.Site != "" {
			ops = append(ops, bm.book.sites[h.Site].draw(bm, h)...)
		}
		if h.Works != "" {
			beside := h
			beside.Site = h.Works
			ops = append(ops, bm.book.sites[h.Works].draw(bm, beside)...)
		}
	}
	return ops
}
