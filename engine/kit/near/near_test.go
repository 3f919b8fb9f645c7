package near

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/hex"
)

// field is a small map with a river, two roads and pieces of two sides.
func field() (*engine.Board, engine.View) {
	at := func(col, row uint8) hex.Coord { return hex.Coord{Col: col, Row: row} }
	b := &engine.Board{}
	for col := uint8(1); col <= 9; col++ {
		for row := uint8(1); row <= 9; row++ {
			b.Hexes = append(b.Hexes, engine.BoardHex{At: at(col, row), Terrain: engine.Clear})
		}
	}
	b.Hexes[4*9+3] = engine.BoardHex{At: at(5, 4), Terrain: engine.Woods, Site: engine.Village, Name: "Aye"}
	b.Edges = []engine.BoardEdge{{Edge: hex.EdgeOf(at(5, 5), at(5, 4)), Class: engine.MinorRiver}}
	b.Links = []engine.BoardLink{
		{A: at(5, 4), B: at(5, 5), Class: engine.Road, Bridge: true}, {A: at(5, 5), B: at(5, 6), Class: engine.Road},
	}
	v := engine.View{
		Pieces: []engine.Piece{
			{ID: "red-a", At: at(5, 5), Seat: "red"},
			{ID: "blue-a", At: at(5, 4), Seat: "blue"},
			{ID: "blue-b", At: at(5, 4), Seat: "blue"},
			{ID: "blue-c", At: at(8, 2), Seat: "blue"},
			{ID: "blue-d", At: at(1, 5), Seat: "blue"},
		},
		Links: []engine.Link{{BoardLink: engine.BoardLink{A: at(5, 5), B: at(5, 6), Class: engine.Road}, Cut: true}},
	}
	return b, v
}

// spoken puts a sentence into a short form: its key and the values in it.
func spoken(m engine.Msg) string {
	words := []string{m.Key}
	var add func(a engine.Arg)
	add = func(a engine.Arg) {
		switch a.Kind {
		case engine.ArgMsg:
			words = append(words, strings.TrimPrefix(spoken(*a.Msg), "near."))
		case engine.ArgList:
			for _, x := range a.List {
				add(x)
			}
		case engine.ArgNum:
			words = append(words, string(rune('0'+a.Num)))
		default:
			words = append(words, a.Text)
		}
	}
	for _, a := range m.Args {
		add(a)
	}
	return strings.Join(words, " ")
}

func TestAnswer(t *testing.T) {
	b, v := field()
	q := engine.Query{Name: "near", Args: map[string][]string{}}
	a, err := Answer(v, b, hex.Coord{Col: 5, Row: 5}, q, "2")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range a.Lines {
		got = append(got, spoken(m))
	}
	want := []string{
		"answer.near 0505 word.clear units red red-a",
		"near.next 0504 way.n word.woods word.village over word.minor-river bridge word.road units blue blue-a blue-b",
		"near.next 0604 way.ne word.clear", "near.next 0605 way.se word.clear",
		"near.next 0506 way.s word.clear cut word.road",
		"near.next 0405 way.sw word.clear", "near.next 0404 way.nw word.clear",
		"near.nothing 3",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("it says\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	pieces := a.Data.(Data).Units
	if len(pieces) != 3 || pieces[0].Unit != "red-a" || pieces[0].Way != "" || pieces[1].Distance != 1 || pieces[1].Way != "n" {
		t.Errorf("pieces: %+v", pieces)
	}
}

// TestDistance: what is farther away is told up to the distance that is asked for, by the point of the compass, and no
// distance beyond the greatest is taken.
func TestDistance(t *testing.T) {
	b, v := field()
	at := hex.Coord{Col: 5, Row: 5}
	for word, want := range map[string]string{
		"1": "", "2": "near.nothing 2", "4": "near.far 0105 4 way.w units blue blue-d|near.far 0802 4 way.ne units blue blue-c",
	} {
		a, err := Answer(v, b, at, engine.Query{Args: map[string][]string{"distance": {word}}}, "2")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range a.Lines[7:] {
			got = append(got, spoken(m))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("within %s: %q", word, got)
		}
	}
	for _, word := range []string{"0", "7", "x", "-1"} {
		var no *engine.Illegal
		_, err := Answer(v, b, at, engine.Query{Args: map[string][]string{"distance": {word}}}, "2")
		if !errors.As(err, &no) || no.Rule != "2" {
			t.Errorf("distance %q: %v", word, err)
		}
	}
}

// TestBounded: a crowded map is told with so many lines and no more, and the end of the map is said.
func TestBounded(t *testing.T) {
	b, v := field()
	for i := range b.Hexes {
		b.Hexes[i].Name = "X"
	}
	a, err := Answer(v, b, hex.Coord{Col: 1, Row: 1}, engine.Query{Args: map[string][]string{"distance": {"6"}}}, "2")
	if err != nil {
		t.Fatal(err)
	}
	if last := a.Lines[len(a.Lines)-1]; last.Key != "near.more" || len(a.Lines) != 1+2+1+told+1 {
		t.Errorf("%d lines, the last of them %s", len(a.Lines), last.Key)
	}
	if end := spoken(a.Lines[3]); end != "near.end way.n way.ne way.sw way.nw" {
		t.Error(end)
	}
}
