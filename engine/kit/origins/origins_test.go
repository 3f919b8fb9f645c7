package origins

import (
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
	if len(a.Marks) != 1 || a.Marks[0].Class != engine.MarkGuess {
		t.Errorf("marks %+v", a.Marks)
	}
}
