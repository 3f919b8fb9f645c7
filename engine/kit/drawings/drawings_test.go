package drawings

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/glyphs"
)

// whole has each list, each type of field and each shape.
const whole = `# Comments and empty lines do not matter.
terrain marsh
  letter #
  as rough
  ground d3dcc0/29382f
  scatter line -0.9 0.5 0.9 0.5 in 4f7f6a80/7fb29a thick 2

  scatter arc 0 0 1 0.5 0 90 full
site fort
	letter F
	glyph loop -1 -1 1 -1 1 1
	glyph area -1 -1 1 -1 1 1 light
	glyph oval 0 0 0.68 0.54
owner red
  body e09a86
  terminal 88 1
edge wall
  line 6b4524
  width 2.5
link ford
  dash 2 3 4
symbol sun
  glyph star 0 0 1 0.6 8
  glyph disc 0.5 0 1/4
state carried
  box -12/19 -1 5/19 1
mark goal
  event
condition night
  icon crescent
band 8c1d14
band 1b4a86/1b4a8680
`

func TestRead(t *testing.T) {
	got, err := Read(whole)
	if err != nil {
		t.Fatal(err)
	}
	c := func(light, dark uint32) engine.Colour { return engine.Colour{Light: light, Dark: dark} }
	want := &engine.Vocabulary{
		Terrains: []engine.Terrain{{
			Word: "marsh", Letter: '#', As: engine.Rough, Ground: c(0xd3dcc0ff, 0x29382fff),
			Scatter: engine.Glyph{
				engine.Line(-0.9, 0.5, 0.9, 0.5).In(c(0x4f7f6a80, 0x7fb29aff)).Thick(2), engine.Arc(0, 0, 1, 0.5, 0, 90).Full(),
			},
		}},
		Sites: []engine.Site{{Word: "fort", Letter: 'F', Glyph: engine.Glyph{
			engine.Loop(-1, -1, 1, -1, 1, 1), engine.Area(-1, -1, 1, -1, 1, 1).Light(), engine.Oval(0, 0, 0.68, 0.54),
		}}},
		Owners: []engine.Owner{{Word: "red", Body: c(0xe09a86ff, 0), Terminal: [2]int{88, 1}}},
		Edges:  []engine.Works{{Word: "wall", Line: c(0x6b4524ff, 0), Width: 2.5}},
		Links:  []engine.Way{{Word: "ford", Dash: []float64{2, 3, 4}}},
		Symbols: []engine.Symbol{{Word: "sun", Glyph: engine.Glyph{
			engine.Star(0, 0, 1, 0.6, 8), engine.Disc(0.5, 0, 0.25),
		}}},
		States:     []engine.State{{Word: "carried", Box: [4]float64{-12.0 / 19, -1, 5.0 / 19, 1}}},
		Marks:      []engine.Sign{{Word: "goal", Event: true}},
		Conditions: []engine.Condition{{Word: "night", Icon: engine.Glyph{glyphs.Crescent()}}},
		Bands:      []engine.Colour{c(0x8c1d14ff, 0), c(0x1b4a86ff, 0x1b4a8680)},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestReadNamesTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"tree oak":                                 `line 1: there is no list of words "tree"`,
		"  body e09a86":                            `line 1: of which word is "body" said?`,
		"band 8c1d14\n  body e09a86":               `line 2: of which word is "body" said?`,
		"owner":                                    "line 1: word: 0 words, where there should be 1",
		"owner red blue":                           "line 1: word: 2 words, where there should be 1",
		"owner red\n\n  hat 8c1d14":                `line 3: nothing called "hat" is said of this word`,
		"owner red\n  body 8c1d1":                  `line 2: body: "8c1d1" is not a colour`,
		"owner red\n  body 8c1d14/":                `line 2: body: "8c1d14/" is not a colour`,
		"owner red\n  body 8c1d1g":                 `line 2: body: "8c1d1g" is not a colour`,
		"owner red\n  terminal 88":                 "line 2: terminal: 1 words, where there should be 2",
		"owner red\n  terminal 88 x":               `line 2: terminal: "x" is not a whole number`,
		"site fort\n  letter FF":                   `line 2: letter: "FF" is not a single letter`,
		"mark goal\n  event yes":                   "line 2: event: 1 words, where there should be 0",
		"link ford\n  width 1/0":                   `line 2: width: "1/0" is not a number`,
		"link ford\n  width two":                   `line 2: width: "two" is not a number`,
		"link ford\n  dash 2 x":                    `line 2: dash: "x" is not a number`,
		"state on\n  box 0 0 1 one":                `line 2: box: "one" is not a number`,
		"symbol sun\n  glyph":                      "line 2: glyph: there is no shape",
		"symbol sun\n  glyph ring 0 0 1":           `line 2: glyph: there is no shape "ring"`,
		"symbol sun\n  glyph disc 0 0":             "line 2: glyph: disc: so many numbers make no shape: 2",
		"symbol sun\n  glyph line 0 0 1":           "line 2: glyph: line: so many numbers make no shape: 3",
		"symbol sun\n  glyph line 0 x":             `line 2: glyph: "x" is not a number`,
		"symbol sun\n  glyph line 0 0 1 1 in":      `line 2: glyph: what does "in" mean here?`,
		"symbol sun\n  glyph line 0 0 1 1 in red":  `line 2: glyph: "red" is not a colour`,
		"symbol sun\n  glyph line 0 0 1 1 thick x": `line 2: glyph: "x" is not a number`,
		"symbol sun\n  glyph disc 0 0 1 full 3":    `line 2: glyph: what does "3" mean here?`,
	} {
		_, err := Read(text)
		var syntax *engine.SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestMustPanics(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.HasPrefix(said, "drawings: line 1: ") {
			t.Errorf("panics with %q", said)
		}
	}()
	Must("tree oak")
}
