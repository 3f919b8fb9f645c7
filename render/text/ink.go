package text

import (
	"image/color"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"referee/engine"
	"referee/engine/hex"
)

// ink is how a letter is drawn: names of colours, "" for the terminal's own.
type ink struct {
	letters, ground string
	bold, faint     bool
}

var colours = map[string]color.RGBA{
	"ink": {0x1f, 0x1b, 0x16, 255}, "white": {255, 255, 255, 255},
	"clear": {0xf0, 0xe9, 0xcb, 255}, "rough": {0xd8, 0xb9, 0x78, 255}, "woods": {0xa8, 0xcc, 0x86, 255},
	"town": {0xd0, 0xc6, 0xc0, 255}, "water": {0x9c, 0xc6, 0xe4, 255},
	"river": {0x2a, 0x78, 0xc8, 255}, "road": {0x9a, 0x76, 0x46, 255}, "highway": {0xd0, 0x40, 0x28, 255},
	"reach": {0x86, 0xdd, 0x9a, 255}, "risk": {0xf5, 0xb0, 0x41, 255}, "zoc": {0xf0, 0x9a, 0x8a, 255}, "alarm": {0xff, 0x6a, 0x5a, 255},
	"axis": {0x4a, 0x50, 0x58, 255}, "allies": {0x4f, 0x6a, 0x1a, 255}, "commons": {0x7a, 0x4a, 0x1a, 255}, "neutral": {0x80, 0x80, 0x80, 255},
}

// land is the ink of a hex: of what it is made, or of what an answer says of it.
func (d *drawing) land(at hex.Coord) ink {
	out := ink{letters: "ink", ground: string(d.ground[at].Terrain)}
	for _, m := range d.marks[at] {
		switch m.Class {
		case engine.MarkReach, engine.MarkRisk, engine.MarkZOC:
			out.ground = string(m.Class)
		case engine.MarkTarget, engine.MarkBlocked, engine.MarkShort, engine.MarkHit:
			out.ground = "alarm"
		}
	}
	return out
}

// counter is the ink of a unit: bold where it may act, faint where it was used.
func counter(p engine.Piece) ink {
	is := func(c engine.Class) bool { return slices.Contains(p.States, c) }
	return ink{letters: "white", ground: string(p.Owner), bold: is(engine.Activated) || is(engine.Active), faint: is(engine.Used)}
}

// styled is a line with what makes a terminal draw it in its inks.
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

func (d *drawing) inked(text string, in ink) string {
	if text == "" || d.Colours <= colorprofile.ASCII {
		return text
	}
	var s ansi.Style
	if in.bold {
		s = s.Bold()
	}
	if in.faint {
		s = s.Faint()
	}
	if c, on := colours[in.letters]; on {
		s = s.ForegroundColor(d.Colours.Convert(c))
	}
	if c, on := colours[in.ground]; on {
		s = s.BackgroundColor(d.Colours.Convert(c))
	}
	return s.Styled(text)
}
