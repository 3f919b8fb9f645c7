package render

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// sign is one line of the legend: how a word of the vocabulary is drawn, and
// what it is called.
type sign struct {
	label string
	draw  func(at Point)
}

// Sizes of the legend, in units of the frame.
const (
	signWide = 44.0
	signHigh = 40.0
	signSize = 12.5 // of its letters
)

// explained are marks that a picture always explains, wherever the last of them
// is drawn: nobody can know what a second colour of the same sign means.
var explained = []engine.Class{engine.MarkReach, engine.MarkRisk}

// signs lists what a picture explains: where its legend is asked for, what of the
// vocabulary is on its map, all symbols and states of pieces, and the marks and ways
// that are drawn in it.
func (f *frame) signs(pic Picture) []sign {
	if pic.Legend {
		return f.signsOf(f.classes(pic.View, pic.Overlay), true)
	}
	drawn := f.classes(pic.View, pic.Overlay)["mark"]
	if pic.Rows > 0 || !slices.Contains(drawn, explained[len(explained)-1]) {
		return nil
	}
	return f.signsOf(map[string][]engine.Class{"mark": slices.DeleteFunc(drawn, func(c engine.Class) bool {
		return !slices.Contains(explained, c)
	})}, false)
}

// legendBox measures the legend of a picture.
func (f *frame) legendBox(signs []sign) item {
	p := f.p
	wide := f.width - 2*panelGap*p
	room := wide - 14*p
	at := make([]Point, len(signs)) // from the corner of the box
	rows, x := 1, 0.0
	for i, s := range signs {
		need := f.signWidth(s, room)
		if x > 0 && x+need > room {
			rows, x = rows+1, 0
		}
		at[i] = Point{7*p + x, (headHigh + 2 + signHigh*float64(rows-1)) * p}
		x += need
	}
	high := (headHigh + 6 + signHigh*float64(rows)) * p
	return item{wide, high, func(r Rect) {
		f.card("legend", r, f.say(engine.Say("drawn.legend")), "")
		for i, s := range signs {
			c := at[i].add(Point{r.X0, r.Y0})
			s.draw(Point{c.X + signWide/2*p, c.Y + signHigh/2*p})
			f.write("legend", f.clip(s.label, Plain, signSize*p, room-(signWide+4)*p), Plain, signSize*p, "ink",
				Point{c.X + (signWide+4)*p, c.Y + (signHigh/2+4.5)*p}, left)
		}
	}}
}

// signWidth is what a sign takes of a row: whole tenths of it, so that signs
// stand below each other.
func (f *frame) signWidth(s sign, row float64) float64 {
	need := (signWide+14)*f.p + f.fonts.width(Plain, signSize*f.p, s.label)
	tenth := row / 10
	return min(row, math.Ceil(need/tenth)*tenth)
}

// signsOf lists the signs of a legend, list by list, of some words of the
// vocabulary, with the states of pieces or without.
func (f *frame) signsOf(on map[string][]engine.Class, states bool) []sign {
	var out []sign
	add := func(list string, all bool, draw func(c engine.Class, at Point)) {
		for _, c := range engine.Vocabulary[list] {
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
		m := []engine.Mark{{At: pn.board.Hexes[0].At, Class: c}}
		f.ops = append(append(f.ops, pn.grounds(m)...), pn.signs(m, nil)...)
	})
	add("path", false, func(c engine.Class, at Point) {
		pn := f.mini(at.add(Point{0, -13 * f.p}), engine.BoardHex{})
		c1 := pn.board.Hexes[0].At
		ways := []engine.Path{{Class: c, Hexes: []hex.Coord{c1, {Col: c1.Col, Row: c1.Row + 1}}}}
		f.ops = append(append(f.ops, pn.paths(ways, nil, true)...), pn.paths(ways, nil, false)...)
	})
	return out
}

// classes lists which words of the vocabulary a picture uses.
func (f *frame) classes(v engine.View, overlay *engine.Answer) map[string][]engine.Class {
	on := map[string][]engine.Class{}
	for _, h := range f.board.Hexes {
		on["terrain"] = append(on["terrain"], h.Terrain)
		on["site"] = append(on["site"], h.Site)
	}
	for _, e := range f.board.Edges {
		on["edge"] = append(on["edge"], e.Class)
	}
	for _, l := range f.board.Links {
		on["link"] = append(on["link"], l.Class)
	}
	for _, p := range v.Pieces {
		on["symbol"] = append(on["symbol"], p.Symbol)
	}
	marks, paths := v.Marks, v.Paths
	if overlay != nil {
		marks, paths = slices.Concat(marks, overlay.Marks), slices.Concat(paths, overlay.Paths)
	}
	for _, m := range marks {
		on["mark"] = append(on["mark"], m.Class)
	}
	for _, p := range paths {
		on["path"] = append(on["path"], p.Class)
	}
	return on
}

// mini plans on a map of one hex whose middle lies at a point of the frame.
func (f *frame) mini(at Point, h engine.BoardHex) *planner {
	h.At = hex.Coord{Col: 11, Row: 11}
	r := 19 * f.p
	lay := layout{r: r, step: 1.5 * r, half: r * sqrt3 / 2, u: r / 32, col: 11, row: 11, first: at}
	return newPlanner(&engine.Board{Hexes: []engine.BoardHex{h}}, lay, f.fonts, f.say)
}

// sample is a hex.
func (f *frame) sample(at Point, h engine.BoardHex) {
	pn := f.mini(at, h)
	h = pn.board.Hexes[0]
	k := pn.lay.corners(h.At)
	ground := Ink("clear")
	if t := terrains[h.Terrain]; t.area != "" {
		ground = t.area
	}
	f.fill("legend", ground, k[:])
	f.ops = append(f.ops, pn.scatter(h.Terrain)...)
	f.ops = append(f.ops, pn.settlements()...)
	f.outline("legend", "panel-edge", f.p, k[:])
}

func (f *frame) sampleRiver(c engine.Class, at Point) {
	p, r := f.p, rivers[c]
	l := Line{{at.X - 18*p, at.Y + 5*p}}.bend(Point{at.X - 8*p, at.Y - 12*p}, at)
	l = l.bend(Point{at.X + 8*p, at.Y + 12*p}, Point{at.X + 18*p, at.Y - 5*p})
	f.ops = append(f.ops, Stroke{What: "legend", Ink: "bank", Width: r.bank * 0.9 * p, Lines: []Line{l}},
		Stroke{What: "legend", Ink: "river", Width: r.width * 0.9 * p, Lines: []Line{l}})
}

func (f *frame) sampleRoad(c engine.Class, at Point) {
	p, s := f.p, roads[c]
	l := []Line{{{at.X - 18*p, at.Y}, {at.X + 18*p, at.Y}}}
	f.ops = append(f.ops, Stroke{What: "legend", Ink: s.edge, Width: s.outer * p, Lines: l},
		Stroke{What: "legend", Ink: s.fill, Width: s.inner * p, Lines: l})
	if s.line != "" {
		f.ops = append(f.ops, Stroke{What: "legend", Ink: s.line, Width: 1.1 * p, Lines: l})
	}
}

func (f *frame) samplePiece(at Point, symbol engine.Class, states ...engine.Class) {
	f.ops = append(f.ops, Counter{Piece: engine.Piece{
		Owner: engine.Neutral, Symbol: symbol, Band: 2, Values: []string{"4", "5", "6"}, Steps: 1, Of: 2, States: states,
	}, At: at, Size: math.Floor(29 * f.p)})
}
