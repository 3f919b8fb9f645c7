package matches

import (
	"testing"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// TestWhatIsSpreadIsShownOnTheWholeMap: a part is at most as large as a telephone, or else a
// desktop client, shows well.
func TestWhatIsSpreadIsShownOnTheWholeMap(t *testing.T) {
	board := &engine.Board{}
	for col := range uint8(33) {
		for row := range uint8(17) {
			board.Hexes = append(board.Hexes, engine.BoardHex{At: hex.Coord{Col: col + 1, Row: row}})
		}
	}
	board.Hexes[6*17+5].Name = "Ford" // 0705
	for _, c := range []struct {
		from, to       string
		part, portrait bool
		name           string
	}{
		{"0505", "0505", true, true, "0505"},
		{"0503", "0907", true, true, "0705"}, // the Ford is in the middle
		{"0503", "1313", true, true, "0705"},
		{"0503", "1403", true, false, ""},
		{"0503", "0514", false, false, ""},
		{"0503", "2009", true, false, ""},
		{"0503", "2109", false, false, ""},
		{"0503", "2010", false, false, ""},
		{"0100", "3316", false, false, ""},
	} {
		from, err := hex.Parse(c.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := hex.Parse(c.to)
		if err != nil {
			t.Fatal(err)
		}
		f := &command.Frame{Look: referee.Look{Info: &engine.Info{Board: board}}}
		at, ok := showPart(f, engine.Answer{Marks: []engine.Mark{{At: from}}, Ghosts: []engine.Piece{{At: to}}})
		if ok != c.part || ok != (f.Crop.Radius > 0) || ok != (f.Over != nil) || f.Portrait != c.portrait || c.name != "" && at.String() != c.name {
			t.Errorf("%s to %s: part %t, portrait %t, crop %v around %s", c.from, c.to, ok, f.Portrait, f.Crop, at)
		}
	}
	small := &engine.Board{Hexes: board.Hexes[:2*17]}
	f := &command.Frame{Look: referee.Look{Info: &engine.Info{Board: small}}}
	if _, ok := showPart(f, engine.Answer{Marks: []engine.Mark{{At: hex.Coord{Col: 1, Row: 2}}, {At: hex.Coord{Col: 2, Row: 9}}}}); ok || f.Portrait {
		t.Errorf("most of a small map is shown as a part of it: %v", f.Crop)
	}
	f.Look.Info.Board = board
	if _, ok := showPart(f, engine.Answer{Ghosts: []engine.Piece{{ID: "in a box"}}}); ok || f.Crop.Radius > 0 {
		t.Errorf("what is nowhere on the map has a part of it: %v", f.Crop)
	}
}
