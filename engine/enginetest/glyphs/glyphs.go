// Package glyphs is the drawing vocabulary of an imaginary large game: the symbols, works, weather and marks of a
// battle of divisions in winter. Tests of the renderers draw with it, to show that the format of a vocabulary is wide
// enough for more than the existing games.
package glyphs

import "referee/engine"

var (
	black = engine.Colour{Light: 0x1f1b16ff}
	pale  = engine.Colour{Light: 0xf6f0dfff, Dark: 0xf3eddcff}
	cross = []engine.Shape{engine.Line(-1, -1, 1, 1).Thick(1.2), engine.Line(-1, 1, 1, -1).Thick(1.2)}
	oval  = engine.Oval(0, 0, 0.68, 0.54)
)

func glyph(shapes ...engine.Shape) engine.Glyph { return shapes }

// on is a glyph with more shapes on it.
func on(g []engine.Shape, more ...engine.Shape) engine.Glyph {
	return append(g[:len(g):len(g)], more...)
}

func shade(body, used, edge, tint uint32) engine.Owner {
	return engine.Owner{
		Body: engine.Colour{Light: body}, Used: engine.Colour{Light: used}, Edge: engine.Colour{Light: edge},
		Area: engine.Colour{Light: tint<<8 | 0x38}, Border: engine.Colour{Light: tint<<8 | 0xe0},
	}
}

func owner(word engine.Class, o engine.Owner) engine.Owner {
	o.Word = word
	return o
}

// Vocabulary is its words.
var Vocabulary = &engine.Vocabulary{
	Terrains: []engine.Terrain{
		{Word: "hill", Letter: 'n', As: engine.Rough, Ground: engine.Colour{Light: 0xdccfa2ff, Dark: 0x4c4630ff}},
		{Word: "marsh", Letter: ',', Ground: engine.Colour{Light: 0xd3dcc0ff, Dark: 0x29382fff}, Scatter: glyph(
			engine.Line(-0.9, 0.5, 0.9, 0.5).In(reed), engine.Line(-0.4, 0.5, -0.6, -0.3).In(reed), engine.Line(0, 0.5, 0, -0.7).In(reed), engine.Line(0.4, 0.5, 0.6, -0.3).In(reed),
		)},
	},
	Sites: []engine.Site{
		{Word: "town", Letter: 'T', As: engine.Town},
		{Word: "westwall", Letter: 'W', Glyph: glyph(
			engine.Area(-0.95, 1, -0.7, 0.5, -0.45, 1), engine.Area(-0.25, 1, 0, 0.5, 0.25, 1), engine.Area(0.45, 1, 0.7, 0.5, 0.95, 1),
		)},
		{Word: "fort", Letter: 'F', Glyph: glyph(
			engine.Area(-0.7, -0.7, 0.7, -0.7, 0.7, 0.7, -0.7, 0.7).In(engine.Colour{Light: 0xd9cfb6ff, Dark: 0x6a6459ff}),
			engine.Loop(-0.7, -0.7, 0.7, -0.7, 0.7, 0.7, -0.7, 0.7),
			engine.Area(-0.95, -0.95, -0.45, -0.95, -0.45, -0.45, -0.95, -0.45), engine.Area(0.45, -0.95, 0.95, -0.95, 0.95, -0.45, 0.45, -0.45),
			engine.Area(0.45, 0.45, 0.95, 0.45, 0.95, 0.95, 0.45, 0.95), engine.Area(-0.95, 0.45, -0.45, 0.45, -0.45, 0.95, -0.95, 0.95),
		)},
	},
	Owners: []engine.Owner{
		owner("german", shade(0xa9afb3ff, 0x7e858bff, 0x2b3136ff, 0x55606c)),
		owner("american", shade(0x9fab62ff, 0x747e45ff, 0x2a300fff, 0x66752c)),
		owner("british", shade(0xd9b98cff, 0x9c7b4dff, 0x432e12ff, 0x8a5a2a)),
	},
	Edges: []engine.Works{
		{
			Word: "westwall", Letter: '%', Line: engine.Colour{Light: 0x4a463fff, Dark: 0xb9b2a2ff}, Width: 2.2,
			Bead: glyph(engine.Area(-0.8, 0.1, 0, -1, 0.8, 0.1)),
		},
		{Word: "cliff", Letter: '|', Line: engine.Colour{Light: 0x7a5a36ff, Dark: 0xc0a070ff}, Width: 2, Bead: glyph(engine.Line(-0.6, 0, -0.6, 0.7), engine.Line(0, 0, 0, 0.9), engine.Line(0.6, 0, 0.6, 0.7))},
	},
	Links: []engine.Way{
		{Word: "track", Letter: ':', Width: 3.4, Dash: []float64{4, 3}, Fill: engine.Colour{Light: 0x82694bff, Dark: 0xa89f8aff}, Edge: engine.Colour{Light: 0xf0e9cbff, Dark: 0x2c3029ff}},
		{Word: "railway", Letter: '¦', Width: 5, Dash: []float64{5, 5}, Fill: engine.Colour{Light: 0xfffdf5ff, Dark: 0xd9cfb6ff}, Edge: black},
		{Word: "pontoon", Letter: 'H', Width: 6, Dash: []float64{2, 2}, Fill: engine.Colour{Light: 0xfffaf0ff, Dark: 0xe6dfccff}, Edge: engine.Colour{Light: 0x6b4524ff, Dark: 0x3a2410ff}},
	},
	Symbols: []engine.Symbol{
		{Word: "mechanised", Glyph: on(cross, oval)},
		{Word: "motorised", Glyph: on(cross, engine.Line(0, -1, 0, 1))},
		{Word: "parachute", Glyph: on(cross, engine.Arc(-0.24, 0.9, 0.24, 0.36, 180, 360).Thick(1.8), engine.Arc(0.24, 0.9, 0.24, 0.36, 180, 360).Thick(1.8))},
		{Word: "glider", Glyph: on(cross, engine.Line(-0.5, 0.62, 0.5, 0.62).Thick(2.4), engine.Line(0, 0.4, 0, 0.9).Thick(1.8))},
		{Word: "engineer", Glyph: glyph(engine.Line(-0.6, 0.55, -0.6, -0.4, 0.6, -0.4, 0.6, 0.55), engine.Line(0, -0.4, 0, 0.55))},
		{Word: "machine-gun", Glyph: on(cross, engine.Line(0, 0.85, 0, -0.7).Thick(1.8), engine.Area(-0.22, -0.35, 0, -0.9, 0.22, -0.35), engine.Line(-0.3, 0.8, 0.3, 0.8))},
		{Word: "headquarters", Glyph: glyph(engine.Area(-0.85, -0.95, 0.85, -0.95, 0.85, -0.25, -0.85, -0.25), engine.Line(-0.85, -1, -0.85, 1).Thick(1.8))},
		{Word: "artillery", Glyph: glyph(engine.Disc(0, 0, 0.42))},
		{Word: "cavalry", Glyph: glyph(engine.Line(-1, 1, 1, -1), engine.Area(-1, 1, -1, -0.2, 0.2, 1).Light())},
	},
	States: []engine.State{
		{Word: "combat-supply", Letter: 'c', Ground: engine.Colour{Light: 0xffd21fff}, Badge: glyph(
			engine.Area(-0.35, -0.5, 0, -1, 0.35, -0.5), engine.Area(-0.35, -0.45, 0.35, -0.45, 0.35, 1, -0.35, 1),
		)},
		{Word: "low-supply", Letter: 'v', Ground: engine.Colour{Light: 0xfffdf5ff}, Badge: glyph(
			engine.Loop(-0.6, -0.8, 0.6, -0.8, 0.6, 0.9, -0.6, 0.9), engine.Line(-0.9, 1, 0.9, -1).In(engine.Colour{Light: 0xb01515ff}).Thick(2),
		)},
	},
	Marks: []engine.Sign{
		{Word: "objective", Letter: '$', Ink: engine.Colour{Light: 0x8a1c1cff}, Glyph: glyph(engine.Star(0, 0, 1, 0.42, 5))},
		{Word: "range", Letter: '(', Ink: engine.Colour{Light: 0x6c3fa0ff, Dark: 0x7c4fb8ff}, Area: engine.Colour{Light: 0x8a5ac830}, Dash: []float64{6, 4}},
		{Word: "held-by-german", Letter: 'g', Ink: engine.Colour{Light: 0x46525fff}, Area: engine.Colour{Light: 0x46525f50}},
		{Word: "held-by-allies", Letter: 'a', Ink: engine.Colour{Light: 0x55651aff}, Area: engine.Colour{Light: 0x66752c50}},
		{Word: "overrun", Letter: '&', Ink: engine.Colour{Light: 0xb45309ff}, Event: true},
	},
	Conditions: []engine.Condition{
		{Word: "clear-sky", Ground: engine.Colour{Light: 0xfdf3c8ff, Dark: 0xf3e3a6ff}, Letters: black, Icon: glyph(
			engine.Star(0, 0, 1, 0.62, 12).In(sun), engine.Disc(0, 0, 0.5).In(engine.Colour{Light: 0xf3c530ff}),
		)},
		{Word: "cloudy", Ground: engine.Colour{Light: 0xcfd6dcff, Dark: 0x9aa5afff}, Letters: black, Icon: cloud(0.2)},
		{Word: "precipitation", Ground: engine.Colour{Light: 0x35476bff, Dark: 0x26365aff}, Letters: pale, Icon: on(cloud(-0.15),
			engine.Line(-0.5, 0.45, -0.65, 0.95), engine.Line(0, 0.45, -0.15, 0.95), engine.Line(0.5, 0.45, 0.35, 0.95),
		)},
		{Word: "frost", Ground: engine.Colour{Light: 0xbfe0eeff, Dark: 0x86b6ccff}, Letters: black, Icon: flake()},
		{Word: "snow", Ground: engine.Colour{Light: 0xfffdf5ff, Dark: 0xe9eef2ff}, Letters: black, Icon: on(cloud(-0.15),
			engine.Disc(-0.5, 0.7, 0.14), engine.Disc(0, 0.8, 0.14), engine.Disc(0.5, 0.7, 0.14),
		)},
	},
	Bands: []engine.Colour{
		{Light: 0x1b4a86ff},
		{Light: 0x8c1d14ff},
		{Light: 0x2b2b2bff},
		{Light: 0x2f6b2fff},
		{Light: 0x6c3fa0ff},
		{Light: 0x8a4b12ff},
		{Light: 0x0f766eff},
		{Light: 0xa3246dff},
		{Light: 0x24357aff},
		{Light: 0x7a5c00ff},
		{Light: 0x3d5a80ff},
		{Light: 0x5c1a4bff},
	},
}

var (
	reed = engine.Colour{Light: 0x4f7f6aff, Dark: 0x7fb29aff}
	sun  = engine.Colour{Light: 0xe59a12ff}
)

func cloud(y float64) engine.Glyph {
	return glyph(engine.Disc(-0.45, y, 0.36), engine.Disc(0.05, y-0.25, 0.46), engine.Disc(0.52, y, 0.34),
		engine.Area(-0.5, y-0.1, 0.55, y-0.1, 0.55, y+0.34, -0.5, y+0.34))
}

func flake() engine.Glyph {
	return glyph(engine.Line(0, -0.95, 0, 0.95), engine.Line(-0.82, -0.48, 0.82, 0.48), engine.Line(-0.82, 0.48, 0.82, -0.48))
}
