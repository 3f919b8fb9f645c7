package scenario

import (
	"referee/engine"
	"referee/engine/kit/glyphs"
)

// The words of Celles beside those of every game.
const (
	Axis    engine.Class = "axis"    // grey
	Allies  engine.Class = "allies"  // olive
	Commons engine.Class = "commons" // brown

	InTrucks engine.Class = "motorised" // carried by trucks

	Day   engine.Class = "day"
	Night engine.Class = "night"
)

// Vocabulary is how they are drawn.
var Vocabulary = &engine.Vocabulary{
	Owners: []engine.Owner{
		{
			Word: Axis, Body: alike(0xa9afb3ff), Used: alike(0x7e858bff), Edge: alike(0x2b3136ff),
			Area: engine.Colour{Light: 0x5d68753a, Dark: 0x93a0b030}, Border: engine.Colour{Light: 0x55606ce0, Dark: 0x93a0b0e0},
			Terminal: [2]int{239, 0},
		},
		{
			Word: Allies, Body: alike(0x9fab62ff), Used: alike(0x747e45ff), Edge: alike(0x2a300fff),
			Area: engine.Colour{Light: 0x6f7f2a3a, Dark: 0xa2b04e2c}, Border: engine.Colour{Light: 0x66752ce0, Dark: 0xa2b04ee0},
			Terminal: [2]int{58, 4},
		},
		{
			Word: Commons, Body: alike(0xc9a877ff), Used: alike(0x94754aff), Edge: alike(0x3c2a12ff),
			Area: engine.Colour{Light: 0x8a5a2a3a, Dark: 0xb98a4e2c}, Border: engine.Colour{Light: 0x8a5a2ae0, Dark: 0xb98a4ee0},
			Terminal: [2]int{94, 5},
		},
	},
	States: []engine.State{{Word: InTrucks, Letter: 't', Box: [4]float64{-12.0 / half, -7.5 / half, 5.0 / half, 3.0 / half}, Around: engine.Glyph{
		engine.Area(onCounter(5, -4, 8.5, -4, 11, -0.5, 11, 3, 5, 3)...),
		engine.Area(onCounter(6.2, -2.8, 8, -2.8, 9.4, -0.6, 6.2, -0.6)...).Light(),
		engine.Disc(-7.5/half, 4.2/half, 2.4/half), engine.Disc(6.5/half, 4.2/half, 2.4/half),
		engine.Disc(-7.5/half, 4.2/half, 0.9/half).Light(), engine.Disc(6.5/half, 4.2/half, 0.9/half).Light(),
	}}},
	Conditions: []engine.Condition{
		{
			Word: Day, Ground: engine.Colour{Light: 0xfdf3c8ff, Dark: 0xf3e3a6ff}, Letters: alike(0x1f1b16ff),
			Icon: engine.Glyph{engine.Star(0, 0, 1, 0.62, 12).In(alike(0xe59a12ff)), engine.Disc(0, 0, 0.5).In(alike(0xf3c530ff))},
		},
		{
			Word: Night, Ground: engine.Colour{Light: 0x35476bff, Dark: 0x26365aff},
			Letters: engine.Colour{Light: 0xf6f0dfff, Dark: 0xf3eddcff},
			Icon:    engine.Glyph{glyphs.Crescent().In(alike(0xf2ecd0ff))},
		},
	},
}

func alike(c uint32) engine.Colour { return engine.Colour{Light: c} }

// half is half the side of a counter, in the units of its drawing.
const half = 19.0

func onCounter(xy ...float64) []float64 {
	for i := range xy {
		xy[i] /= half
	}
	return xy
}
