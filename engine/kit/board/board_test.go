package board

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/facts"
)

// read reads a map of pointed hexes, and what is wrong with it.
func read(t *testing.T, lines ...string) (*Map, string) {
	t.Helper()
	files := fstest.MapFS{"map.csv": {Data: []byte(strings.Join(lines, "\n") + "\n")}}
	tables := Tables{
		Edges: map[string]engine.Class{"river": engine.MinorRiver, "meuse": engine.MajorRiver},
		Works: map[string]engine.Class{"wall": "wall"}, Links: map[string]engine.Class{"road": engine.Road},
	}
	f, sheets, err := csvtable.ReadKinds(files, "map.csv", tables.Columns(map[string][]string{"unit": {"id"}}))
	if err != nil {
		t.Fatal(err)
	}
	m := &Map{}
	m.ReadAll(tables, sheets)
	return m, f.Problems().Error()
}

func at(col, row uint8) hex.Coord { return hex.Coord{Col: col, Row: row} }

func TestMap(t *testing.T) {
	m, wrong := read(t,
		"grid,no,no,yes,no,no", "hex,0101,town,West,0", "hex,0201,woods,,2", "hex,0202,clear,,0", "hex,0301,clear,East,0",
		"unit,red-a", "site,0202,village", "wall,0202,0201", "river,0201,0101,Brook", "meuse,0201,0202,", "road,0301,0201,East Road",
	)
	if wrong != "" {
		t.Fatal(wrong)
	}
	if m.Grid != (hex.Grid{Odd: true}) || m.Hexes[1].VP != 2 || m.Hexes[0].Name != "West" || m.Hexes[2].Site != "village" {
		t.Errorf("%+v", m.Board)
	}
	if e := m.Edges[0]; e.Class != engine.MajorRiver || len(m.Edges) != 3 {
		t.Errorf("hexsides: %+v", m.Edges)
	}
	if e := m.Edges[1]; e.Edge != (hex.Edge{A: at(1, 1), B: at(2, 1)}) || e.Name != "Brook" || e.Of.Valid() {
		t.Errorf("the river is %+v", e)
	}
	if e := m.Edges[2]; e.Of != at(2, 2) || e.Class != "wall" {
		t.Errorf("the wall is %+v", e)
	}
	if l := m.Links[0]; l.A != at(3, 1) || l.B != at(2, 1) {
		t.Errorf("the road is %+v", l)
	}
	if got := m.Neighbours(at(2, 1)); !slices.Equal(got, []hex.Coord{at(3, 1), at(2, 2), at(1, 1)}) {
		t.Errorf("next to 0201 are %v", got)
	}
	if !m.Between(at(1, 1), at(2, 1), engine.MinorRiver) || m.Between(at(2, 1), at(2, 2), engine.MinorRiver) {
		t.Error("the river is elsewhere")
	}
	for _, id := range []string{"0102", "02", ""} {
		if c, ok := m.Find(id); ok || c.Valid() {
			t.Errorf("%q is the hex %s", id, c)
		}
	}
	if c, ok := m.Find("0202"); !ok || m.Index(c) != 2 || !slices.Equal(m.IDs(), []string{"0101", "0201", "0202", "0301"}) {
		t.Errorf("0202 is %s, all are %v", c, m.IDs())
	}
}

func TestWithin(t *testing.T) {
	m, _ := read(t, "hex,0101,clear,,0", "hex,0201,clear,,0", "hex,0301,clear,,0", "hex,0401,clear,,0")
	dry := func(from hex.Coord) []hex.Coord {
		return slices.DeleteFunc(m.Neighbours(from), func(to hex.Coord) bool { return to == at(4, 1) && from == at(3, 1) })
	}
	for _, c := range []struct {
		most, steps int
		next        func(hex.Coord) []hex.Coord
		to          hex.Coord
		way         []hex.Coord
	}{
		{2, 0, m.Neighbours, at(1, 1), nil},
		{2, 2, m.Neighbours, at(3, 1), []hex.Coord{at(2, 1), at(3, 1)}},
		{2, -1, m.Neighbours, at(4, 1), nil},
		{3, 3, m.Neighbours, at(4, 1), []hex.Coord{at(2, 1), at(3, 1), at(4, 1)}},
		{3, -1, dry, at(4, 1), nil},
		{3, -1, m.Neighbours, at(9, 9), nil},
	} {
		s := m.Within(c.most, at(1, 1), c.next)
		if got := s.To(c.to); got != c.steps || got > 0 && !slices.Equal(s.Way(c.to), c.way) {
			t.Errorf("to %s there are %d of %d steps", c.to, got, c.most)
		}
	}
}

func TestField(t *testing.T) {
	m, _ := read(t, "hex,0101,town,,0", "hex,0201,woods,,0")
	at, lines := hex.Coord{}, []facts.Line{facts.Title("test", 1)}
	lines = append(lines, m.Field("camp", &at).Line())
	for _, text := range []string{"test 1\n", "test 1\ncamp 0201\n"} {
		if err := facts.Read(text, lines); err != nil || facts.Print(lines) != text {
			t.Errorf("%q is printed as %q, %v", text, facts.Print(lines), err)
		}
	}
	if err := facts.Read("test 1\ncamp 0301\n", lines); err == nil || err.Error() != `line 2: "0301" is not a valid hex of the map` {
		t.Error(err)
	}
}

func TestProblems(t *testing.T) {
	m, wrong := read(t, "grid,no,no,yes,no,si", "hex,0101,clear,,0", "hex,0101,woods,,0", "hex,ford,clear,,0", "hex,0301,clear,,x",
		"site,0909,village", "site,0101,castle", "hex,0401,swamp,,0", "river,0101,0301,Brook", "road,0101,0102,", "wall,0102,0101")
	want := []string{
		`map.csv:1: hexes back: "si" is none of no, yes`, "map.csv:3: hex 0101 stands twice", `map.csv:4: hex: "ford" is not four digits`,
		`map.csv:5: vp: "x" is not a whole number`, "map.csv:6: hex: there is no hex 0909", `map.csv:7: site: "castle" cannot be drawn`,
		`map.csv:8: terrain: "swamp" cannot be drawn`, "map.csv:9: 0101 and 0301 are not neighbours",
		"map.csv:10: other: there is no hex 0102", "map.csv:11: hex: there is no hex 0102",
	}
	if wrong != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", wrong, strings.Join(want, "\n"))
	}
	if len(m.Hexes) != 3 {
		t.Errorf("%d hexes", len(m.Hexes))
	}
}
