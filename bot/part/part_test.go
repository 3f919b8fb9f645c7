package part_test

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/part"
	"referee/engine"
	"referee/engine/hex"
)

// TestSpreadMarksShowTheWholeMap: a part is at most as large as a telephone, or else a
// desktop client, shows well.
func TestSpreadMarksShowTheWholeMap(t *testing.T) {
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
		p, ok := part.Of(board, engine.Answer{Marks: []engine.Mark{{At: from}}, Ghosts: []engine.Piece{{At: to}}})
		if ok != c.part || ok != (len(p.At) > 0) || p.Portrait != c.portrait || c.name != "" && p.Name.String() != c.name {
			t.Errorf("%s to %s: part %t, %+v", c.from, c.to, ok, p)
		}
		if ok != p.Contains(board, from) || p.Contains(board, hex.Coord{Col: 33, Row: 0}) {
			t.Errorf("%s to %s: %+v shows other hexes", c.from, c.to, p)
		}
	}
	small := &engine.Board{Hexes: board.Hexes[:2*17]}
	if p, ok := part.Of(small, engine.Answer{Marks: []engine.Mark{{At: hex.Coord{Col: 1, Row: 2}}, {At: hex.Coord{Col: 2, Row: 9}}}}); ok || p.Portrait {
		t.Errorf("most of a small map is shown as a part of it: %+v", p)
	}
	if p, ok := part.Of(board, engine.Answer{Ghosts: []engine.Piece{{ID: "in a box"}}}); ok {
		t.Errorf("what is nowhere on the map has a part of it: %+v", p)
	}
}

// TestUpright: what is spread is shown in several parts, each of which a telephone shows, and nothing is in none of them.
func TestUpright(t *testing.T) {
	board := &engine.Board{}
	for col := range uint8(33) {
		for row := range uint8(17) {
			board.Hexes = append(board.Hexes, engine.BoardHex{At: hex.Coord{Col: col + 1, Row: row}})
		}
	}
	for _, c := range []struct {
		at   string
		most int
		want int
	}{
		{"0505", 3, 1},
		{"0505 0907", 3, 1},
		{"0505 2907", 3, 2},
		{"0501 0516", 3, 2},
		{"0505 1605 2907", 3, 3},
		{"0505 1605 2907", 2, 0},
		{"0101 0116 1701 1716 3301 3316", 3, 0},
		{"", 3, 0},
		{"0505 0605 0705 0805 0905 1005 1105 1205 1305 1405", 3, 2},
		{"0505 0505 1005", 1, 1},
	} {
		var a engine.Answer
		for _, text := range strings.Fields(c.at) {
			at, err := hex.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			a.Marks = append(a.Marks, engine.Mark{At: at})
		}
		got := part.Upright(board, a, c.most)
		if len(got) != c.want {
			t.Errorf("%q: %d parts, want %d: %+v", c.at, len(got), c.want, got)
		}
		for _, m := range a.Marks {
			if len(got) > 0 && !slices.ContainsFunc(got, func(p part.Part) bool { return p.Portrait && slices.Contains(p.At, m.At) }) {
				t.Errorf("%q: no part shows %s upright: %+v", c.at, m.At, got)
			}
		}
	}
	small := &engine.Board{Hexes: board.Hexes[:2*17]}
	if got := part.Upright(small, engine.Answer{Marks: []engine.Mark{{At: hex.Coord{Col: 1, Row: 2}}, {At: hex.Coord{Col: 2, Row: 9}}}}, 3); got != nil {
		t.Errorf("most of a small map is shown in parts of it: %+v", got)
	}
}
