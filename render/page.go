package render

import (
	"image"
	"math"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Sizes of crops. A landscape has the proportions in which a desktop chat client shows a picture
// among messages, 550 by 350, and twice that size; a portrait is as wide as a phone.
const (
	Wide    = 1100 // pixels of a crop in landscape
	Phone   = 1024 // pixels of a crop in portrait, at most
	Desktop = 1600 // pixels of an animation, at most

	pageWide    = 770.0                  // width of a landscape, in units of the frame
	pageHigh    = pageWide * 350.0 / 550 // and high
	barHigh     = 48.0
	sideWide    = 274.0 // of what is beside the map
	leastPixels = 5.8   // of letters on counters of a whole map
	narrowest   = 800   // pixels of the smallest whole picture at scale 1
)

// cropScales are the scales that crops are drawn at: few, so that few maps are cached.
var cropScales = []float64{2, 1.75, 1.5, 1.25, 1, 0.75, 0.5, minScale}

// page says where in a picture its map is.
type page struct {
	size   image.Point
	p      float64         // pixels a unit of the frame
	window image.Rectangle // of the painted map
	area   image.Rectangle // of the picture, for the map
}

// told reports whether something is told beside the map of a crop.
func (p Picture) told() bool {
	return p.Rows > 0 || p.explains() || p.Overlay != nil && len(p.Overlay.Lines)+len(p.Overlay.Bars) > 0
}

// mapRoom is the space that a landscape leaves for the map, in units.
func (p Picture) mapRoom() (wide, high float64) {
	wide, high = pageWide, pageHigh-barHigh
	if p.told() {
		wide -= sideWide
	}
	return wide, high
}

// width is how wide a crop without a scale may be, in pixels.
func (p Picture) width() float64 {
	switch {
	case p.Fit > 0:
		return float64(p.Fit)
	case p.Portrait:
		return Phone
	}
	return Wide
}

// scaled is a picture with its scale: for a crop, the largest at which everything that
// must be seen fits.
func (p Picture) scaled() Picture {
	switch {
	case p.Crop == nil && p.Scale == 0:
		p.Scale = wholeZero
		if p.Fit > 0 {
			p.Scale = min(max(float64(p.Fit)/wholeWidth, minScale), maxScale)
		}
	case p.Crop != nil && p.Scale == 0:
		u := p.width() / pageWide
		wide, high := p.mapRoom()
		hexes := p.Crop.hexes(p.Board)
		for _, s := range cropScales {
			p.Scale = s
			bm := &baseMap{lay: newLayout(p.Board, s), board: p.Board}
			win := bm.window(hexes)
			if p.Portrait && float64(win.Dx()) <= p.width() ||
				!p.Portrait && float64(win.Dx()) <= wide*u && float64(win.Dy()) <= math.Floor(high*u) {
				break
			}
		}
	}
	return p
}

// landscape composes a crop with the proportions of a desktop client: below the bar the
// map, with more of it around what was asked for, and beside it the text.
func (pn *planner) landscape(p Picture, scaled bool) page {
	win := pn.window(p.Crop.hexes(p.Board))
	wide, high := p.mapRoom()
	u := p.width() / pageWide
	if scaled { // as large as the scale wants it
		u = max(float64(win.Dx()+1)/wide, float64(win.Dy()+1)/high, 0.3)
	}
	g := page{p: u, size: image.Pt(int(math.Round(pageWide*u)), int(math.Round(pageHigh*u)))}
	g.area = image.Rect(0, int(math.Ceil(barHigh*u)), int(math.Ceil(wide*u)), g.size.Y)
	g.window = pn.widened(win, g.area.Size())
	return g
}

// widened is a window with more of the map around it, as large as it may be.
func (pn *planner) widened(win image.Rectangle, size image.Point) image.Rectangle {
	along := func(from, to, size, all int) (int, int) {
		size = min(max(size, to-from), all)
		at := min(max(0, (from+to-size)/2), all-size)
		return at, at + size
	}
	x0, x1 := along(win.Min.X, win.Max.X, size.X, int(pn.lay.width))
	y0, y1 := along(win.Min.Y, win.Max.Y, size.Y, int(pn.lay.height))
	return image.Rect(x0, y0, x1, y1)
}

// picture plans everything but the map below the counters. scaled says that the caller
// has chosen the scale.
func (pn *planner) picture(p Picture, scaled bool) Plan {
	pn.crop = p.Crop != nil
	if pn.crop && !p.Portrait {
		return pn.wide(p, scaled)
	}
	return pn.high(p, scaled)
}

// wide plans a landscape.
func (pn *planner) wide(p Picture, scaled bool) Plan {
	g := pn.landscape(p, scaled)
	pn.p = g.p
	pn.least, pn.clear = 4.8*g.p, 11*g.p
	pn.letters.name, pn.letters.number, pn.letters.tab, pn.letters.tag = 9.6*g.p, 7.2*g.p, 9.6*g.p, 9.6*g.p
	pn.letters.small = 7.2 * g.p
	pn.label()
	fr := &frame{planner: pn, width: float64(g.size.X)}
	fr.bar(p.View, false, 1)
	over := pn.overLayer(p, g)
	fr.around(g, over.Clip)
	layers := []Layer{over, {Name: "frame", Clip: image.Rectangle{Max: g.size}, Ops: fr.ops}}
	if p.told() {
		box := image.Rect(g.area.Max.X, g.area.Min.Y, g.size.X, g.size.Y)
		side := &frame{planner: pn, width: float64(box.Dx())}
		side.column(p, g.window, float64(box.Dy()))
		layers = append(layers, Layer{
			Name: "side", Clip: box, Shift: Point{float64(box.Min.X), float64(box.Min.Y)}, Ops: side.ops,
		})
	}
	if p.Legend { // below the page
		below := &frame{planner: pn, width: float64(g.size.X), y: panelGap * pn.p}
		below.drawRows([][]item{{below.legendBox(below.vocabulary(p, g.window))}})
		box := image.Rect(0, g.size.Y, g.size.X, g.size.Y+int(math.Ceil(below.y)))
		ground := Fill{What: "panel", Ink: "panel", Shapes: []Polyline{Rect{0, 0, below.width, below.y + 1}.line()}}
		layers = append(layers, Layer{Name: "legend", Clip: box, Shift: Point{0, float64(g.size.Y)}, Ops: append([]Op{ground}, below.ops...)})
		g.size.Y = box.Max.Y
	}
	return Plan{Size: g.size, Window: g.window, MapAt: over.Clip.Min, Layers: layers}
}

// high plans a whole map, or a crop in portrait: below the map the text, and then
// tracks and boxes.
func (pn *planner) high(p Picture, scaled bool) Plan {
	win := pn.full()
	if p.Crop != nil {
		win = pn.window(p.Crop.hexes(p.Board))
	}
	width := float64(win.Dx())
	if p.Crop == nil {
		width = max(width, math.Ceil(narrowest*p.Scale))
		pn.p = max(0.6, p.Scale)
		pn.wholeMap(scaled)
	} else {
		if !scaled { // more of the map around what was asked for
			most := min(usualReach*pn.lay.r, p.width())
			win = pn.widened(win, image.Pt(int(most), int(0.8*most)))
			width = float64(win.Dx())
			if p.Rows > 0 { // all of an animation are as wide
				width = max(width, p.width())
			}
		}
		pn.p = max(0.7, min(2, width/620))
	}
	if !scaled && pn.crop && pn.telephone(win) {
		point := width / phonePoints * 0.999 // a part in a thousand for rounding
		pn.least, pn.clear = fairPoints*point, leastPoints*point
		pn.letters.name, pn.letters.tag, pn.letters.tab = leastPoints*point, leastPoints*point, leastPoints*point
		pn.letters.number, pn.letters.small = fairPoints*point, pn.letters.name
	}
	pn.label()
	fr := &frame{planner: pn, width: width}
	questions := 2
	if p.Rows > 0 { // the map of an animation stays where it is
		questions = 1
	}
	fr.bar(p.View, p.Crop == nil, questions)
	g := page{window: win, area: image.Rect(0, int(fr.y), int(width), int(fr.y)+win.Dy())}
	over := pn.overLayer(p, g)
	fr.around(g, over.Clip)
	fr.y = float64(g.area.Max.Y)
	fr.answer(p.Overlay, p.Rows)
	fr.panel(p, win)
	size := image.Pt(int(width), int(math.Ceil(fr.y)))
	return Plan{
		Size: size, Window: win, MapAt: over.Clip.Min,
		Layers: []Layer{over, {Name: "frame", Clip: image.Rectangle{Max: size}, Ops: fr.ops}},
	}
}

// wholeMap sets how small letters on a whole map may be.
func (pn *planner) wholeMap(scaled bool) {
	pn.least = leastPixels
	if scaled {
		pn.least *= min(1, pn.lay.scale)
	}
	pn.sparse = !scaled && numberSize*pn.lay.u*1.5 < leastNumber
}

// overLayer plans what is on the map, with the map in the middle of its area.
func (pn *planner) overLayer(p Picture, g page) Layer {
	at := g.area.Min.Add(g.area.Size().Sub(g.window.Size()).Div(2))
	return Layer{
		Name: "over", Clip: g.window.Sub(g.window.Min).Add(at),
		Shift: Point{float64(at.X - g.window.Min.X), float64(at.Y - g.window.Min.Y)},
		Ops:   pn.over(p, g.window).ops(),
	}
}

// around fills the part of its area that a small map leaves free.
func (f *frame) around(g page, held image.Rectangle) {
	var rest []Polyline
	a := g.area
	for _, r := range []image.Rectangle{
		image.Rect(a.Min.X, a.Min.Y, held.Min.X, a.Max.Y), image.Rect(held.Max.X, a.Min.Y, a.Max.X, a.Max.Y),
		image.Rect(held.Min.X, a.Min.Y, held.Max.X, held.Min.Y), image.Rect(held.Min.X, held.Max.Y, held.Max.X, a.Max.Y),
	} {
		if !r.Empty() {
			rest = append(rest, rectOf(r).line())
		}
	}
	if len(rest) > 0 {
		f.fill("beside", "paper", rest...)
	}
}

// column fills the space beside the map of a crop: the text at the top, below it the
// counters that cannot be read on the map, and the legend.
func (f *frame) column(pic Picture, win image.Rectangle, high float64) {
	p := f.p
	f.fill("side", "panel", Rect{0, 0, f.width, high}.line())
	answer := pic.Overlay
	if answer == nil {
		answer = &engine.Answer{}
	}
	bars, signs := chart{f, answer.Bars}, f.signs(pic, win)
	for len(signs) > 0 && high-bars.high()-f.keyHigh(signs)-12*p < f.wordsHigh(min(4, len(answer.Lines)*3)) {
		signs = signs[:len(signs)-1]
	}
	rows := f.rowed(f.insetItems(pic, win))
	room := high - bars.high() - f.keyHigh(signs) - 12*p
	for len(rows) > 0 && room-rowsHigh(rows, p) < f.wordsLeast(answer) { // words come first
		rows = rows[:len(rows)-1]
	}
	room -= rowsHigh(rows, p)
	f.y = 4 * p
	f.wordsIn(answer, room)
	bars.draw()
	f.y = max(f.y, high-f.keyHigh(signs)-rowsHigh(rows, p)-4*p)
	f.drawRows(rows)
	f.key(signs)
}

// wordsLeast is the height of all the text of an answer, in the smallest letters.
func (f *frame) wordsLeast(a *engine.Answer) float64 {
	size := leastWords * wordSize * f.p
	return leastWords * f.wordsHigh(len(f.lines(f.told(a), Plain, size, f.width-24*f.p)))
}

// wordsHigh is the height of so many lines of words.
func (f *frame) wordsHigh(lines int) float64 { return (wordStep*float64(lines) + 6) * f.p }

func (f *frame) insetItems(pic Picture, win image.Rectangle) []item {
	return lists.Map(f.insets(pic, win), f.insetBox)
}

// rowed puts items into rows that are as wide as the frame.
func (f *frame) rowed(items []item) [][]item {
	gap := panelGap * f.p
	var rows [][]item
	sum := math.Inf(1)
	for _, it := range items {
		if sum+it.width+gap > f.width {
			rows, sum = append(rows, nil), gap
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], it)
		sum += it.width + gap
	}
	return rows
}

func rowHigh(row []item) float64 {
	high := 0.0
	for _, it := range row {
		high = max(high, it.height)
	}
	return high
}

func rowsHigh(rows [][]item, p float64) float64 {
	high := 0.0
	for _, r := range rows {
		high += rowHigh(r) + panelGap*p
	}
	return high
}

// drawRows draws rows of items, and stretches all but a short last row.
func (f *frame) drawRows(rows [][]item) {
	gap := panelGap * f.p
	for i, row := range rows {
		sum := gap
		for _, it := range row {
			sum += it.width + gap
		}
		x, spare := gap, (f.width-sum)/float64(len(row))
		if spare > 160*f.p && i == len(rows)-1 {
			spare = 0
		}
		high := rowHigh(row)
		for _, it := range row {
			it.draw(Rect{x, f.y, x + it.width + spare, f.y + high})
			x += it.width + spare + gap
		}
		f.y += high + gap
	}
}
