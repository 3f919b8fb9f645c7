package render

import (
	"fmt"
	"strings"

	"referee/engine"
)

// Sizes of what an answer says, in units of the frame.
const (
	wordSize = 14.0
	wordStep = 18.5
	barHigh  = 21.0
	mostRows = 4
)

// answer writes below the map what an answer says: its sentences, and the chart
// of its chances.
func (f *frame) answer(a *engine.Answer, rows int) {
	if a == nil && rows == 0 {
		return
	}
	if a == nil {
		a = &engine.Answer{}
	}
	p := f.p
	lines := a.Said()
	said := make([]string, len(lines))
	for i, l := range lines {
		said[i] = engine.Sentence(f.say(l))
	}
	most := rows
	if rows == 0 {
		most = mostRows
	}
	words := f.ending(said, wordSize*p, f.width-24*p, most)
	if rows == 0 {
		rows = len(words)
	}
	if rows == 0 && len(a.Bars) == 0 {
		return
	}
	top := f.y
	f.y += 6 * p
	ground := len(f.ops)
	f.ops = append(f.ops, nil) // once its height is known
	for i, w := range words {
		f.write("words", w, Plain, wordSize*p, "ink", Point{12 * p, f.y + (wordStep*float64(i)+14)*p}, left)
	}
	f.y += wordStep * float64(rows) * p
	f.chart(a.Bars)
	f.y += 6 * p
	f.ops[ground] = Fill{What: "words", Ink: "panel", Shapes: []Line{Rect{0, top, f.width, f.y + 1}.line()}}
}

// ending breaks sentences into lines of a width. Of too many the last are kept,
// which say how it ended, and none is begun in its middle; one that is too long by
// itself is cut at its end.
func (pn *planner) ending(sentences []string, size, width float64, most int) []string {
	const gap = "  "
	all := strings.Join(sentences, gap)
	for i := 1; i < len(sentences) && len(pn.lines(all, Plain, size, width)) > most; i++ {
		all = "… " + strings.Join(sentences[i:], gap)
	}
	return pn.wrap(all, Plain, size, width, most)
}

// wrap breaks a text into lines of a width, of which it keeps the first.
func (pn *planner) wrap(s string, face Face, size, width float64, most int) []string {
	out := pn.lines(s, face, size, width)
	if len(out) > most {
		out = append(out[:most-1:most-1], strings.Join(out[most-1:], " "))
	}
	for i, l := range out {
		out[i] = pn.clip(l, face, size, width)
	}
	return out
}

// lines breaks a text between words into lines of a width.
func (pn *planner) lines(s string, face Face, size, width float64) []string {
	var out []string
	line := ""
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }) { // not at a blank that keeps words together
		next := w
		if line != "" {
			next = line + " " + w
		}
		if line != "" && pn.fonts.width(face, size, next) > width {
			out = append(out, line)
			next = w
		}
		line = next
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// outcomes are the inks of bars, by what they are for whoever acts.
var outcomes = map[engine.Class]Ink{"": "chance", engine.Good: "chance", engine.Bad: "chance", engine.Mixed: "chance", engine.Even: "chance"}

// chart draws bars: the label, the bar, and how many in a hundred.
func (f *frame) chart(bars []engine.Bar) {
	p := f.p
	var wide float64
	for _, b := range bars {
		wide = max(wide, f.fonts.width(Plain, wordSize*p, f.say(b.Label)))
	}
	wide = min(wide, f.width*0.6)
	x0, x1 := 12*p+wide+10*p, f.width-62*p
	for _, b := range bars {
		y := f.y + 4*p
		label := f.clip(f.say(b.Label), Plain, wordSize*p, wide)
		f.write("bar", label, Plain, wordSize*p, "ink", Point{12 * p, y + 12*p}, left)
		whole := Rect{x0, y, x1, y + 14*p}
		f.fill("bar", "chance-rest", whole.line())
		part := whole
		part.X1 = x0 + (x1-x0)*float64(b.Part)/float64(max(1, b.Of))
		f.fill("bar", outcomes[b.Class], part.line())
		f.write("bar", fmt.Sprintf("%d %%", (100*b.Part+b.Of/2)/max(1, b.Of)), Bold, wordSize*p, "ink", Point{f.width - 12*p, y + 12*p}, right)
		f.y += barHigh * p
	}
}
