package toy

import "referee/engine"

// The words that the game draws with beside those of every game.
const (
	ownerRed  engine.Class = "red"
	ownerBlue engine.Class = "blue"
	palisade  engine.Class = "palisade"
	pikes     engine.Class = "pikes"
	ford      engine.Class = "ford" // a link: there while there is no flood
	dry       engine.Class = "dry"
	flood     engine.Class = "flood"
)

// vocabulary is how they are drawn.
var vocabulary = engine.Vocabulary{
	Terrains: []engine.Terrain{{
		Word: "moor", Letter: '"', Ground: engine.Colour{Light: 0xdccbd6ff, Dark: 0x40343fff},
		Scatter: engine.Glyph{
			engine.Line(-0.8, 0.6, -0.4, -0.4).In(heather), engine.Line(0, 0.6, 0, -0.8).In(heather), engine.Line(0.8, 0.6, 0.4, -0.4).In(heather),
		},
	}},
	Sites: []engine.Site{{Word: "mill", Letter: 'm', Glyph: engine.Glyph{
		engine.Area(-0.42, 1, -0.28, -0.3, 0.28, -0.3, 0.42, 1).In(engine.Colour{Light: 0xc07a67ff, Dark: 0xa5604fff}),
		engine.Loop(-0.42, 1, -0.28, -0.3, 0.28, -0.3, 0.42, 1),
		engine.Line(-0.8, -1, 0.8, 0.5).Thick(2), engine.Line(0.75, -1, -0.8, 0.5).Thick(2),
		engine.Disc(0, -0.25, 0.16),
	}}},
	Owners: []engine.Owner{
		{
			Word: ownerRed, Body: engine.Colour{Light: 0xe09a86ff}, Used: engine.Colour{Light: 0xa9695aff}, Edge: engine.Colour{Light: 0x4a140cff},
			Area: engine.Colour{Light: 0xb3261e38}, Border: engine.Colour{Light: 0xb3261ee0}, Terminal: [2]int{88, 1},
		},
		{
			Word: ownerBlue, Body: engine.Colour{Light: 0x94b4daff}, Used: engine.Colour{Light: 0x5f7fa6ff}, Edge: engine.Colour{Light: 0x10264aff},
			Area: engine.Colour{Light: 0x1f5fa838}, Border: engine.Colour{Light: 0x1f5fa8e0}, Terminal: [2]int{25, 4},
		},
	},
	Edges: []engine.Works{{
		Word: palisade, Letter: '¦', Line: engine.Colour{Light: 0x6b4524ff, Dark: 0xb08a5cff}, Width: 2,
		Bead: engine.Glyph{engine.Area(-0.3, 0.3, -0.3, -0.5, 0, -1, 0.3, -0.5, 0.3, 0.3)},
	}},
	Links: []engine.Way{{
		Word: ford, Letter: ':', Width: 5, Dash: []float64{2, 3},
		Fill: engine.Colour{Light: 0xfffaf0ff, Dark: 0xe6dfccff}, Edge: engine.Colour{Light: 0x2a6398ff, Dark: 0x123553ff},
	}},
	Symbols: []engine.Symbol{{Word: pikes, Glyph: engine.Glyph{
		engine.Line(-0.5, 1, -0.5, -0.3), engine.Line(0, 1, 0, -0.3), engine.Line(0.5, 1, 0.5, -0.3),
		engine.Area(-0.66, -0.2, -0.5, -0.9, -0.34, -0.2), engine.Area(-0.16, -0.2, 0, -0.9, 0.16, -0.2), engine.Area(0.34, -0.2, 0.5, -0.9, 0.66, -0.2),
	}}},
	Conditions: []engine.Condition{
		{
			Word: dry, Ground: engine.Colour{Light: 0xfdf3c8ff, Dark: 0xf3e3a6ff}, Letters: engine.Colour{Light: 0x1f1b16ff},
			Icon: engine.Glyph{engine.Star(0, 0, 1, 0.6, 8).In(engine.Colour{Light: 0xe59a12ff}), engine.Disc(0, 0, 0.45).In(engine.Colour{Light: 0xf3c530ff})},
		},
		{
			Word: flood, Ground: engine.Colour{Light: 0x9cc6e4ff, Dark: 0x1f4a6eff}, Letters: engine.Colour{Light: 0x164a7dff, Dark: 0xa8d4f7ff},
			Icon: engine.Glyph{
				engine.Line(-0.5, -0.9, -0.7, -0.3), engine.Line(0.1, -0.9, -0.1, -0.3), engine.Line(0.7, -0.9, 0.5, -0.3),
				engine.Line(-0.9, 0.3, -0.45, 0, 0, 0.3, 0.45, 0, 0.9, 0.3), engine.Line(-0.9, 0.8, -0.45, 0.5, 0, 0.8, 0.45, 0.5, 0.9, 0.8),
			},
		},
	},
	Bands: []engine.Colour{{Light: 0x8c1d14ff}, {Light: 0x1b4a86ff}},
}

var heather = engine.Colour{Light: 0x8a5a86ff, Dark: 0xb08ab0ff}
