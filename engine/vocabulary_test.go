package engine_test

import (
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/glyphs"
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

// TestWhatCannotBeDrawnIsTold: each fault of a vocabulary is named, all at once.
func TestWhatCannotBeDrawnIsTold(t *testing.T) {
	for _, v := range []*engine.Vocabulary{nil, {}, glyphs.Vocabulary} {
		if err := v.Check(); err != nil {
			t.Errorf("sound, and refused: %v", err)
		}
	}
	dot := engine.Glyph{engine.Disc(0, 0, 1)}
	for want, v := range map[string]*engine.Vocabulary{
		`the symbol "Big Guns" is no word`:         {Symbols: []engine.Symbol{{Word: "Big Guns", Glyph: dot}}},
		`the symbol "armour" is there already`:     {Symbols: []engine.Symbol{{Word: "armour", Glyph: dot}}},
		`the symbol "guns" is brought twice`:       {Symbols: []engine.Symbol{{Word: "guns", Glyph: dot}, {Word: "guns", Glyph: dot}}},
		`the symbol "guns" has no drawing`:         {Symbols: []engine.Symbol{{Word: "guns"}}},
		`the symbol "guns": a shape reaches 1.50`:  {Symbols: []engine.Symbol{{Word: "guns", Glyph: engine.Glyph{engine.Disc(0.5, 0, 1)}}}},
		`the symbol "guns": a shape of 1 points`:   {Symbols: []engine.Symbol{{Word: "guns", Glyph: engine.Glyph{engine.Line(1, 1)}}}},
		`the site "fort" has no letter`:            {Sites: []engine.Site{{Word: "fort", Glyph: dot}}},
		`the site "fort" is drawn as "castle"`:     {Sites: []engine.Site{{Word: "fort", Letter: 'f', As: "castle"}}},
		`the site "fort" has no drawing`:           {Sites: []engine.Site{{Word: "fort", Letter: 'f'}}},
		`the terrain "moor" is drawn as "village"`: {Terrains: []engine.Terrain{{Word: "moor", As: engine.Village}}},
		`the owner "red" has no colour for border`: {Owners: []engine.Owner{{Word: "red"}}},
		`the edge "wall" has no colour`:            {Edges: []engine.Works{{Word: "wall", Letter: 'w'}}},
		`the link "track" has no colour`:           {Links: []engine.Way{{Word: "track", Letter: ':'}}},
		`the state "dug-in" has no drawing`:        {States: []engine.State{{Word: "dug-in", Letter: 'd'}}},
		`the mark "prize" has no colour`:           {Marks: []engine.Sign{{Word: "prize", Letter: 'p'}}},
		`the condition "rain" has no icon`:         {Conditions: []engine.Condition{{Word: "rain"}}},
	} {
		if err := v.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	both := &engine.Vocabulary{Symbols: []engine.Symbol{{Word: "guns"}}, Conditions: []engine.Condition{{Word: "rain"}}}
	if n := len(strings.Split(both.Check().Error(), "\n")); n != 3 {
		t.Errorf("%d faults are told of three: %v", n, both.Check())
	}
}
