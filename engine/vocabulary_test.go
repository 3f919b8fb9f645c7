package engine_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/glyphs"
	"referee/engine/enginetest/toy"
)

// TestAVocabularyAddsToTheKernels: what a game brings stands beside the words of every game.
func TestAVocabularyAddsToTheKernels(t *testing.T) {
	v := &engine.Vocabulary{
		Owners: []engine.Owner{{Word: "red"}}, States: []engine.State{{Word: "dug-in"}}, Sites: []engine.Site{{Word: "fort"}},
	}
	for list, want := range map[string][]engine.Class{
		"owner": {"red", engine.Neutral},
		"state": {engine.Used, engine.Disrupted, engine.OutOfSupply, engine.Isolated, "dug-in", engine.Activated, engine.Active, engine.Reduced},
		"site":  {engine.Village, "fort"},
	} {
		if got := v.List(list); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", list, got, want)
		}
		for _, c := range want {
			if !v.Has(list, c) {
				t.Errorf("%s: it has no %q", list, c)
			}
		}
	}
	var none *engine.Vocabulary
	if v.Has("owner", "fort") || none.Has("site", "fort") || !none.Has("site", engine.Village) {
		t.Error("a word is in a list that it is not of")
	}
	if _, ok := none.Accent(engine.Neutral); ok {
		t.Error("nobody has a colour")
	}
	if !engine.IsPath(engine.PathMove) || engine.IsPath(engine.MarkReach) {
		t.Error("paths and marks are mixed up")
	}
}

// sound is a vocabulary with a word in each list.
func sound() *engine.Vocabulary {
	full, dot := engine.Colour{Light: 0x336699ff, Dark: 0x114477ff}, engine.Glyph{engine.Disc(0, 0, 0.5)}
	return &engine.Vocabulary{
		Terrains:   []engine.Terrain{{Word: "dunes", Letter: ',', Ground: full}},
		Sites:      []engine.Site{{Word: "mine", Letter: 'm', Glyph: dot}},
		Owners:     []engine.Owner{{Word: "green", Body: full, Used: full, Edge: full, Area: engine.Colour{Light: 0x33669940}, Border: full, Terminal: [2]int{255, 15}}},
		Edges:      []engine.Works{{Word: "dike", Letter: '|', Line: full, Width: 4, Bead: dot}},
		Links:      []engine.Way{{Word: "canal", Letter: ':', Fill: full, Edge: full, Dash: []float64{0.5, 64}}},
		Symbols:    []engine.Symbol{{Word: "glider", Glyph: dot}},
		States:     []engine.State{{Word: "tired", Letter: 'T', Badge: dot, Ground: full, Box: [4]float64{-0.5, -0.5, 0.5, 0.5}}},
		Marks:      []engine.Sign{{Word: "goal", Letter: '$', Ink: full, Dash: []float64{3}}},
		Conditions: []engine.Condition{{Word: "rain", Ground: full, Letters: full, Icon: dot}},
		Bands:      []engine.Colour{full},
	}
}

// TestVocabulariesThatCanBeDrawn: those of the games, and the least ones.
func TestVocabulariesThatCanBeDrawn(t *testing.T) {
	for name, v := range map[string]*engine.Vocabulary{
		"none": nil, "empty": {}, "sound": sound(), "celles": scenario.Vocabulary, "toy": toy.Strict().Info().Vocabulary, "glyphs": glyphs.Vocabulary,
	} {
		if err := v.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestVocabulariesThatCannotBeDrawn: each fault is named with its word, and nothing else is.
func TestVocabulariesThatCannotBeDrawn(t *testing.T) {
	pale, odd := engine.Colour{Light: 0x33669980}, engine.Glyph{engine.Line(0, 0, 2, 0)}
	for _, c := range []struct {
		want  string
		spoil func(v *engine.Vocabulary)
	}{
		{`the terrain "Dunes" is not a word in lower case`, func(v *engine.Vocabulary) { v.Terrains[0].Word = "Dunes" }},
		{`the symbol "infantry" is there already: every game has it`, func(v *engine.Vocabulary) { v.Symbols[0].Word = engine.Infantry }},
		{`the symbol "glider" is brought twice`, func(v *engine.Vocabulary) { v.Symbols = append(v.Symbols, v.Symbols[0]) }},
		{`the terrain "dunes" has no drawing`, func(v *engine.Vocabulary) { v.Terrains[0].Ground = engine.Colour{} }},
		{`the terrain "dunes" is drawn as "sea": there is`, func(v *engine.Vocabulary) { v.Terrains[0].As = "sea" }},
		{`the terrain "dunes": a shape reaches 2.00 from the middle, and 1 is the edge`, func(v *engine.Vocabulary) { v.Terrains[0].Scatter = odd }},
		{`the terrain "dunes": the letter '\t' does not fill one place of a terminal`, func(v *engine.Vocabulary) { v.Terrains[0].Letter = '\t' }},
		{`the terrain "dunes": the letter '砂' does not fill one place of a terminal`, func(v *engine.Vocabulary) { v.Terrains[0].Letter = '砂' }},
		{`the terrain "dunes": the letter ' ' does not fill one place of a terminal`, func(v *engine.Vocabulary) { v.Terrains[0].Letter = ' ' }},
		{`the terrain "dunes": the letter '́' does not fill one place of a terminal`, func(v *engine.Vocabulary) { v.Terrains[0].Letter = '́' }},
		{`the site "mine": the letter ',' stands for another already`, func(v *engine.Vocabulary) { v.Sites[0].Letter = ',' }},
		{`the site "mine" has no letter`, func(v *engine.Vocabulary) { v.Sites[0].Letter = 0 }},
		{`the site "mine" has no drawing`, func(v *engine.Vocabulary) { v.Sites[0].Glyph = nil }},
		{`the site "mine" is drawn as "water": there is`, func(v *engine.Vocabulary) { v.Sites[0].As = engine.Water }},
		{`the owner "green" has no opaque colour for body`, func(v *engine.Vocabulary) { v.Owners[0].Body = pale }},
		{`the owner "green" has no opaque colour for used`, func(v *engine.Vocabulary) { v.Owners[0].Used = engine.Colour{} }},
		{`the owner "green" has no opaque colour for edge`, func(v *engine.Vocabulary) { v.Owners[0].Edge.Dark = 0x33669980 }},
		{`the owner "green" has no colour for area`, func(v *engine.Vocabulary) { v.Owners[0].Area = engine.Colour{} }},
		{`the owner "green" has the colours [256 0] of a terminal`, func(v *engine.Vocabulary) { v.Owners[0].Terminal = [2]int{256, 0} }},
		{`the owner "green" has the colours [0 16] of a terminal`, func(v *engine.Vocabulary) { v.Owners[0].Terminal = [2]int{0, 16} }},
		{`the edge "dike" has no letter`, func(v *engine.Vocabulary) { v.Edges[0].Letter = 0 }},
		{`the edge "dike" has no colour`, func(v *engine.Vocabulary) { v.Edges[0].Line = engine.Colour{} }},
		{`the edge "dike" is NaN wide: a hex is 64`, func(v *engine.Vocabulary) { v.Edges[0].Width = math.NaN() }},
		{`the link "canal": the letter '|' stands for another already`, func(v *engine.Vocabulary) { v.Links[0].Letter = '|' }},
		{`the site "mine": the letter 'o' stands for what every game has`, func(v *engine.Vocabulary) { v.Sites[0].Letter = 'o' }},
		{`the link "canal": the letter '#' stands for what every game has`, func(v *engine.Vocabulary) { v.Links[0].Letter = '#' }},
		{`the link "canal" has no colour`, func(v *engine.Vocabulary) { v.Links[0].Edge = engine.Colour{} }},
		{`the link "canal" is -1 wide: a hex is 64`, func(v *engine.Vocabulary) { v.Links[0].Width = -1 }},
		{`the link "canal" has a dash of 0: from 0.5 to 64 can be seen`, func(v *engine.Vocabulary) { v.Links[0].Dash = []float64{3, 0} }},
		{`the symbol "glider" has no drawing`, func(v *engine.Vocabulary) { v.Symbols[0].Glyph = nil }},
		{`the symbol "glider": a shape of 2 points`, func(v *engine.Vocabulary) { v.Symbols[0].Glyph = engine.Glyph{engine.Area(0, 0, 1, 1)} }},
		{`the symbol "glider": a shape of 0 points`, func(v *engine.Vocabulary) { v.Symbols[0].Glyph = engine.Glyph{{}} }},
		{`the symbol "glider": a shape with the radius -1 and lines 0 wide`, func(v *engine.Vocabulary) { v.Symbols[0].Glyph = engine.Glyph{engine.Disc(0, 0, -1)} }},
		{`the symbol "glider": a shape with the radius 0 and lines -2 wide`, func(v *engine.Vocabulary) {
			v.Symbols[0].Glyph = engine.Glyph{engine.Line(0, 0, 1, 1).Thick(-2)}
		}},
		{`the state "tired" has no drawing`, func(v *engine.Vocabulary) { v.States[0].Badge = nil }},
		{`the state "tired" has no ground for its badge`, func(v *engine.Vocabulary) { v.States[0].Ground = engine.Colour{} }},
		{`the state "tired": its box [0.5 0 -0.5 1] is not`, func(v *engine.Vocabulary) { v.States[0].Box = [4]float64{0.5, 0, -0.5, 1} }},
		{`the mark "retreat" is the word of a path`, func(v *engine.Vocabulary) { v.Marks[0].Word = engine.PathRetreat }},
		{`the mark "goal" has no colour`, func(v *engine.Vocabulary) { v.Marks[0].Ink = engine.Colour{} }},
		{`the mark "goal" has a dash of -1: from 0.5 to 64 can be seen`, func(v *engine.Vocabulary) { v.Marks[0].Dash = []float64{-1} }},
		{`the condition "rain" has no opaque ground`, func(v *engine.Vocabulary) { v.Conditions[0].Ground = pale }},
		{`the condition "rain" has no colour for letters`, func(v *engine.Vocabulary) { v.Conditions[0].Letters = engine.Colour{} }},
		{`the condition "rain" has no icon`, func(v *engine.Vocabulary) { v.Conditions[0].Icon = nil }},
		{`band 0 has no opaque colour`, func(v *engine.Vocabulary) { v.Bands[0] = engine.Colour{} }},
	} {
		v := sound()
		c.spoil(v)
		if err := v.Check(); err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want %s: %v", c.want, err)
		}
	}
	v := sound()
	v.Symbols[0].Glyph, v.Conditions[0].Icon, v.States[0].Letter = nil, nil, 0
	if told := strings.Split(v.Check().Error(), "\n"); len(told) != 3 {
		t.Errorf("of three faults are told %q", told)
	}
}
