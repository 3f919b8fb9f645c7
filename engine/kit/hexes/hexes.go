// Package hexes numbers the hexes of a map, and finds them in the cells of tables.
package hexes

import (
	"slices"
	"strings"

	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// Map holds the hexes of a map and their numbers, from 0. It starts with its Grid and without
// hexes.
type Map[I set.Index] struct {
	Grid hex.Grid
	IDs  names.Index[I]

	at     map[hex.Coord]I
	coords []hex.Coord
}

// Add assigns the next number to a hex. The hex must be new.
func (m *Map[I]) Add(c hex.Coord) {
	if m.at == nil {
		m.at = map[hex.Coord]I{}
	}
	m.at[c] = m.IDs.Add(c.String())
	m.coords = append(m.coords, c)
}

// Find returns the number of a hex, or -1.
func (m *Map[I]) Find(c hex.Coord) I {
	if i, ok := m.at[c]; ok {
		return i
	}
	return -1
}

// Next returns the neighbours of a hex by [hex.Dir]; -1 where the map ends.
func (m *Map[I]) Next(i I) [6]I {
	var next [6]I
	for _, d := range hex.Dirs {
		n, _ := m.Grid.Neighbour(m.coords[i], d)
		next[d] = m.Find(n)
	}
	return next
}

// NeighboursWhere lists the neighbours of a hex, given by hex.Dir, in the directions for which is holds.
func NeighboursWhere[I set.Index](next [6]I, is func(hex.Dir) bool) []I {
	var list []I
	for _, d := range hex.Dirs {
		if next[d] >= 0 && is(d) {
			list = append(list, next[d])
		}
	}
	return list
}

// Direction returns the direction from a hex to its neighbour.
func (m *Map[I]) Direction(from, to I) (hex.Dir, bool) {
	return m.Grid.Direction(m.coords[from], m.coords[to])
}

// Edge returns the hexside between two hexes.
func (m *Map[I]) Edge(a, b I) hex.Edge { return hex.EdgeOf(m.coords[a], m.coords[b]) }

// Coord reads a hex number, which need not be on the map.
func Coord(r csvtable.Row, column string) (hex.Coord, bool) {
	c, err := hex.Parse(r.Text(column))
	if err != nil {
		r.Report("%s: %q is not a hex: use four digits, column then row", column, r.Text(column))
	}
	return c, err == nil
}

// Read reads a hex of the map, or -1.
func (m *Map[I]) Read(r csvtable.Row, column string) I { return m.read(r, column, r.Text(column)) }

func (m *Map[I]) read(r csvtable.Row, column, text string) I {
	c, err := hex.Parse(text)
	i := m.Find(c)
	switch {
	case err != nil:
		r.Report("%s: %q is not a hex: use four digits, column then row", column, text)
	case i < 0:
		r.Report("%s: hex %s is not on the map", column, text)
	}
	return i
}

// ReadAll reads hexes of the map, with spaces between, each once, and sorts them by number.
func (m *Map[I]) ReadAll(r csvtable.Row, column string) []I {
	var list []I
	for _, text := range strings.Fields(r.Text(column)) {
		switch i := m.read(r, column, text); {
		case i < 0:
		case slices.Contains(list, i):
			r.Report("%s: hex %s stands twice", column, text)
		default:
			list = append(list, i)
		}
	}
	slices.Sort(list)
	return list
}

// ReadStep reads two adjacent hexes, in the columns a and b; ok is false if they are not.
func (m *Map[I]) ReadStep(r csvtable.Row) (a, b I, ok bool) {
	if a, b = m.Read(r, "a"), m.Read(r, "b"); a < 0 || b < 0 {
		return -1, -1, false
	}
	if _, ok := m.Direction(a, b); !ok {
		r.Report("hexes %s and %s are not adjacent", m.IDs.ID(a), m.IDs.ID(b))
		return -1, -1, false
	}
	return a, b, true
}

// Rows numbers the hexes of a table in the order of all, and returns the row of each. The table must have a row for all
// of them and for no other; where says in reports which they are.
func (m *Map[I]) Rows(t *csvtable.Sheet, all []hex.Coord, where string) []csvtable.Row {
	once, of := csvtable.Once[hex.Coord]{}, map[hex.Coord]csvtable.Row{}
	for _, r := range t.Rows {
		switch c, ok := Coord(r, "hex"); {
		case !ok || once.Twice(r, c, "hex %s", c):
		case !slices.Contains(all, c):
			r.Report("hex %s is not on the map: %s", c, where)
		default:
			of[c] = r
		}
	}
	var rows []csvtable.Row
	var none []string
	for _, c := range all {
		if r, ok := of[c]; ok {
			m.Add(c)
			rows = append(rows, r)
		} else {
			none = append(none, c.String())
		}
	}
	if len(none) > 0 {
		t.Report("%d hexes have no row: %s", len(none), shorten(none))
	}
	return rows
}

// At returns the place of a hex.
func (m *Map[I]) At(i I) hex.Coord { return m.coords[i] }

// shorten lists at most five words.
func shorten(words []string) string {
	if len(words) > 5 {
		return strings.Join(words[:5], " ") + " …"
	}
	return strings.Join(words, " ")
}
