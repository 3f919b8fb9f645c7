package hexes

import (
	"slices"
	"testing"
	"testing/fstest"

	"referee/engine/hex"
	"referee/engine/kit/csvtable"
)

type ix int16

// small is a map of three hexes in a line from east to west, and one below them.
func small(t *testing.T) *Map[ix] {
	t.Helper()
	m := &Map[ix]{Grid: hex.Grid{Pointed: true, Odd: true, HexesBack: true}}
	for _, id := range []string{"1101", "1102", "1103", "1202"} {
		m.Add(at(t, id))
	}
	return m
}

func at(t *testing.T, id string) hex.Coord {
	t.Helper()
	c, err := hex.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sheet is a table of the columns a and b.
func sheet(t *testing.T, rows string) (*csvtable.Files, *csvtable.Sheet) {
	t.Helper()
	f, err := csvtable.Read(fstest.MapFS{"a.csv": {Data: []byte("a,b\n" + rows)}}, map[string][]string{"a.csv": {"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	return f, f.Sheet("a.csv")
}

func TestMap(t *testing.T) {
	m := small(t)
	if m.Find(at(t, "1103")) != 2 || m.Find(at(t, "1104")) != -1 || m.IDs.ID(3) != "1202" {
		t.Errorf("%d %d %s", m.Find(at(t, "1103")), m.Find(at(t, "1104")), m.IDs.ID(3))
	}
	if got, want := m.Next(0), [6]ix{-1, -1, -1, 3, 1, -1}; got != want {
		t.Errorf("neighbours of 1101: %v, want %v", got, want)
	}
	if d, ok := m.Direction(1, 3); !ok || d != hex.PSE {
		t.Errorf("from 1102 to 1202: %d %t", d, ok)
	}
	if got, want := m.Edge(3, 0), (hex.Edge{A: at(t, "1101"), B: at(t, "1202")}); got != want {
		t.Errorf("between 1202 and 1101: %v, want %v", got, want)
	}
}

func TestCells(t *testing.T) {
	m := small(t)
	f, s := sheet(t, "1103 1101,1102\n110,1104\n1101 1101 x 1104,1102\n1101,1102\n1101,1103\n1101,1104\n")
	r := s.Rows
	if got := m.ReadAll(r[0], "a"); !slices.Equal(got, []ix{0, 2}) {
		t.Errorf("%v", got)
	}
	if got := m.Read(r[0], "b"); got != 1 {
		t.Errorf("%v", got)
	}
	if c, ok := Coord(r[1], "a"); ok || c.Valid() {
		t.Errorf("%v", c)
	}
	if c, ok := Coord(r[1], "b"); !ok || c != at(t, "1104") {
		t.Errorf("%v", c)
	}
	if got := m.Read(r[1], "a"); got != -1 {
		t.Errorf("%v", got)
	}
	if got := m.ReadAll(r[2], "a"); !slices.Equal(got, []ix{0}) {
		t.Errorf("%v", got)
	}
	for i, want := range []bool{3: true, 4: false, 5: false} {
		if i < 3 {
			continue
		}
		if a, b, ok := m.ReadStep(r[i]); ok != want || ok && (a != 0 || b != 1) || !ok && (a != -1 || b != -1) {
			t.Errorf("%d: %d %d %t", i, a, b, ok)
		}
	}
	want := `a.csv:3: a: "110" is not a hex: use four digits, column then row
a.csv:3: a: "110" is not a hex: use four digits, column then row
a.csv:4: a: hex 1101 stands twice
a.csv:4: a: "x" is not a hex: use four digits, column then row
a.csv:4: a: hex 1104 is not on the map
a.csv:6: hexes 1101 and 1103 are not adjacent
a.csv:7: b: hex 1104 is not on the map`
	if got := f.Problems().Error(); got != want {
		t.Errorf("problems:\n%s\nwant:\n%s", got, want)
	}
}

// TestRows: hexes are numbered in the order of all; what is not on the map, twice or missing is reported.
func TestRows(t *testing.T) {
	read := func(rows string, n uint8) (ids []string, wrong string) {
		f, err := csvtable.Read(fstest.MapFS{"a.csv": {Data: []byte("hex\n" + rows)}}, map[string][]string{"a.csv": {"hex"}})
		if err != nil {
			t.Fatal(err)
		}
		var all []hex.Coord
		for row := range n {
			all = append(all, hex.Coord{Col: 1, Row: row})
		}
		m := &Map[ix]{}
		for i, r := range m.Rows(f.Sheet("a.csv"), all, "column 01") {
			if m.At(ix(i)).String() != r.Text("hex") {
				t.Errorf("%s has the row of %s", m.At(ix(i)), r.Text("hex"))
			}
		}
		return m.IDs.All(), f.Problems().Error()
	}
	if ids, wrong := read("0102\n0100\n0101\n", 3); !slices.Equal(ids, []string{"0100", "0101", "0102"}) || wrong != "" {
		t.Errorf("%v %s", ids, wrong)
	}
	ids, wrong := read("0100\n0201\n0100\n", 7)
	if want := "a.csv:1: 6 hexes have no row: 0101 0102 0103 0104 0105 …\na.csv:3: hex 0201 is not on the map: column 01\n" +
		"a.csv:4: hex 0100 is a duplicate of line 2"; wrong != want || len(ids) != 1 {
		t.Errorf("%v\n%s\nwant\n%s", ids, wrong, want)
	}
	if _, wrong := read("0100\n", 3); wrong != "a.csv:1: 2 hexes have no row: 0101 0102" {
		t.Error(wrong)
	}
}
