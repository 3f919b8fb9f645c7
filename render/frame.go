package render

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// frame plans what is around the map: the bar above it, and the tracks and boxes below.
// Lengths are in units of p pixels.
type frame struct {
	*planner
	width float64 // of the picture, pixels
	y     float64 // how far down the picture is planned, in pixels
	ops   []Op
}

// conditionStyle is how a condition of a turn is drawn.
type conditionStyle struct {
	ground, text Ink
	icon         engine.Glyph
}

func (f *frame) fill(what string, ink Ink, shapes ...Polyline) {
	f.ops = append(f.ops, Fill{What: what, Ink: ink, Shapes: shapes})
}

func (f *frame) outline(what string, ink Ink, width float64, shapes ...Polyline) {
	f.ops = append(f.ops, Stroke{What: what, Ink: ink, Width: width, Lines: shapes, Closed: true})
}

func (f *frame) write(what, s string, face Face, size float64, ink Ink, at Point, a align) Text {
	t := f.text(what, s, face, size, ink, at, a)
	f.ops = append(f.ops, t)
	return t
}

// icon draws the icon of a condition.
func (f *frame) icon(c engine.Class, at Point, r float64) {
	s := f.book.conditions[c]
	f.ops = append(f.ops, f.book.glyph(s.icon, glyphBox{what: string(c), box: at.square(r), usual: s.text, pale: s.ground, width: r / 8})...)
}

// bar draws the title, the status line and, in at most so many lines, the open
// questions or how the game ended.
func (f *frame) bar(v engine.View, whole bool, most int) {
	p := f.p
	height := math.Ceil(barHigh * p) // the map begins on a whole pixel
	ground := len(f.ops)
	f.ops = append(f.ops, nil) // once its height is known
	x := 12 * p
	if whole && f.board.Title != "" {
		t := f.write("title", f.board.Title, Serif, 26*p, "bar-text", Point{x, 34 * p}, left)
		x = t.Box.X1 + 22*p
	}
	for _, c := range v.Conditions {
		f.condition(c, Point{x + 13*p, height / 2})
		x += 38 * p
	}
	room := f.width - x - 10*p
	second, ink := f.waiting(v), Ink("bar-faint")
	if v.Result != nil {
		second, ink = f.result(*v.Result), "vp"
	}
	line := 21 * p
	if second == "" {
		line = 31 * p
	}
	status := f.clip(f.say(v.Status), Bold, 17*p, room)
	f.write("status", status, Bold, 17*p, "bar-text", Point{x, line}, left)
	for i, s := range f.question(second, 14*p, room, most) {
		f.write("waiting", s, Plain, 14*p, ink, Point{x, (40 + 17*float64(i)) * p}, left)
		if i > 0 {
			height += math.Ceil(17 * p)
		}
	}
	f.ops[ground] = Fill{What: "bar", Ink: "bar", Shapes: []Polyline{Rect{0, 0, f.width, height}.line()}}
	f.y = height
}

// condition draws the icon of a condition on its ground.
func (f *frame) condition(c engine.Class, at Point) {
	f.fill("period", f.book.conditions[c].ground, circle(at, 15*f.p))
	f.icon(c, at, 10.5*f.p)
}

// question breaks the open questions into at most so many lines; if they are longer,
// the last sentences are left out.
func (f *frame) question(s string, size, width float64, most int) []string {
	for len(f.lines(s, Plain, size, width)) > most {
		cut := strings.LastIndexAny(strings.TrimRight(s, ".?!"), ".?!")
		if cut < 0 {
			break
		}
		s = s[:cut+1]
	}
	return f.wrap(s, Plain, size, width, most)
}

// waiting lists the open questions, and whose each of them is, as many people look at a
// picture.
func (f *frame) waiting(v engine.View) string {
	var parts []string
	for _, q := range v.Waiting {
		if q.Seat == engine.Chance {
			parts = append(parts, f.say(engine.Say("board.chance", engine.Sub("ask", q.Ask))))
			continue
		}
		parts = append(parts, f.say(engine.Say("board.asked", engine.Noun("seat", string(q.Seat)), engine.Sub("ask", q.Ask))))
	}
	return strings.Join(parts, "  ·  ")
}

func (f *frame) result(r engine.Result) string {
	parts := []string{f.say(r.Why)}
	for _, s := range r.Score {
		parts = append(parts, fmt.Sprintf("%s %d", f.say(engine.Say("noun."+string(s.Seat))), s.Points))
	}
	return strings.Join(parts, "  ·  ")
}

// item is a track or a box, measured, that is put into a row.
type item struct {
	width, height float64
	draw          func(r Rect)
}

const (
	panelGap = 6.0
	headHigh = 18.0 // of a label
)

// panel puts the tracks and boxes of a whole map, or the insets of a crop, into
// rows below it, and the legend.
func (f *frame) panel(pic Picture, win image.Rectangle) {
	var items []item
	if pic.Crop == nil {
		items = append(lists.Map(pic.View.Tracks, f.track), lists.Map(pic.View.Boxes, f.box)...)
	} else {
		items = f.insetItems(pic, win)
	}
	signs := f.signs
	if pic.Legend {
		signs = f.vocabulary
	}
	if signs := signs(pic, win); len(signs) > 0 {
		at := 0 // before the insets of a crop, but a whole legend last
		if pic.Legend || pic.Crop == nil {
			at = len(items)
		}
		items = slices.Insert(items, at, f.legendBox(signs))
	}
	if len(items) == 0 {
		return
	}
	ground := len(f.ops)
	f.ops = append(f.ops, nil) // the panel's ground, once its height is known
	top := f.y
	f.y += panelGap * f.p
	f.drawRows(f.rowed(items))
	f.ops[ground] = Fill{What: "panel", Ink: "panel", Shapes: []Polyline{Rect{0, top, f.width, f.y + 1}.line()}}
}

// card draws the ground of a track or box, with its label.
func (f *frame) card(what string, r Rect, label string, own engine.Class) {
	p := f.p
	f.fill(what, "label", rounded(r, 4*p))
	f.outline(what, "panel-edge", 1.2*p, rounded(r, 4*p))
	x := r.X0 + 7*p
	if o, ok := f.book.owners[own]; ok {
		chip := Rect{x, r.Y0 + 5*p, x + 10*p, r.Y0 + 15*p}
		f.fill(what, o.body, chip.line())
		f.outline(what, o.edge, 1.2*p, chip.line())
		x += 15 * p
	}
	label = f.clip(label, Bold, 12.5*p, r.X1-x-4*p)
	f.write(what, label, Bold, 12.5*p, "ink", Point{x, r.Y0 + 14.5*p}, left)
}
