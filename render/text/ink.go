package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// ink is how a letter is drawn: names of colours, "" for the terminal's own.
type ink struct {
	letters, ground string
	bold, faint     bool
}

// Colours says how many colours a terminal has.
type Colours int

// The kinds of terminal: without colours, with the 16 basic colours, and with 256.
const (
	NoColours Colours = iota
	Sixteen
	Many
)

// colour is the number of a colour among 256, and of the nearest one among 16.
type colour struct{ many, few int }

var colours = map[string]colour{
	"ink": {234, 0}, "white": {231, 15}, "alarm": {203, 9},
	"river": {32, 12}, "road": {101, 8}, "highway": {166, 1}, "works": {52, 0},
	"terrain.clear": {254, 15}, "terrain.rough": {180, 3}, "terrain.woods": {150, 2}, "terrain.town": {251, 7}, "terrain.water": {152, 6},
	"mark.reach": {114, 10}, "mark.risk": {215, 11}, "mark.zoc": {210, 13}, "mark.guess": {183, 5},
	"owner.neutral": {244, 8},
}

// groundOf is the name of the colour for a word of a list: another list may have the word, too.
func groundOf(list string, c engine.Class) string { return list + "." + string(c) }

// nearest is the colour of a terminal that is nearest to a colour.
func nearest(c engine.Colour) colour {
	rgb := [3]int{int(c.Light >> 24), int(c.Light >> 16 & 255), int(c.Light >> 8 & 255)}
	apart := func(of [3]int) int {
		sum := 0
		for i := range of {
			sum += (of[i] - rgb[i]) * (of[i] - rgb[i])
		}
		return sum
	}
	var out colour
	least := 1 << 30
	for i := range 216 { // a cube of six steps each
		step := [6]int{0, 95, 135, 175, 215, 255}
		if d := apart([3]int{step[i/36], step[i/6%6], step[i%6]}); d < least {
			least, out.many = d, 16+i
		}
	}
	least = 1 << 30
	for i := range 16 { // by bits: red, green, blue; bright from 8 on
		high := 128 + 127*(i/8)
		of := [3]int{high * (i & 1), high * (i >> 1 & 1), high * (i >> 2 & 1)}
		switch i {
		case 7:
			of = [3]int{192, 192, 192}
		case 8:
			of = [3]int{128, 128, 128}
		}
		if d := apart(of); d < least {
			least, out.few = d, i
		}
	}
	return out
}

var alarming = []engine.Class{engine.MarkTarget, engine.MarkBlocked, engine.MarkShort, engine.MarkHit}

// land is the ink of a hex: of its terrain, or of an answer's mark on it.
func (d *drawing) land(at hex.Coord) ink {
	out := ink{letters: "ink", ground: groundOf("terrain", d.ground[at].Terrain)}
	for _, m := range d.marks[at] {
		switch {
		case d.painted[m.Class]:
			out.ground = groundOf("mark", m.Class)
		case slices.Contains(alarming, m.Class):
			out.ground = "alarm"
		default: // a sign shows it
		}
	}
	return out
}

// counter is the ink of a unit: bold if it may act, faint if it was used.
func counter(p engine.Piece) ink {
	is := func(c engine.Class) bool { return slices.Contains(p.States, c) }
	return ink{letters: "white", ground: groundOf("owner", p.Owner), bold: is(engine.Activated) || is(engine.Active), faint: is(engine.Used)}
}

// styled is a line with the control sequences for its inks.
func (d *drawing) styled(line []letter) string {
	var out strings.Builder
	var run strings.Builder
	now := ink{}
	end := func() {
		out.WriteString(d.inked(run.String(), now))
		run.Reset()
	}
	for _, l := range line {
		if l.ink != now {
			end()
			now = l.ink
		}
		run.WriteRune(l.r)
	}
	end()
	return out.String()
}

// The control sequences before letters and after them: CSI, numbers, m.
const (
	bold    = "1"
	faint   = "2"
	letters = 38 // and of the ground: 10 more
	ground  = 48
)

func (d *drawing) inked(text string, in ink) string {
	if text == "" || d.Colours == NoColours || in == (ink{}) {
		return text
	}
	var style []string
	if in.bold {
		style = append(style, bold)
	}
	if in.faint {
		style = append(style, faint)
	}
	if c, on := d.colours[in.letters]; on {
		style = append(style, d.told(c, letters))
	}
	if c, on := d.colours[in.ground]; on {
		style = append(style, d.told(c, ground))
	}
	return "\x1b[" + strings.Join(style, ";") + "m" + text + "\x1b[m"
}

// told is the number for a colour of letters or of a ground in a control sequence.
func (d *drawing) told(c colour, of int) string {
	switch {
	case d.Colours == Many:
		return fmt.Sprintf("%d;5;%d", of, c.many)
	case c.few < 8: // 30 to 37, and 40 to 47
		return strconv.Itoa(of - 8 + c.few)
	}
	return strconv.Itoa(of + 52 + c.few - 8) // the bright ones: 90 to 97, and 100 to 107
}
