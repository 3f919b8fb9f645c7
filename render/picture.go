package render

import (
	"image"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// planner plans one picture.
//
// It has so many methods since each thing that can be on a map (a kind of ground, a road,
// a counter, a mark) is drawn by one, and all of them need the same view, layout, fonts
// and language.
type planner struct {
	lay    layout
	book   *book
	fonts  *fonts
	board  *engine.Board
	say    func(engine.Msg) string
	hexes  map[hex.Coord]*engine.BoardHex
	labels *labels
	kept   *labelCache
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

func newPlanner(bk *book, b *engine.Board, l layout, f *fonts, say func(engine.Msg) string) *planner {
	pn := &planner{lay: l, book: bk, fonts: f, board: b, say: say, hexes: map[hex.Coord]*engine.BoardHex{}}
	for i := range b.Hexes {
		pn.hexes[b.Hexes[i].At] = &b.Hexes[i]
	}
	return pn
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
func (pn *planner) baseLayer() Layer {
	l := Layer{Name: "base", Clip: image.Rect(0, 0, int(pn.lay.width), int(pn.lay.height))}
	for _, ops := range [][]Op{
		pn.ground(), pn.areas(), pn.water(), pn.grid(), pn.network(), pn.bridges(), pn.settlements(),
		pn.entries(), pn.edge(), pn.ruler(),
	} {
		l.Ops = append(l.Ops, ops...)
	}
	return l
}

// settlements are what is in hexes besides their terrain.
func (pn *planner) settlements() []Op {
	var ops []Op
	for _, h := range pn.board.Hexes {
		if h.Site != "" {
			ops = append(ops, pn.book.sites[h.Site].draw(pn, h)...)
		}
		if h.Works != "" {
			beside := h
			beside.Site = h.Works
			ops = append(ops, pn.book.sites[h.Works].draw(pn, beside)...)
		}
	}
	return ops
}
