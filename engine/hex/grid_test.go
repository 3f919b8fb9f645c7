package hex

import (
	"fmt"
	"testing"
)

// grids are all that there are, each with what says which it is.
func grids() map[string]Grid {
	all := map[string]Grid{}
	for i := range 32 {
		g := Grid{i&1 > 0, i&2 > 0, i&4 > 0, i&8 > 0, i&16 > 0}
		all[fmt.Sprintf("%+v", g)] = g
	}
	return all
}

// pointed has its lines from north to south, their hexes from east to west, and the odd
// lines half a hex farther west, as maps of the Ardennes that lie on their side have them.
var pointed = Grid{Pointed: true, Odd: true, HexesBack: true}

func TestNeighbours(t *testing.T) {
	tests := []struct {
		grid Grid
		from string
		want [6]string // clockwise from north
	}{
		{Grid{}, "0305", [6]string{"0304", "0404", "0405", "0306", "0205", "0204"}},
		{Grid{}, "0405", [6]string{"0404", "0505", "0506", "0406", "0306", "0305"}},
		{Grid{}, "0100", [6]string{"", "", "0200", "0101", "", ""}},
		{Grid{}, "9999", [6]string{"9998", "", "", "", "9899", "9898"}},
		{Grid{Odd: true}, "0305", [6]string{"0304", "0405", "0406", "0306", "0206", "0205"}},
		{pointed, "2031", [6]string{"1930", "2030", "2130", "2131", "2032", "1931"}},
		{pointed, "2130", [6]string{"2030", "2129", "2230", "2231", "2131", "2031"}},
		{Grid{Pointed: true, Second: true}, "0305", [6]string{"0304", "0405", "0306", "0206", "0205", "0204"}},
		{Grid{Pointed: true, Second: true}, "0304", [6]string{"0403", "0404", "0405", "0305", "0204", "0303"}},
		{Grid{LinesBack: true}, "0305", [6]string{"0304", "0204", "0205", "0306", "0405", "0404"}},
		{Grid{HexesBack: true}, "0305", [6]string{"0306", "0405", "0404", "0304", "0204", "0205"}},
	}
	for _, test := range tests {
		from, err := Parse(test.from)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range Dirs {
			n, ok := test.grid.Neighbour(from, d)
			if got := n.String(); ok != (test.want[i] != "") || ok && got != test.want[i] {
				t.Errorf("%+v: %s %s: %s, %t; want %q", test.grid, from, test.grid.Name(d), got, ok, test.want[i])
			}
		}
	}
}

func TestNeighboursAreMutual(t *testing.T) {
	for name, g := range grids() {
		for _, c := range every() {
			for _, d := range Dirs {
				n, ok := g.Neighbour(c, d)
				if !ok {
					continue
				}
				if back, ok := g.Neighbour(n, d.Opposite()); !ok || back != c {
					t.Errorf("%s: %s lies %s of %s, but %s lies %s of that", name, n, g.Name(d), c, back, g.Name(d.Opposite()))
				}
				if got, ok := g.Direction(c, n); !ok || got != d {
					t.Errorf("%s: the direction from %s to %s is %s, want %s", name, c, n, g.Name(got), g.Name(d))
				}
				if EdgeOf(c, n) != EdgeOf(n, c) {
					t.Errorf("the hexside of %s and %s depends on their order", c, n)
				}
			}
			if _, ok := g.Direction(c, c); ok {
				t.Errorf("%s: %s is its own neighbour", name, c)
			}
		}
	}
}

// TestCell: a neighbour lies where its direction says, in each grid.
func TestCell(t *testing.T) {
	// To the east and to the south, in halves of a cell; lines are whole ones apart.
	want := map[string][2]int{
		"n": {0, -2}, "s": {0, 2}, "e": {2, 0}, "w": {-2, 0},
		"ne": {1, -1}, "se": {1, 1}, "sw": {-1, 1}, "nw": {-1, -1},
	}
	for name, g := range grids() {
		at := func(c Coord) (x, y int) {
			x, y, shifted := g.Cell(c)
			half := 0
			if shifted {
				half = 1
			}
			if g.Pointed {
				return 2*x + half, y
			}
			return x, 2*y + half
		}
		for _, c := range every() {
			x, y := at(c)
			for _, d := range Dirs {
				n, ok := g.Neighbour(c, d)
				if !ok {
					continue
				}
				nx, ny := at(n)
				if got := [2]int{nx - x, ny - y}; got != want[g.Name(d)] {
					t.Errorf("%s: %s, %s of %s, is %v away, want %v", name, n, g.Name(d), c, got, want[g.Name(d)])
				}
			}
		}
	}
}

// TestDistance compares with the number of steps of a breadth-first search.
func TestDistance(t *testing.T) {
	inside := func(c Coord) bool { return c.Col <= 12 && c.Row >= 1 && c.Row <= 12 }
	for name, g := range grids() {
		for _, start := range []Coord{{1, 1}, {2, 1}, {5, 6}, {6, 6}, {12, 12}, {11, 3}} {
			steps := map[Coord]int{start: 0}
			for queue := []Coord{start}; len(queue) > 0; queue = queue[1:] {
				for _, d := range Dirs {
					n, ok := g.Neighbour(queue[0], d)
					if _, seen := steps[n]; ok && !seen && inside(n) {
						steps[n] = steps[queue[0]] + 1
						queue = append(queue, n)
					}
				}
			}
			if len(steps) != 12*12 {
				t.Errorf("%s: %d hexes found from %s, want %d", name, len(steps), start, 12*12)
			}
			for c, want := range steps {
				if got := g.Distance(start, c); got != want {
					t.Errorf("%s: distance %s to %s: %d, want %d", name, start, c, got, want)
				}
			}
		}
	}
}

func FuzzDistance(f *testing.F) {
	f.Add(uint8(1), uint8(0), uint8(99), uint8(99), uint8(50), uint8(50), uint8(0))
	f.Add(uint8(20), uint8(31), uint8(21), uint8(30), uint8(43), uint8(1), uint8(21))
	f.Fuzz(func(t *testing.T, a, b, c, d, e, h, kind uint8) {
		x, y, z := Coord{a, b}, Coord{c, d}, Coord{e, h}
		if !x.Valid() || !y.Valid() || !z.Valid() {
			return
		}
		g := Grid{kind&1 > 0, kind&2 > 0, kind&4 > 0, kind&8 > 0, kind&16 > 0}
		if g.Distance(x, y) != g.Distance(y, x) || (g.Distance(x, y) == 0) != (x == y) {
			t.Errorf("%+v: distance %s to %s: %d, back %d", g, x, y, g.Distance(x, y), g.Distance(y, x))
		}
		if g.Distance(x, z) > g.Distance(x, y)+g.Distance(y, z) {
			t.Errorf("%+v: %s to %s is longer than by %s", g, x, z, y)
		}
		if _, next := g.Direction(x, y); next != (g.Distance(x, y) == 1) {
			t.Errorf("%+v: %s and %s: distance %d, neighbours %t", g, x, y, g.Distance(x, y), next)
		}
	})
}
