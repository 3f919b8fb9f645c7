package render

import (
	"maps"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// TestVocabulary: what is drawn is the vocabulary, word for word, whosever it is.
func TestVocabulary(t *testing.T) {
	for name, words := range vocabularies() {
		t.Run(name, func(t *testing.T) { testVocabulary(t, studioOf(words, Options{}).book) })
	}
}

func testVocabulary(t *testing.T, b *book) {
	drawn := map[string][]engine.Class{
		"terrain":   slices.Collect(maps.Keys(b.terrains)),
		"site":      slices.Collect(maps.Keys(b.sites)),
		"owner":     slices.Collect(maps.Keys(b.owners)),
		"edge":      slices.Collect(maps.Keys(b.rivers)),
		"link":      slices.Collect(maps.Keys(b.roads)),
		"symbol":    slices.Collect(maps.Keys(b.symbols)),
		"state":     slices.Collect(maps.Keys(b.states)),
		"mark":      slices.Collect(maps.Keys(b.marks)),
		"path":      slices.Collect(maps.Keys(ways)),
		"outcome":   slices.Collect(maps.Keys(outcomes)),
		"condition": slices.Collect(maps.Keys(b.conditions)),
	}
	for _, list := range engine.Lists {
		got, want := slices.Sorted(slices.Values(drawn[list])), slices.Sorted(slices.Values(b.words.List(list)))
		if !slices.Equal(got, want) {
			t.Errorf("%s: drawn are %q, the vocabulary has %q", list, got, want)
		}
		delete(drawn, list)
	}
	for list := range drawn {
		t.Errorf("the vocabulary has no list %q", list)
	}
}

// TestEveryWordShows: a piece in each state, of each symbol and each owner
// looks like no other.
func TestEveryWordShows(t *testing.T) {
	for name, words := range vocabularies() {
		t.Run(name, func(t *testing.T) { testEveryWordShows(t, words) })
	}
}

func testEveryWordShows(t *testing.T, words *engine.Vocabulary) {
	r := studioOf(words, Options{})
	look := func(p engine.Piece) string {
		s := r.paintCounter(Counter{Piece: p, Size: 38})
		return string(s.pic.Pix)
	}
	plain := engine.Piece{Owner: engine.Neutral, Symbol: engine.PlainPiece, Short: "x", Values: []string{"1"}, Steps: 1, Of: 2}
	seen := map[string]string{}
	try := func(name string, p engine.Piece) {
		t.Helper()
		l := look(p)
		if other, ok := seen[l]; ok {
			t.Errorf("%s looks like %s", name, other)
		}
		seen[l] = name
	}
	try("plain", plain)
	for _, c := range words.List("state") {
		p := plain
		p.States = []engine.Class{c}
		try(string(c), p)
	}
	for _, c := range words.List("symbol") {
		if c != engine.PlainPiece {
			p := plain
			p.Symbol = c
			try(string(c), p)
		}
	}
	for _, c := range words.List("owner") {
		if c != engine.Neutral {
			p := plain
			p.Owner = c
			try(string(c), p)
		}
	}
}

// TestInks: every ink that a plan uses has a colour, and all that a game brings have room among
// the 255 of a picture.
func TestInks(t *testing.T) {
	for name, words := range vocabularies() {
		for _, th := range Themes() {
			t.Run(name+"/"+th.Name, func(t *testing.T) { testInks(t, words, th) })
		}
	}
}

func testInks(t *testing.T, words *engine.Vocabulary, th Theme) {
	r := studioOf(words, Options{Theme: th})
	has := func(what string, inks ...Ink) {
		t.Helper()
		for _, i := range inks {
			if _, ok := r.theme.inks[i]; !ok && i != "" {
				t.Errorf("%s: the theme %s has no colour for %q", what, r.theme.Name, i)
			}
		}
	}
	var walk func(ops []Op)
	walk = func(ops []Op) {
		for _, o := range ops {
			switch o := o.(type) {
			case Fill:
				has(o.What, o.Ink)
			case Stroke:
				has(o.What, o.Ink)
			case Text:
				has(o.What, o.Ink, o.Halo)
			case Lettering:
				has(o.What, o.Ink, o.Halo)
			case Counter:
				walk(counterOps(r.book, r.fonts, o))
			}
		}
	}
	p := everythingOf(words)
	p.Legend = true
	plan, err := r.Plan(p)
	if err != nil {
		t.Fatal(err)
	}
	colours := r.theme.palette().rgb
	for i := range r.book.inks {
		c := r.theme.ink(i)
		if near := slices.Index(colours[:], mix(c, c, 255)); c.A == 255 && near < 0 {
			t.Errorf("the colour %s of the game is not in the palette", i)
		}
	}
	for _, l := range plan.Layers {
		walk(l.Ops)
	}
	has("lands", r.theme.lands...)
	has("grounds", r.theme.grounds...)
	has("tints", r.theme.tints...)
}

// everything is a picture that uses every word of Celles.
func everything() Picture { return everythingOf(scenario.Vocabulary) }

// everythingOf is a picture that uses every word of a vocabulary.
func everythingOf(words *engine.Vocabulary) Picture {
	c := func(col, row int) hex.Coord { return hex.Coord{Col: uint8(col), Row: uint8(row)} }
	v := map[string][]engine.Class{}
	wide := 14
	for _, list := range engine.Lists {
		v[list] = words.List(list)
		wide = max(wide, len(v[list])+4)
	}
	b := &engine.Board{Vocabulary: words, Title: "Everything"}
	for col := 1; col <= wide; col++ {
		for row := range 4 {
			b.Hexes = append(b.Hexes, engine.BoardHex{At: c(col, row), Terrain: v["terrain"][(col+row)%len(v["terrain"])]})
		}
	}
	for i := range v["owner"] {
		b.Hexes[i].Area = v["owner"][i]
	}
	for i := range v["site"] {
		b.Hexes[8+i].Site, b.Hexes[8+i].Name = v["site"][i], "Étang-du-Pré"
	}
	b.Hexes[12].VP, b.Hexes[12].Entry = 3, true
	for i, w := range v["edge"] {
		b.Edges = append(b.Edges, engine.BoardEdge{Edge: hex.EdgeOf(c(4+i, 1), c(4+i, 2)), Class: w, Name: "Lys"})
	}
	for i, w := range v["link"] {
		b.Links = append(b.Links, engine.BoardLink{A: c(4+i, 1), B: c(4+i, 2), Class: w, Bridge: true})
	}
	view := engine.View{Status: engine.Say("status"), Waiting: []engine.Prompt{{Ask: engine.Say("ask")}}}
	for i, w := range v["state"] {
		view.Pieces = append(view.Pieces, engine.Piece{
			ID: string(w), At: c(1+i, 0), Owner: v["owner"][i%len(v["owner"])], Symbol: v["symbol"][i%len(v["symbol"])],
			Group: "1st", Short: "a", Band: i, Values: []string{"11", "8", "9"}, Steps: 1, Of: 2, States: []engine.Class{w},
		})
	}
	for i, w := range v["mark"] {
		view.Marks = append(view.Marks, engine.Mark{At: c(1+i, 3), Class: w, Text: "2½"})
	}
	for i, w := range v["path"] {
		view.Paths = append(view.Paths, engine.Path{Class: w, Hexes: []hex.Coord{c(1+i, 1), c(1+i, 2), c(1+i, 3)}, Text: "DR"})
	}
	track := engine.Track{ID: "track", Label: engine.Say("track")}
	box := engine.Box{ID: "box", Label: engine.Say("box"), Owner: v["owner"][0], Pieces: view.Pieces[:2]}
	for i, w := range v["condition"] {
		view.Conditions = append(view.Conditions, w)
		m := engine.Marker{Label: engine.Say("marker"), Owner: v["owner"][i%len(v["owner"])], Here: i == 0, Spent: i == 1}
		track.Cells = append(track.Cells, engine.Cell{Label: "1", Conditions: []engine.Class{w}, Markers: []engine.Marker{m, {Label: engine.Say("here"), Here: true}}})
		box.Markers = append(box.Markers, m)
	}
	view.Tracks, view.Boxes = []engine.Track{track}, []engine.Box{box, {ID: "empty", Label: engine.Say("empty")}}
	return Picture{Board: b, View: view}
}

// TestUnknownWords: a word outside the vocabulary is an error, wherever it stands.
func TestUnknownWords(t *testing.T) {
	const odd = engine.Class("swamp")
	r := cellesStudio(Options{})
	for name, spoil := range map[string]func(p *Picture){
		"terrain":     func(p *Picture) { p.Board.Hexes[0].Terrain = odd },
		"no terrain":  func(p *Picture) { p.Board.Hexes[0].Terrain = "" },
		"site":        func(p *Picture) { p.Board.Hexes[0].Site = odd },
		"area":        func(p *Picture) { p.Board.Hexes[0].Area = odd },
		"hexside":     func(p *Picture) { p.Board.Edges[0].Class = odd },
		"far hexside": func(p *Picture) { p.Board.Edges[0].Edge.B = hex.Coord{Col: 14, Row: 3} },
		"link":        func(p *Picture) { p.Board.Links[0].Class = odd },
		"owner":       func(p *Picture) { p.View.Pieces[0].Owner = odd },
		"symbol":      func(p *Picture) { p.View.Pieces[0].Symbol = odd },
		"state":       func(p *Picture) { p.View.Pieces[0].States = []engine.Class{odd} },
		"boxed piece": func(p *Picture) { p.View.Boxes[1].Pieces = []engine.Piece{{Owner: odd}} },
		"box":         func(p *Picture) { p.View.Boxes[0].Owner = odd },
		"marker":      func(p *Picture) { p.View.Boxes[0].Markers[0].Owner = odd },
		"cell":        func(p *Picture) { p.View.Tracks[0].Cells[0].Conditions = []engine.Class{odd} },
		"cell marker": func(p *Picture) { p.View.Tracks[0].Cells[0].Markers[0].Owner = odd },
		"condition":   func(p *Picture) { p.View.Conditions = []engine.Class{odd} },
		"works":       func(p *Picture) { p.Board.Hexes[0].Works = odd },
		"link of play": func(p *Picture) {
			p.View.Links = []engine.Link{{BoardLink: engine.BoardLink{A: p.Board.Links[0].A, B: p.Board.Links[0].B, Class: odd}}}
		},
		"link off": func(p *Picture) {
			p.View.Links = []engine.Link{{BoardLink: engine.BoardLink{A: p.Board.Links[0].A, B: hex.Coord{Col: 50, Row: 50}, Class: engine.Road}}}
		},
		"of no game": func(p *Picture) { p.Board.Vocabulary = nil },
		"of another": func(p *Picture) { p.Board.Vocabulary = &engine.Vocabulary{Owners: scenario.Vocabulary.Owners} },
		"no words":   func(p *Picture) { p.Board.Vocabulary = &engine.Vocabulary{Owners: []engine.Owner{{Word: "Nobody!"}}} },
		"mark":       func(p *Picture) { p.View.Marks[0].Class = odd },
		"path":       func(p *Picture) { p.View.Paths[0].Class = odd },
		"overlay mark": func(p *Picture) {
			p.Overlay = &engine.Answer{Marks: []engine.Mark{{At: p.Board.Hexes[0].At, Class: odd}}}
		},
		"overlay path": func(p *Picture) { p.Overlay = &engine.Answer{Paths: []engine.Path{{Class: odd}}} },
		"piece off":    func(p *Picture) { p.View.Pieces[0].At = hex.Coord{Col: 50, Row: 50} },
		"mark off":     func(p *Picture) { p.View.Marks[0].At = hex.Coord{Col: 50, Row: 50} },
		"path off":     func(p *Picture) { p.View.Paths[0].Hexes[1] = hex.Coord{Col: 50, Row: 50} },
		"no board":     func(p *Picture) { p.Board = nil },
		"no hexes":     func(p *Picture) { p.Board = &engine.Board{Vocabulary: scenario.Vocabulary} },
		"small":        func(p *Picture) { p.Scale = 0.01 },
		"big":          func(p *Picture) { p.Scale = 10 },
		"crop off":     func(p *Picture) { p.Crop = &Crop{At: []hex.Coord{{Col: 50, Row: 50}}, Radius: 2} },
		"crop empty":   func(p *Picture) { p.Crop = &Crop{At: []hex.Coord{p.Board.Hexes[0].At}} },
	} {
		t.Run(name, func(t *testing.T) {
			p := everything()
			spoil(&p)
			if _, err := r.Plan(p); err == nil {
				t.Error("no error")
			}
		})
	}
}
