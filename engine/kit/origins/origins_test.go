package origins

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/hex"
)

// at is a hex of the small board of these tests.
func at(col, row uint8) hex.Coord { return hex.Coord{Col: col, Row: row} }

func board() *engine.Board {
	a, b, c := at(1, 1), at(1, 2), at(1, 3)
	return &engine.Board{
		Hexes: []engine.BoardHex{
			{At: a, Terrain: engine.Woods, Origin: engine.OriginGuess},
			{At: b, Terrain: engine.Clear, Origin: engine.OriginKnown},
			{At: c, Terrain: engine.Clear, Origin: engine.OriginKnown},
		},
		Links: []engine.BoardLink{{A: a, B: b, Class: engine.Road, Origin: engine.OriginKnown}},
		Edges: []engine.BoardEdge{{Edge: hex.EdgeOf(a, b), Class: engine.MinorRiver, Origin: engine.OriginGuess}},
	}
}

// TestHex: a hex says what its terrain rests on, and each way at it; one of which all is known says nothing, nor one that is not there.
func TestHex(t *testing.T) {
	b := board()
	for _, c := range []struct {
		at    hex.Coord
		lines int
		ways  int
	}{{at(1, 1), 1, 2}, {at(1, 2), 1, 2}, {at(1, 3), 0, 0}, {at(9, 9), 0, 0}} {
		lines := Hex(b, c.at)
		if len(lines) != c.lines {
			t.Errorf("%v: %+v", c.at, lines)
			continue
		}
		for _, m := range lines {
			for _, arg := range m.Args {
				if arg.Name == "ways" && len(arg.List) != c.ways {
					t.Errorf("%v: ways %+v", c.at, arg.List)
				}
			}
		}
	}
}

// TestOdds: what rests on a guess is told, and nothing else.
func TestOdds(t *testing.T) {
	var none, some Odds
	none.In(engine.OriginKnown, at(1, 2), engine.Clear)
	none.Values(engine.OriginDerived, "red-a")
	none.Cells(0, 6)
	if lines := none.Tell(); lines != nil {
		t.Errorf("of facts is told %+v", lines)
	}
	some.In(engine.OriginGuess, at(1, 1), engine.Woods)
	some.Across(board(), at(1, 2), at(1, 1))
	some.Values(engine.OriginGuess, "red-a")
	some.Cells(2, 6)
	lines := some.Tell()
	if len(lines) != 1 || len(lines[0].Args) != 1 || len(lines[0].Args[0].List) != 4 {
		t.Errorf("of guesses is told %+v", lines)
	}
}

// TestAnswer counts hexes and ways, and marks the hexes that are guesses.
func TestAnswer(t *testing.T) {
	a := Answer(board())
	if d := a.Data.(Data); d.Hexes != 3 || len(d.Guessed) != 1 || d.Ways != 2 || d.Guesses != 1 {
		t.Errorf("data %+v", d)
	}
	if len(a.Paths) != 0 {
		t.Errorf("a known road is drawn: %+v", a.Paths)
	}
	b := board()
	b.Links[0].Origin = engine.OriginGuess
	if a := Answer(b); len(a.Paths) != 1 || a.Paths[0].Class != engine.PathGuess {
		t.Errorf("paths %+v", a.Paths)
	}
	if len(a.Marks) != 1 || a.Marks[0].Class != engine.MarkGuess {
		t.Errorf("marks %+v", a.Marks)
	}
}

// TestReach: what can be reached rests on guesses if a hex or a way there does.
func TestReach(t *testing.T) {
	b := board()
	for _, c := range []struct {
		from hex.Coord
		to   []engine.Mark
		want []int // guessed hexes, hexes, guessed ways, ways
	}{
		{at(1, 2), []engine.Mark{{At: at(1, 1)}, {At: at(1, 3)}}, []int{1, 2, 1, 2}},
		{at(1, 1), []engine.Mark{{At: at(1, 2)}}, []int{0, 1, 1, 2}},
		{at(1, 2), []engine.Mark{{At: at(1, 3)}}, nil},
		{at(1, 2), nil, nil},
	} {
		var got []int
		for _, m := range Reach(b, c.from, c.to) {
			for _, a := range m.Args {
				got = append(got, a.Num)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestMark: the fewer of guesses and facts are marked in a table; one without guesses says nothing.
func TestMark(t *testing.T) {
	const known, guess = engine.OriginKnown, engine.OriginGuess
	for _, c := range []struct {
		from  []engine.Origin
		key   string
		marks []bool
	}{
		{[]engine.Origin{known, known, known}, "", []bool{false, false, false}},
		{[]engine.Origin{known, guess, known}, "aid.guesses", []bool{false, true, false}},
		{[]engine.Origin{guess, known, guess}, "aid.guesses-most", []bool{false, true, false}},
		{[]engine.Origin{guess, guess, ""}, "aid.guesses-all", []bool{false, false, false}},
		{[]engine.Origin{"", "", ""}, "", []bool{false, false, false}},
	} {
		a := engine.Aid{ID: "chart", Tables: []engine.AidTable{{
			Title: engine.Say("title"), Head: engine.AidHeads("a", "b", "c"), Rows: [][]engine.Arg{{engine.Num("", 1), engine.Num("", 2), engine.Num("", 3)}},
		}}}
		a = Mark(a, 0, func(_, column int) engine.Origin { return c.from[column] }, 0, 1, 2)
		key := ""
		for _, m := range a.Lines {
			key = m.Key
		}
		if key != c.key {
			t.Errorf("%v: %q, want %q", c.from, key, c.key)
		}
		for i, cell := range a.Tables[0].Rows[0] {
			if (cell.Kind == engine.ArgMsg) != c.marks[i] {
				t.Errorf("%v: cell %d is %+v", c.from, i, cell)
			}
		}
	}
}
