package render

import (
	"image"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// sign is one line of the legend: how a word of the vocabulary is drawn, and
// what it is called.
type sign struct {
	label string
	draw  func(at Point)
}

// legend is the legend of a picture or, beside a map, its key.
type legend struct {
	*frame
	keying
	signs []sign
	room  float64 // for a row, in pixels
}

// keying is the layout of a legend, in units of the frame.
type keying struct {
	wide, high float64 // of a sign
	size       float64 // of letters
	shrink     float64 // of the drawing
}

var (
	boxed  = keying{44, 40, 12.5, 1}
	beside = keying{32, 25, 12, 0.62}
)

// vocabulary lists what the legend of a picture explains: the words of the vocabulary
// that are on its map, all symbols and states of pieces, and what is printed on the
// map.
func (f *frame) vocabulary(pic Picture, win image.Rectangle) []sign {
	return slices.Concat(f.signsOf(f.classes(pic, win), true), f.printed(), f.extras(pic))
}

// signs lists the signs that are drawn over the map of a picture, those of pieces last.
func (f *frame) signs(pic Picture, win image.Rectangle) []sign {
	if !pic.explains() {
		return nil
	}
	on := f.classes(pic, win)
	out := slices.Concat(f.signsOf(map[string][]engine.Class{"mark": on["mark"], "path": on["path"]}, false), f.extras(pic))
	if pic.Crop != nil {
		out = append(out, f.signsOf(map[string][]engine.Class{"state": on["state"]}, false)...)
	}
	return out
}

// explains reports whether signs are drawn over the map of a picture.
func (p Picture) explains() bool {
	marks, paths, gone := p.drawn()
	return len(marks)+len(paths)+len(gone) > 0
}

// drawn lists the marks, the paths and the pieces that are gone: all that is drawn over
// the map of a picture besides its counters.
func (p Picture) drawn() (marks []engine.Mark, paths []engine.Path, gone []engine.Piece) {
	if p.Overlay == nil {
		return p.View.Marks, p.View.Paths, nil
	}
	return slices.Concat(p.View.Marks, p.Overlay.Marks), slices.Concat(p.View.Paths, p.Overlay.Paths), p.Overlay.Ghosts
}

// legendBox measures the legend of a picture.
func (f *frame) legendBox(signs []sign) item {
	p := f.p
	wide := f.width - 2*panelGap*p
	l := legend{f, boxed, signs, wide - 14*p}
	spots, high := l.spots()
	return item{wide, (headHigh+6)*p + high, func(r Rect) {
		f.card("legend", r, f.say(engine.Say("drawn.legend")), "")
		l.draw(spots, Point{r.X0 + 7*p, r.Y0 + (headHigh+2)*p})
	}}
}

// keyHigh is the height of the legend beside a map.
func (f *frame) keyHigh(signs []sign) float64 {
	if len(signs) == 0 {
		return 0
	}
	_, high := legend{f, beside, signs, f.width - 20*f.p}.spots()
	return high + 6*f.p
}

// key draws the legend beside a map.
func (f *frame) key(signs []sign) {
	if len(signs) == 0 {
		return
	}
	p := f.p
	f.ops = append(f.ops, Stroke{What: "legend", Ink: "panel-edge", Width: 1.2 * p, Lines: []Polyline{{{10 * p, f.y}, {f.width - 10*p, f.y}}}})
	l := legend{f, beside, signs, f.width - 20*p}
	spots, _ := l.spots()
	l.draw(spots, Point{10 * p, f.y + 4*p})
}

// spots places the signs in rows: it returns the position of each and the height of all.
func (l legend) spots() ([]Rect, float64) {
	p := l.p
	out := make([]Rect, len(l.signs))
	type row struct{ wide, high float64 }
	var rows []row
	in := make([]int, len(l.signs))
	for i, s := range l.signs { // each in the first row that has room
		need := l.wideOf(s)
		at := slices.IndexFunc(rows, func(r row) bool { return r.wide+need <= l.room*1.001 })
		if at < 0 {
			at, rows = len(rows), append(rows, row{})
		}
		out[i].X0, in[i] = rows[at].wide, at
		rows[at].wide += need
		rows[at].high = max(rows[at].high, l.high*p, (l.size*1.25*float64(len(l.linesOf(s)))+3)*p)
	}
	high := 0.0
	for at, r := range rows {
		for i := range l.signs {
			if in[i] == at {
				out[i].Y0, out[i].Y1 = high, high+r.high
			}
		}
		high += r.high
	}
	return out, high
}

// draw draws the signs where they were placed, relative to a corner.
func (l legend) draw(spots []Rect, corner Point) {
	p := l.p
	for i, s := range l.signs {
		c := corner.add(Point{spots[i].X0, spots[i].middle().Y})
		l.p = p * l.shrink
		s.draw(Point{c.X + l.wide/2*p, c.Y})
		l.p = p
		lines := l.linesOf(s)
		for n, line := range lines {
			y := c.Y + (l.size*0.36+1.2*l.size*(float64(n)-float64(len(lines)-1)/2))*p
			l.write("legend", line, Plain, l.size*p, "ink", Point{c.X + (l.wide+4)*p, y}, left)
		}
	}
}

// linesOf is what a sign is called, in lines.
func (l legend) linesOf(s sign) []string {
	return l.wrap(s.label, Plain, l.size*l.p, l.room-(l.wide+6)*l.p, 2)
}

// wideOf is how much of a row a sign takes: whole tenths of it, so that signs are in
// columns.
func (l legend) wideOf(s sign) float64 {
	need := (l.wide+10)*l.p + l.fonts.width(Plain, l.size*l.p, s.label)
	tenth := l.room / 10
	return min(l.room, math.Ceil(need/tenth)*tenth)
}

// printed are the signs of what is printed on the map and on the counters in addition
// to the vocabulary.
func (f *frame) printed() []sign {
	var out []sign
	add := func(key string, draw func(at Point)) { out = append(out, sign{f.say(engine.Say(key)), draw}) }
	has := func(which func(h engine.BoardHex) bool) bool { return slices.ContainsFunc(f.board.Hexes, which) }
	add("drawn.steps", func(at Point) {
		f.ops = append(f.ops, Counter{Piece: engine.Piece{
			Owner: engine.Neutral, Symbol: engine.PlainPiece, Band: 2, Steps: 1, Of: 2, Values: []string{""},
		}, At: at, Size: math.Floor(29 * f.p)})
	})
	if has(func(h engine.BoardHex) bool { return h.VP > 0 }) {
		add("drawn.points", func(at Point) {
			pn := f.mini(at, engine.BoardHex{})
			pn.lay.u *= 1.6
			f.ops = append(f.ops, pn.coin("legend", 2, at)...)
		})
	}
	if has(func(h engine.BoardHex) bool { return h.Entry }) {
		add("drawn.entry", func(at Point) {
			f.sample(at, engine.BoardHex{Terrain: engine.Clear})
			pn := f.mini(at, engine.BoardHex{Entry: true})
			f.ops = append(f.ops, pn.entries()...)
		})
	}
	for _, class := range f.book.words.List("owner") {
		if has(func(h engine.BoardHex) bool { return h.Area == class }) {
			label := f.say(engine.Say("drawn.area", engine.Sub("owner", engine.Say("drawn.owner."+string(class)))))
			out = append(out, sign{label, func(at Point) {
				f.sample(at, engine.BoardHex{Terrain: engine.Clear})
				k := f.planner.lay.hexagon(at, 19*f.p)
				f.fill("legend", f.book.owners[class].area, k)
				f.ops = append(f.ops, Stroke{
					What: "legend", Ink: f.book.owners[class].border, Width: 2 * f.p,
					Lines: []Polyline{k}, Closed: true, Dash: []float64{5 * f.p, 2.5 * f.p},
				})
			}})
		}
	}
	return out
}

// extras are the signs of a picture in addition to the vocabulary: tags of paths, faces
// of the die, pieces that are gone.
func (f *frame) extras(pic Picture) []sign {
	var out []sign
	_, paths, gone := pic.drawn()
	if i := slices.IndexFunc(paths, func(p engine.Path) bool { return p.Text != "" }); i >= 0 {
		out = append(out, sign{f.say(engine.Say("drawn.result")), func(at Point) {
			pn := f.mini(at, engine.BoardHex{})
			f.ops = append(f.ops, pn.tag("legend", paths[i].Text, at, 14*f.p, ways[paths[i].Class].ink)...)
		}})
	}
	if pic.Overlay != nil && slices.ContainsFunc(pic.Overlay.Bars, func(b engine.Bar) bool { return len(b.Faces) > 0 }) {
		out = append(out, sign{f.say(engine.Say("drawn.faces")), func(at Point) {
			f.die("0", Rect{at.X - 12*f.p, at.Y - 8*f.p, at.X + 12*f.p, at.Y + 8*f.p})
		}})
	}
	if slices.ContainsFunc(pic.View.Links, func(l engine.Link) bool { return l.Cut }) {
		out = append(out, sign{f.say(engine.Say("drawn.cut")), func(at Point) {
			pn := f.mini(at, engine.BoardHex{})
			f.ops = append(f.ops, pn.cutAt("legend", at)...)
		}})
	}
	if len(gone) > 0 {
		out = append(out, sign{f.say(engine.Say("drawn.gone")), func(at Point) {
			f.ops = append(f.ops, Counter{Piece: ghostOf(gone[0]), At: at, Size: math.Floor(31 * f.p), Ghost: true})
		}})
	}
	return out
}

// signsOf lists the signs of a legend, list by list, of some words of the
// vocabulary, with the states of pieces or without.
func (f *frame) signsOf(on map[string][]engine.Class, states bool) []sign {
	var out []sign
	add := func(list string, all bool, draw func(c engine.Class, at Point)) {
		for _, c := range f.book.words.List(list) {
			if all || slices.Contains(on[list], c) {
				out = append(out, sign{f.say(engine.Say("drawn." + list + "." + string(c))), func(at Point) { draw(c, at) }})
			}
		}
	}
	add("terrain", false, func(c engine.Class, at Point) { f.sample(at, engine.BoardHex{Terrain: c}) })
	add("site", false, func(c engine.Class, at Point) { f.sample(at, engine.BoardHex{Terrain: engine.Clear, Site: c}) })
	add("edge", false, f.sampleRiver)
	add("link", false, f.sampleRoad)
	add("symbol", false, func(c engine.Class, at Point) { f.samplePiece(at, c) })
	add("state", states, func(c engine.Class, at Point) { f.samplePiece(at, engine.Infantry, c) })
	add("mark", false, func(c engine.Class, at Point) {
		pn := f.mini(at, engine.BoardHex{Terrain: engine.Clear})
		m := engine.Mark{At: pn.board.Hexes[0].At, Class: c}
		f.ops = append(f.ops, pn.grounds([]engine.Mark{m})...)
		if d := f.book.marks[c]; d.sign != nil { // as large as its box
			pn.lay.u *= 1.6
			f.ops = append(f.ops, d.sign(pn, m, at)...)
		}
	})
	add("path", false, func(c engine.Class, at Point) {
		pn := f.mini(at, engine.BoardHex{})
		d := Point{21 * f.p, 0}
		f.ops = append(f.ops, pn.way("legend", ways[c], Polyline{at.sub(d), at.add(d)})...)
	})
	add("condition", false, func(c engine.Class, at Point) { f.condition(c, at) })
	return out
}

// classes lists which words of the vocabulary a picture uses.
func (f *frame) classes(pic Picture, win image.Rectangle) map[string][]engine.Class {
	on := map[string][]engine.Class{}
	for _, h := range f.board.Hexes {
		on["terrain"] = append(on["terrain"], h.Terrain)
		on["site"] = append(on["site"], h.Site, h.Works)
	}
	on["edge"] = lists.Map(f.board.Edges, func(e engine.BoardEdge) engine.Class { return e.Class })
	on["link"] = lists.Map(f.board.Links, func(l engine.BoardLink) engine.Class { return l.Class })
	for _, l := range pic.View.Links {
		if !l.Cut {
			on["link"] = append(on["link"], l.Class)
		}
	}
	shown, _ := f.completeHexes(win)
	for _, p := range pic.View.Pieces {
		on["symbol"] = append(on["symbol"], p.Symbol)
		if shown[p.At] {
			on["state"] = append(on["state"], p.States...)
		}
	}
	on["condition"] = slices.Clone(pic.View.Conditions)
	for _, t := range pic.View.Tracks {
		for _, c := range t.Cells {
			on["condition"] = append(on["condition"], c.Conditions...)
		}
	}
	marks, paths, _ := pic.drawn()
	for _, m := range marks {
		if shown[m.At] {
			on["mark"] = append(on["mark"], m.Class)
		}
	}
	for _, p := range paths {
		if slices.ContainsFunc(p.Hexes, func(h hex.Coord) bool { return shown[h] }) {
			on["path"] = append(on["path"], p.Class)
		}
	}
	return on
}

// mini is a planner for a map of one hex whose middle is at a point of the frame.
func (f *frame) mini(at Point, h engine.BoardHex) *planner {
	h.At = hex.Coord{Col: 11, Row: 11}
	r := 19 * f.p
	grid := f.board.Grid
	lay := layout{grid: grid, r: r, step: 1.5 * r, half: r * sqrt3 / 2, u: r / 32}
	lay.first = at.sub(lay.centre(h.At))
	return newPlanner(f.book, &engine.Board{Grid: grid, Hexes: []engine.BoardHex{h}}, lay, f.fonts, f.say)
}

// sample is a hex.
func (f *frame) sample(at Point, h engine.BoardHex) {
	pn := f.mini(at, h)
	h = pn.board.Hexes[0]
	k := pn.lay.corners(h.At)
	ground := Ink("clear")
	if t := f.book.terrains[h.Terrain]; t.area != "" {
		ground = t.area
	}
	f.fill("legend", ground, k[:])
	f.ops = append(f.ops, levels(pn.scatter(h.Terrain))...)
	f.ops = append(f.ops, pn.settlements()...)
	f.outline("legend", "panel-edge", 1.4*f.p, k[:])
}

func (f *frame) sampleRiver(c engine.Class, at Point) {
	p, r := f.p, f.book.rivers[c]
	if r.straight {
		f.sampleWorks(r, at)
		return
	}
	l := Polyline{{at.X - 18*p, at.Y + 5*p}}.bend(Point{at.X - 8*p, at.Y - 12*p}, at)
	l = l.bend(Point{at.X + 8*p, at.Y + 12*p}, Point{at.X + 18*p, at.Y - 5*p})
	f.ops = append(f.ops, Stroke{What: "legend", Ink: r.edge, Width: r.bank * 0.9 * p, Lines: []Polyline{l}},
		Stroke{What: "legend", Ink: r.line, Width: r.width * 0.9 * p, Lines: []Polyline{l}})
}

func (f *frame) sampleWorks(r river, at Point) {
	p := f.p
	l := []Polyline{{{at.X - 18*p, at.Y + 3*p}, {at.X + 18*p, at.Y + 3*p}}}
	if r.edge != "" {
		f.ops = append(f.ops, Stroke{What: "legend", Ink: r.edge, Width: r.bank * p, Lines: l})
	}
	f.ops = append(f.ops, Stroke{What: "legend", Ink: r.line, Width: r.width * p, Lines: l})
	if len(r.bead) > 0 {
		pn := f.mini(at, engine.BoardHex{})
		for x := -12.0; x <= 12; x += 12 {
			f.ops = append(f.ops, pn.bead("legend", r, Point{at.X + x*p, at.Y + 3*p}, Point{0, -1})...)
		}
	}
}

func (f *frame) sampleRoad(c engine.Class, at Point) {
	p, s := f.p, f.book.roads[c]
	l := []Polyline{{{at.X - 18*p, at.Y}, {at.X + 18*p, at.Y}}}
	f.ops = append(f.ops, Stroke{What: "legend", Ink: s.edge, Width: s.outer * p, Lines: l},
		Stroke{What: "legend", Ink: s.fill, Width: s.inner * p, Lines: l, Dash: scaled(s.dash, p)})
	if s.line != "" {
		f.ops = append(f.ops, Stroke{What: "legend", Ink: s.line, Width: 1.1 * p, Lines: l})
	}
}

func (f *frame) samplePiece(at Point, symbol engine.Class, states ...engine.Class) {
	f.ops = append(f.ops, Counter{Piece: engine.Piece{
		Owner: engine.Neutral, Symbol: symbol, Band: 2, Values: []string{"4", "5", "6"}, Steps: 1, Of: 2, States: states,
	}, At: at, Size: math.Floor(29 * f.p)})
}
