package render

import (
	"strings"

	"referee/engine"
)

// barStyle is how a bar of a chart is drawn, by its rating for whoever acts: besides
// its colour it has a sign.
type barStyle struct {
	ink  Ink
	sign string
}

var outcomes = map[engine.Class]barStyle{
	engine.Good:  {"reach", "+"},
	engine.Bad:   {"blocked", "−"},
	engine.Mixed: {"risk", "±"},
	engine.Even:  {"from", "="},
}

// outcomeOf is how a bar is drawn; without a sign if it has no rating.
func outcomeOf(c engine.Class) barStyle {
	if o, ok := outcomes[c]; ok {
		return o
	}
	return barStyle{ink: "chance"}
}

// Sizes of charts, in units of the frame.
const (
	chartSize  = 12.5 // of letters
	chartStep  = 20.0 // of a row of one line
	chartLine  = 14.0 // of each more
	chartWhole = 17.0 // of the bar of all outcomes
	chartSums  = 20.0 // of a row of sums
)

// chart is a chart of chances below the words of an answer.
type chart struct {
	*frame
	bars []engine.Bar
}

// chartRow is an outcome, measured.
type chartRow struct {
	faces string // of the die that lead to it
	lines []string
	part  string
	bar   engine.Bar
}

func (f *frame) percent(part, of int) string {
	return f.say(engine.Say("board.percent", engine.Num("n", (100*part+of/2)/max(1, of))))
}

// rows measures the outcomes of a chart: how wide the signs before their words
// are, and the faces of the die after them.
func (c chart) rows() (rows []chartRow, signs, faces float64) {
	size, parts := chartSize*c.p, 0.0
	for _, b := range c.bars {
		r := chartRow{faces: runs(b.Faces), bar: b}
		if len(b.Faces) == 0 { // otherwise the faces tell
			r.part = c.percent(b.Part, b.Of)
		}
		if s := outcomeOf(b.Class).sign; s != "" {
			signs = max(signs, c.pillWide(s)+3*c.p)
		}
		if r.faces != "" {
			faces = max(faces, c.fonts.width(Bold, size, r.faces)+10*c.p)
		}
		parts = max(parts, c.fonts.width(Bold, size, r.part))
		rows = append(rows, r)
	}
	room := c.width - 24*c.p - signs - faces - parts - 14*c.p
	for i, r := range rows {
		rows[i].lines = c.wrap(c.say(r.bar.Label), Plain, size, room, 2)
	}
	return rows, signs, faces
}

func (r chartRow) high() float64 { return chartStep + chartLine*float64(max(0, len(r.lines)-1)) }

// high is the height of a chart.
func (c chart) high() float64 {
	if len(c.bars) == 0 {
		return 0
	}
	rows, _, _ := c.rows()
	high := chartWhole + 8 + chartSums*float64(len(c.sums()))
	for _, r := range rows {
		high += r.high()
	}
	return high * c.p
}

// sum is the sum of the outcomes of a class.
type sum struct {
	class engine.Class
	part  int
}

// sums lists the sums of the classes that a chart has, in rows of two.
func (c chart) sums() [][]sum {
	var out [][]sum
	n := 0
	for _, class := range c.book.words.List("outcome") {
		part := 0
		for _, b := range c.bars {
			if b.Class == class {
				part += b.Part
			}
		}
		if part == 0 {
			continue
		}
		if n%2 == 0 {
			out = append(out, nil)
		}
		out[n/2] = append(out[n/2], sum{class, part})
		n++
	}
	return out
}

// draw draws chances: a bar of all outcomes, the sums of the good and the bad ones,
// and each outcome with the faces of the die that lead to it.
func (c chart) draw() {
	if len(c.bars) == 0 {
		return
	}
	p := c.p
	size, x0, x1 := chartSize*p, 12*p, c.width-12*p
	y := c.y + 3*p
	of := float64(max(1, c.bars[0].Of))
	at := x0
	for _, b := range c.bars {
		part := Rect{at, y, at + (x1-x0)*float64(b.Part)/of, y + (chartWhole-4)*p}
		c.fill("bar", outcomeOf(b.Class).ink, part.line())
		c.outline("bar", "panel", 1.2*p, part.line())
		at = part.X1
	}
	c.y += (chartWhole + 2) * p
	for _, row := range c.sums() {
		for i, s := range row {
			x := x0 + (x1-x0)/2*float64(i)
			o := outcomeOf(s.class)
			w := c.pill(o.ink, o.sign+" "+c.percent(s.part, c.bars[0].Of), x, c.y+2*p)
			c.write("bar", c.clip(c.say(engine.Say("drawn.outcome."+string(s.class))), Plain, size, (x1-x0)/2-w-8*p), Plain, size, "ink",
				Point{x + w + 5*p, c.y + 14*p}, left)
		}
		c.y += chartSums * p
	}
	c.y += 3 * p
	rows, signs, faces := c.rows()
	for _, r := range rows {
		if o := outcomeOf(r.bar.Class); o.sign != "" {
			c.pill(o.ink, o.sign, x0, c.y+2*p)
		}
		if r.faces != "" {
			c.die(r.faces, Rect{x0 + signs, c.y + 2*p, x0 + signs + faces, c.y + 18*p})
		}
		for i, l := range r.lines {
			c.write("bar", l, Plain, size, "ink", Point{x0 + signs + faces + 6*p, c.y + (14+chartLine*float64(i))*p}, left)
		}
		c.write("bar", r.part, Bold, size, "ink", Point{x1, c.y + 14*p}, right)
		c.y += r.high() * p
	}
	c.y += 3 * p
}

// die is the faces of the die as text.
func (f *frame) die(faces string, r Rect) {
	p := f.p
	f.fill("bar", "label", rounded(r, 3*p))
	f.outline("bar", "ink", 1.1*p, rounded(r, 3*p))
	f.write("bar", faces, Bold, chartSize*p, "ink", Point{r.middle().X, r.Y0 + 12.4*p}, middle)
}

func (c chart) pillWide(s string) float64 { return c.fonts.width(Bold, chartSize*c.p, s) + 10*c.p }

// pill draws a short text on a ground of one ink, and returns its width.
func (c chart) pill(ink Ink, s string, x, y float64) float64 {
	p := c.p
	wide := c.pillWide(s)
	c.fill("bar", ink, rounded(Rect{x, y, x + wide, y + 16*p}, 4*p))
	c.write("bar", s, Bold, chartSize*p, "white", Point{x + wide/2, y + 12.4*p}, middle)
	return wide
}

// runs writes the faces of a die with ranges: 0, 3–5.
func runs(faces []string) string {
	var out []string
	for i := 0; i < len(faces); {
		k := i
		for k+1 < len(faces) && len(faces[k]) == 1 && len(faces[k+1]) == 1 && faces[k+1][0] == faces[k][0]+1 {
			k++
		}
		switch k - i {
		case 0:
			out = append(out, faces[i])
		case 1:
			out = append(out, faces[i], faces[k])
		default:
			out = append(out, faces[i]+"–"+faces[k])
		}
		i = k + 1
	}
	return strings.Join(out, ", ")
}
