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

// chartRows measures the outcomes of a chart: how wide the signs before their words
// are, and the faces of the die after them.
func (f *frame) chartRows(bars []engine.Bar) (rows []chartRow, signs, faces float64) {
	size, parts := chartSize*f.p, 0.0
	for _, b := range bars {
		r := chartRow{faces: runs(b.Faces), bar: b}
		if len(b.Faces) == 0 { // otherwise the faces tell
			r.part = f.percent(b.Part, b.Of)
		}
		if s := outcomeOf(b.Class).sign; s != "" {
			signs = max(signs, f.pillWide(s)+3*f.p)
		}
		if r.faces != "" {
			faces = max(faces, f.fonts.width(Bold, size, r.faces)+10*f.p)
		}
		parts = max(parts, f.fonts.width(Bold, size, r.part))
		rows = append(rows, r)
	}
	room := f.width - 24*f.p - signs - faces - parts - 14*f.p
	for i, r := range rows {
		rows[i].lines = f.wrap(f.say(r.bar.Label), Plain, size, room, 2)
	}
	return rows, signs, faces
}

func (r chartRow) high() float64 { return chartStep + chartLine*float64(max(0, len(r.lines)-1)) }

// chartHigh is the height of a chart.
func (f *frame) chartHigh(bars []engine.Bar) float64 {
	if len(bars) == 0 {
		return 0
	}
	rows, _, _ := f.chartRows(bars)
	high := chartWhole + 8 + chartSums*float64(len(f.sums(bars)))
	for _, r := range rows {
		high += r.high()
	}
	return high * f.p
}

// sum is the sum of the outcomes of a class.
type sum struct {
	class engine.Class
	part  int
}

// sums lists the sums of the classes that a chart has, in rows of two.
func (f *frame) sums(bars []engine.Bar) [][]sum {
	var out [][]sum
	n := 0
	for _, c := range f.book.words.List("outcome") {
		part := 0
		for _, b := range bars {
			if b.Class == c {
				part += b.Part
			}
		}
		if part == 0 {
			continue
		}
		if n%2 == 0 {
			out = append(out, nil)
		}
		out[n/2] = append(out[n/2], sum{c, part})
		n++
	}
	return out
}

// chart draws chances: a bar of all outcomes, the sums of the good and the bad ones,
// and each outcome with the faces of the die that lead to it.
func (f *frame) chart(bars []engine.Bar) {
	if len(bars) == 0 {
		return
	}
	p := f.p
	size, x0, x1 := chartSize*p, 12*p, f.width-12*p
	y := f.y + 3*p
	of := float64(max(1, bars[0].Of))
	at := x0
	for _, b := range bars {
		part := Rect{at, y, at + (x1-x0)*float64(b.Part)/of, y + (chartWhole-4)*p}
		f.fill("bar", outcomeOf(b.Class).ink, part.line())
		f.outline("bar", "panel", 1.2*p, part.line())
		at = part.X1
	}
	f.y += (chartWhole + 2) * p
	for _, row := range f.sums(bars) {
		for i, s := range row {
			x := x0 + (x1-x0)/2*float64(i)
			o := outcomeOf(s.class)
			w := f.pill(o.ink, o.sign+" "+f.percent(s.part, bars[0].Of), x, f.y+2*p)
			f.write("bar", f.clip(f.say(engine.Say("drawn.outcome."+string(s.class))), Plain, size, (x1-x0)/2-w-8*p), Plain, size, "ink",
				Point{x + w + 5*p, f.y + 14*p}, left)
		}
		f.y += chartSums * p
	}
	f.y += 3 * p
	rows, signs, faces := f.chartRows(bars)
	for _, r := range rows {
		if o := outcomeOf(r.bar.Class); o.sign != "" {
			f.pill(o.ink, o.sign, x0, f.y+2*p)
		}
		if r.faces != "" {
			f.die(r.faces, Rect{x0 + signs, f.y + 2*p, x0 + signs + faces, f.y + 18*p})
		}
		for i, l := range r.lines {
			f.write("bar", l, Plain, size, "ink", Point{x0 + signs + faces + 6*p, f.y + (14+chartLine*float64(i))*p}, left)
		}
		f.write("bar", r.part, Bold, size, "ink", Point{x1, f.y + 14*p}, right)
		f.y += r.high() * p
	}
	f.y += 3 * p
}

// die is the faces of the die as text.
func (f *frame) die(faces string, r Rect) {
	p := f.p
	f.fill("bar", "label", rounded(r, 3*p))
	f.outline("bar", "ink", 1.1*p, rounded(r, 3*p))
	f.write("bar", faces, Bold, chartSize*p, "ink", Point{r.middle().X, r.Y0 + 12.4*p}, middle)
}

func (f *frame) pillWide(s string) float64 { return f.fonts.width(Bold, chartSize*f.p, s) + 10*f.p }

// pill draws a short text on a ground of one ink, and returns its width.
func (f *frame) pill(ink Ink, s string, x, y float64) float64 {
	p := f.p
	wide := f.pillWide(s)
	f.fill("bar", ink, rounded(Rect{x, y, x + wide, y + 16*p}, 4*p))
	f.write("bar", s, Bold, chartSize*p, "white", Point{x + wide/2, y + 12.4*p}, middle)
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
