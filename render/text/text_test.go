package text_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/glyphs"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/render/text"
)

var update = flag.Bool("update", false, "write the boards into testdata")

func open(t testing.TB, game string) (engine.Game, engine.Position) {
	t.Helper()
	var g engine.Game
	var err error
	switch game {
	case "celles":
		g, err = celles.Open(celles.Files(), 1)
	case "ridge":
		g, err = toy.Open(toy.Ridge(), 1)
	default:
		g, err = toy.Open(toy.Files(), 1)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join("testdata", game+".pos"))
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(1, string(file))
	if err != nil {
		t.Fatal(err)
	}
	return g, pos
}

func hexes(t testing.TB, names ...string) []hex.Coord {
	t.Helper()
	var out []hex.Coord
	for _, n := range names {
		c, err := hex.Parse(n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// TestBoards compares boards with testdata.
func TestBoards(t *testing.T) {
	for _, c := range []struct {
		name, game, lang string
		width, height    int
		at               []hex.Coord
		ask              engine.Query
		colours          text.Colours
	}{
		{name: "toy", game: "toy", lang: "en", width: 80},
		{name: "toy-sixteen", game: "toy", lang: "en", width: 80, colours: text.Sixteen},
		{name: "ridge", game: "ridge", lang: "en", width: 80},
		{name: "ridge-part", game: "ridge", lang: "es", width: 30, height: 7, at: hexes(t, "2402")},
		{name: "ridge-strips", game: "ridge", lang: "fr", width: 20},
		{name: "celles-80x24", game: "celles", lang: "en", width: 80, height: 18, at: hexes(t, "3207", "3307")},
		{name: "celles-80x24-colours", game: "celles", lang: "en", width: 80, height: 18, at: hexes(t, "3207", "3307"), colours: text.Many},
		{name: "celles-80x24-reach", game: "celles", lang: "fr", width: 80, height: 18, at: hexes(t, "2808"), ask: engine.Query{Name: "reach", Args: map[string][]string{"unit": {"84-6"}}}},
		{name: "celles-80x24-zoc", game: "celles", lang: "es", width: 80, height: 18, at: hexes(t, "2808"), ask: engine.Query{Name: "zoc", Args: map[string][]string{"side": {"german"}}}},
		{name: "celles-120x40", game: "celles", lang: "en", width: 120, height: 34, at: hexes(t, "2808", "3316")},
		{name: "celles-200x60", game: "celles", lang: "en", width: 200, height: 54},
		{name: "celles-80-whole", game: "celles", lang: "en", width: 80},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, pos := open(t, c.game)
			words, err := locale.New(g.Info())
			if err != nil {
				t.Fatal(err)
			}
			p := text.Sketch{
				Board: g.Info().Board, View: pos.View(engine.Spectator), Capitals: g.Info().Seats[0],
				At: c.at, Width: c.width, Height: c.height, Colours: c.colours,
				Say: func(m engine.Msg) string { return words.Say(c.lang, m) },
			}
			if c.ask.Name != "" {
				a, err := pos.Ask(engine.Spectator, c.ask)
				if err != nil {
					t.Fatal(err)
				}
				p.Overlay = &a
			}
			got := p.Text()
			if c.colours == 0 {
				for _, line := range strings.Split(got, "\n") {
					if n := len([]rune(line)); n > c.width {
						t.Errorf("a line has %d letters, and there is room for %d: %s", n, c.width, line)
					}
				}
			}
			golden := filepath.Join("testdata", c.name+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("%s (-update rewrites it):\n%s", golden, diff)
			}
		})
	}
}

// TestOneWordInTwoLists: an owner may be called as an ink is, and a line on hexsides as one from
// hex to hex.
func TestOneWordInTwoLists(t *testing.T) {
	full := engine.Colour{Light: 0x336699ff}
	at := hexes(t, "0101", "0102", "0103")
	b := &engine.Board{
		Vocabulary: &engine.Vocabulary{
			Terrains: []engine.Terrain{{Word: "white", Ground: engine.Colour{Light: 0xff0000ff}}},
			Owners:   []engine.Owner{{Word: "white", Body: full, Used: full, Edge: full, Area: full, Border: full, Terminal: [2]int{25, 4}}},
			Edges:    []engine.Works{{Word: "dike", Letter: '|', Line: full}},
			Links:    []engine.Way{{Word: "dike", Letter: ':', Fill: full, Edge: full}},
		},
		Edges: []engine.BoardEdge{{Edge: hex.EdgeOf(at[0], at[1]), Class: "dike"}},
		Links: []engine.BoardLink{{A: at[1], B: at[2], Class: "dike"}},
	}
	for _, h := range at {
		b.Hexes = append(b.Hexes, engine.BoardHex{At: h, Terrain: "white"})
	}
	if err := b.Vocabulary.Check(); err != nil {
		t.Fatal(err)
	}
	p := text.Sketch{
		Board: b, Width: 80, Colours: text.Many, Say: func(m engine.Msg) string { return m.Key },
		View: engine.View{Pieces: []engine.Piece{{ID: "w", At: at[0], Owner: "white", Symbol: engine.Infantry, Short: "w", Steps: 1, Of: 1}}},
	}
	got := p.Text()
	for _, want := range []string{
		"38;5;231;48;5;25m",  // the letters of a unit are white, on the ground of its owner
		"38;5;234;48;5;196m", // and the number of a hex dark, on that of its terrain
		"| drawn.edge.dike", ": drawn.link.dike",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q:\n%q", want, got)
		}
	}
}

// TestTextCropShowsItsHex: a part of a board shows the hex that it is to show, wherever it
// lies and however narrow the terminal is.
func TestTextCropShowsItsHex(t *testing.T) {
	g, pos := open(t, "celles")
	p := text.Sketch{
		Board: g.Info().Board, View: pos.View(engine.Spectator), Capitals: g.Info().Seats[0],
		Say: func(m engine.Msg) string { return m.Key },
	}
	for _, size := range [][2]int{{1, 1}, {20, 8}, {80, 18}, {120, 34}, {300, 90}} {
		p.Width, p.Height = size[0], size[1]
		for i, h := range g.Info().Board.Hexes {
			if i%23 != 0 { // all columns and rows, in half a second
				continue
			}
			p.At = []hex.Coord{h.At}
			if !strings.Contains(p.Text(), h.At.String()) {
				t.Errorf("%v: %s does not show", size, h.At)
			}
		}
	}
}

// TestTheVocabularyHasSigns: what a game may draw is told apart without colours.
func TestTheVocabularyHasSigns(t *testing.T) {
	for name, words := range map[string]*engine.Vocabulary{
		"celles": scenario.Vocabulary, "toy": toy.Strict().Info().Vocabulary, "glyphs": glyphs.Vocabulary,
	} {
		t.Run(name, func(t *testing.T) { testSigns(t, words) })
	}
}

func testSigns(t *testing.T, words *engine.Vocabulary) {
	at := hex.Coord{Col: 1, Row: 1}
	south, _ := hex.Grid{}.Neighbour(at, hex.S)
	bare := text.Sketch{Width: 80, Say: func(m engine.Msg) string { return m.Key }}
	draw := func(list string, c engine.Class) string {
		b := engine.Board{Vocabulary: words, Hexes: []engine.BoardHex{{At: at, Terrain: engine.Clear}, {At: south, Terrain: engine.Clear}}}
		v := engine.View{}
		switch list {
		case "terrain":
			b.Hexes[0].Terrain = c
		case "site":
			b.Hexes[0].Site = c
		case "edge":
			b.Edges = []engine.BoardEdge{{Edge: hex.EdgeOf(at, south), Class: c}}
		case "link":
			b.Links = []engine.BoardLink{{A: at, B: south, Class: c}}
		case "state":
			v.Pieces = []engine.Piece{{ID: "a", At: at, States: []engine.Class{c}}}
		case "mark":
			v.Marks = []engine.Mark{{At: at, Class: c}}
		}
		p := bare
		p.Board, p.View = &b, v
		board, _, _ := strings.Cut(p.Text(), "drawn.")
		return board
	}
	for _, list := range []string{"terrain", "site", "edge", "link", "state", "mark"} {
		var seen []string
		for _, c := range words.List(list) {
			got := draw(list, c)
			if slices.Contains(seen, got) {
				t.Errorf("%s %s looks like another:\n%s", list, c, got)
			}
			seen = append(seen, got)
		}
	}
}

// TestStrangersDrawNothing: names of units and places come from data sets of strangers, and
// what controls a terminal is not written to it.
func TestStrangersDrawNothing(t *testing.T) {
	at := hex.Coord{Col: 1, Row: 1}
	p := text.Sketch{
		Board: &engine.Board{Hexes: []engine.BoardHex{{At: at, Terrain: "\x1b[2J", Name: "\x1b[31mx"}, {At: hex.Coord{Col: 2, Row: 1}, Name: "\x1b\x07"}}},
		View: engine.View{
			Pieces: []engine.Piece{{ID: "\x1b]0;x\x07", At: at}, {ID: "\x1b-\x1b\x1b\x1b\x1b\x1b", At: at}},
			Marks:  []engine.Mark{{At: hex.Coord{Col: 2, Row: 1}, Class: engine.MarkReach, Text: "\x1b[1m"}},
		},
		Width: 80, Say: func(m engine.Msg) string { return "\x1b" + m.Key },
	}
	if got := p.Text(); strings.ContainsAny(got, "\x1b\x07") {
		t.Errorf("drawn: %q", got)
	}
}
