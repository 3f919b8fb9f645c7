package hex

import (
	"encoding/json"
	"testing"
)

// every is a block of hexes big enough to show both kinds of column and the
// edges of the numbering.
func every() []Coord {
	var all []Coord
	for _, cols := range [][2]int{{1, 6}, {96, 99}} {
		for _, rows := range [][2]int{{0, 4}, {96, 99}} {
			for c := cols[0]; c <= cols[1]; c++ {
				for r := rows[0]; r <= rows[1]; r++ {
					all = append(all, Coord{Col: uint8(c), Row: uint8(r)})
				}
			}
		}
	}
	return all
}

func TestNeighbours(t *testing.T) {
	tests := []struct {
		from string
		want [6]string // N NE SE S SW NW
	}{
		{"0305", [6]string{"0304", "0404", "0405", "0306", "0205", "0204"}},
		{"0405", [6]string{"0404", "0505", "0506", "0406", "0306", "0305"}},
		{"0100", [6]string{"", "", "0200", "0101", "", ""}},
		{"9999", [6]string{"9998", "", "", "", "9899", "9898"}},
	}
	for _, test := range tests {
		from, err := Parse(test.from)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range Dirs {
			n, ok := from.Neighbour(d)
			if got := n.String(); ok != (test.want[i] != "") || ok && got != test.want[i] {
				t.Errorf("%s %s: %s, %t; want %q", from, d, got, ok, test.want[i])
			}
		}
	}
}

func TestNeighboursAreMutual(t *testing.T) {
	for _, c := range every() {
		for _, d := range Dirs {
			n, ok := c.Neighbour(d)
			if !ok {
				continue
			}
			if back, ok := n.Neighbour(d.Opposite()); !ok || back != c {
				t.Errorf("%s lies %s of %s, but %s lies %s of that", n, d, c, back, d.Opposite())
			}
			if got, ok := c.Direction(n); !ok || got != d {
				t.Errorf("the direction from %s to %s is %s, want %s", c, n, got, d)
			}
			if EdgeOf(c, n) != EdgeOf(n, c) {
				t.Errorf("the hexside of %s and %s depends on their order", c, n)
			}
		}
		if _, ok := c.Direction(c); ok {
			t.Errorf("%s is its own neighbour", c)
		}
	}
}

// TestDistance compares with the number of steps of a breadth-first search.
func TestDistance(t *testing.T) {
	inside := func(c Coord) bool { return c.Col <= 12 && c.Row <= 12 }
	for _, start := range []Coord{{1, 0}, {2, 0}, {5, 6}, {6, 6}, {12, 12}, {11, 3}} {
		steps := map[Coord]int{start: 0}
		for queue := []Coord{start}; len(queue) > 0; queue = queue[1:] {
			for _, d := range Dirs {
				n, ok := queue[0].Neighbour(d)
				if _, seen := steps[n]; ok && !seen && inside(n) {
					steps[n] = steps[queue[0]] + 1
					queue = append(queue, n)
				}
			}
		}
		if len(steps) != 12*13 {
			t.Errorf("%d hexes found from %s, want %d", len(steps), start, 12*13)
		}
		for c, want := range steps {
			if got := Distance(start, c); got != want {
				t.Errorf("distance %s to %s: %d, want %d", start, c, got, want)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range every() {
		if got, err := Parse(c.String()); err != nil || got != c {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	for _, bad := range []string{"", "1", "010", "01011", "0012", "a101", "01 1", "-101", "----", "٠١٠١"} {
		if c, err := Parse(bad); err == nil {
			t.Errorf("%q is read as %s", bad, c)
		}
	}
	if got := (Coord{}).String(); got != "----" {
		t.Errorf("the zero Coord prints as %q", got)
	}
	if got := Dir(9).String(); got != "Dir(9)" {
		t.Errorf("direction 9 prints as %q", got)
	}
}

func TestJSON(t *testing.T) {
	type pair struct{ A, B Coord }
	in := pair{A: Coord{Col: 8, Row: 15}}
	data, err := json.Marshal(in)
	if err != nil || string(data) != `{"A":"0815","B":""}` {
		t.Fatalf("%s, %v", data, err)
	}
	out := pair{B: Coord{Col: 1}}
	if err := json.Unmarshal(data, &out); err != nil || out != in {
		t.Errorf("read as %v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"A":"0015"}`), &out); err == nil {
		t.Errorf("column 00 is read as %s", out.A)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"0815", "0100", "9999", "", "----", "00 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			return
		}
		if !c.Valid() || c.String() != s {
			t.Errorf("%q is read as %s", s, c)
		}
	})
}

func FuzzDistance(f *testing.F) {
	f.Add(uint8(1), uint8(0), uint8(99), uint8(99), uint8(50), uint8(50))
	f.Fuzz(func(t *testing.T, a, b, c, d, e, g uint8) {
		x, y, z := Coord{a, b}, Coord{c, d}, Coord{e, g}
		if !x.Valid() || !y.Valid() || !z.Valid() {
			return
		}
		if Distance(x, y) != Distance(y, x) || (Distance(x, y) == 0) != (x == y) {
			t.Errorf("distance %s to %s: %d, back %d", x, y, Distance(x, y), Distance(y, x))
		}
		if Distance(x, z) > Distance(x, y)+Distance(y, z) {
			t.Errorf("%s to %s is longer than by %s", x, z, y)
		}
		if _, next := x.Direction(y); next != (Distance(x, y) == 1) {
			t.Errorf("%s and %s: distance %d, neighbours %t", x, y, Distance(x, y), next)
		}
	})
}
