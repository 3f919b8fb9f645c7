package render

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Sizes of the text of an answer, in units of the frame.
const (
	wordSize = 14.0
	wordStep = 18.5
	mostRows = 6

	leastWords = 0.86 // of the usual size, where there is little room
)

// answer writes the text of an answer below the map: its sentences, and the chart of
// its chances.
func (f *frame) answer(a *engine.Answer, rows int) {
	if a == nil {
		a = &engine.Answer{}
	}
	p := f.p
	most := rows
	if rows == 0 {
		most = mostRows
	}
	if rows == 0 && len(a.Lines) == 0 && len(a.Bars) == 0 {
		return
	}
	top := f.y
	ground := len(f.ops)
	f.ops = append(f.ops, nil) // once its height is known
	n := f.words(a, most)
	f.y += wordStep * float64(max(0, rows-n)) * p
	chart{f, a.Bars}.draw()
	f.y += 6 * p
	f.ops[ground] = Fill{What: "words", Ink: "panel", Shapes: []Polyline{Rect{0, top, f.width, f.y + 1}.line()}}
}

// words writes the sentences of an answer in at most so many lines, and returns how
// many it used.
func (f *frame) words(a *engine.Answer, most int) int {
	p := f.p
	f.y += 6 * p
	lines := f.fitted(f.sentences(a.DrawnLines()), f.sentences(a.Deeds), wordSize*p, f.width-24*p, most)
	for i, w := range lines {
		f.write("words", w, Plain, wordSize*p, "ink", Point{12 * p, f.y + (wordStep*float64(i)+14)*p}, left)
	}
	f.y += wordStep * float64(len(lines)) * p
	return len(lines)
}

// wordsIn writes the sentences of an answer into so much free space, in pixels; in
// smaller letters if they fit only then.
func (f *frame) wordsIn(a *engine.Answer, high float64) {
	p := f.p
	said := f.told(a)
	for _, shrink := range []float64{1, 0.93, leastWords} {
		f.p = p * shrink
		most := max(2, int((high-8*p)/(wordStep*f.p)))
		if shrink == leastWords || len(f.lines(said, Plain, wordSize*f.p, f.width-24*f.p)) <= most {
			f.words(a, most)
			break
		}
	}
	f.p = p
}

// told is all the text of an answer.
func (f *frame) told(a *engine.Answer) string {
	return strings.Join(f.sentences(a.DrawnLines()), sentenceGap)
}

const sentenceGap = "  "

// sentences are messages in words.
func (f *frame) sentences(list []engine.Msg) []string {
	return lists.Map(list, func(m engine.Msg) string {
		return engine.EndSentence(strings.TrimRight(f.say(m), ": \u00a0\u202f")) // no list follows
	})
}

// fitted breaks sentences into at most so many lines of a width. If they do not fit,
// only the sentences about events are kept; if these are too many, the last of them,
// which say how it ended, with the number of those before. Where no events are told,
// the first sentences are kept. A sentence is never cut at its beginning; one that is
// too long by itself is cut at its end.
func (pn *planner) fitted(sentences, deeds []string, size, width float64, most int) []string {
	fits := func(list []string) bool {
		return len(pn.lines(strings.Join(list, sentenceGap), Plain, size, width)) <= most
	}
	if len(deeds) == 0 {
		for len(sentences) > 1 && !fits(sentences) {
			sentences = sentences[:len(sentences)-1]
		}
	} else if !fits(sentences) {
		sentences = deeds
	}
	all := sentences
	for i := 1; i < len(sentences) && !fits(all); i++ {
		all = append([]string{pn.say(engine.Say("board.earlier", engine.Num("n", i)))}, sentences[i:]...)
	}
	if !fits(all) {
		all = all[len(all)-1:]
	}
	return pn.wrap(strings.Join(all, sentenceGap), Plain, size, width, most)
}

// wrap breaks a text into lines of a width, of which it keeps the first.
func (f *fonts) wrap(s string, face Face, size, width float64, most int) []string {
	out := f.lines(s, face, size, width)
	if len(out) > most {
		out = append(out[:most-1:most-1], strings.Join(out[most-1:], " "))
	}
	for i, l := range out {
		out[i] = f.clip(l, face, size, width)
	}
	return out
}

// lines breaks a text between words into lines of a width.
func (f *fonts) lines(s string, face Face, size, width float64) []string {
	var out []string
	line := ""
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '\n' }) { // not at a no-break space
		next := w
		if line != "" {
			next = line + " " + w
		}
		if line != "" && f.width(face, size, next) > width {
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
