// Package board reads the map of a game from its tables, and finds hexes on it.
package board

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/facts"
	"referee/engine/kit/lists"
)

// Map is a board whose hexes are found by their numbers. The Read methods add to the board; the
// hexes come first, and its Vocabulary before them. Problems are reported to the tables.
type Map struct {
	engine.Board
	index map[hex.Coord]int
}

// mostVP is more than the victory points of any hex.
const mostVP = 99

// ReadGrid reads the numbering of the hexes: "yes" or "no" in the columns pointed, second, odd,
// lines back and hexes back of a row, which are the fields of hex.Grid.
func (m *Map) ReadGrid(t *csvtable.Sheet) {
	for _, row := range t.Rows {
		yes := func(column string) bool { return row.Choice(column, "no", "yes") == 1 }
		m.Grid = hex.Grid{
			Pointed: yes("pointed"), Second: yes("second"), Odd: yes("odd"),
			LinesBack: yes("lines back"), HexesBack: yes("hexes back"),
		}
	}
}

// ReadHexes reads hexes, one a row: the columns hex, terrain, name and vp.
func (m *Map) ReadHexes(t *csvtable.Sheet) {
	if m.index == nil {
		m.index = map[hex.Coord]int{}
	}
	for _, row := range t.Rows {
		at, err := hex.Parse(row.Text("hex"))
		switch {
		case err != nil:
			row.Report("%v", err)
			continue
		case m.Has(at):
			row.Report("hex %s stands twice", at)
			continue
		}
		m.index[at] = len(m.Hexes)
		m.Hexes = append(m.Hexes, engine.BoardHex{
			At: at, Terrain: m.word(row, "terrain"), Name: row.Text("name"), VP: row.Number("vp", 0, mostVP),
		})
	}
}

// ReadSites reads the sites in hexes: the columns hex and site.
func (m *Map) ReadSites(t *csvtable.Sheet) {
	for _, row := range t.Rows {
		if i := m.Index(m.Read(row, "hex")); i >= 0 {
			m.Hexes[i].Site = m.word(row, "site")
		}
	}
}

// ReadEdges reads hexsides of a class, by the hexes on both sides: the columns hex, other and name.
func (m *Map) ReadEdges(t *csvtable.Sheet, class engine.Class) {
	for _, row := range t.Rows {
		a, b := m.neighbours(row)
		m.Edges = append(m.Edges, engine.BoardEdge{Edge: hex.EdgeOf(a, b), Class: class, Name: row.Text("name")})
	}
}

// ReadWorks reads works of a class that belong to the first of two hexes: the columns hex and other.
func (m *Map) ReadWorks(t *csvtable.Sheet, class engine.Class) {
	for _, row := range t.Rows {
		a, b := m.neighbours(row)
		m.Edges = append(m.Edges, engine.BoardEdge{Edge: hex.EdgeOf(a, b), Class: class, Of: a})
	}
}

// ReadLinks reads links of a class between neighbours: the columns hex, other and name.
func (m *Map) ReadLinks(t *csvtable.Sheet, class engine.Class) {
	for _, row := range t.Rows {
		a, b := m.neighbours(row)
		m.Links = append(m.Links, engine.BoardLink{A: a, B: b, Class: class, Name: row.Text("name")})
	}
}

// neighbours reads two hexes side by side.
func (m *Map) neighbours(row csvtable.Row) (a, b hex.Coord) {
	a, b = m.Read(row, "hex"), m.Read(row, "other")
	if a.Valid() && b.Valid() && m.Grid.Distance(a, b) != 1 {
		row.Report("%s and %s are not neighbours", a, b)
	}
	return a, b
}

// word reads a word that can be drawn, in the column that is called as the list of such words.
func (m *Map) word(row csvtable.Row, list string) engine.Class {
	class := engine.Class(row.Text(list))
	if !m.Vocabulary.Has(list, class) {
		row.Report("%s: %q cannot be drawn", list, class)
	}
	return class
}

// Read reads a hex of the map in a cell; it returns the zero Coord if there is none.
func (m *Map) Read(row csvtable.Row, column string) hex.Coord {
	at, ok := m.Find(row.Text(column))
	if !ok {
		row.Report("%s: there is no hex %s", column, row.Text(column))
	}
	return at
}

// Find finds a hex by its number as people type it; it returns the zero Coord if there is none.
func (m *Map) Find(id string) (hex.Coord, bool) {
	at, err := hex.Parse(id)
	if err != nil || !m.Has(at) {
		return hex.Coord{}, false
	}
	return at, true
}

// Field returns the field of a hex of the map in a line of a position text, which is left out if
// there is none.
func (m *Map) Field(word string, at *hex.Coord) facts.Field {
	read := func(r *facts.Reader) { *at = facts.Find(r, "hex of the map", m.Find) }
	return facts.Field{Word: word, Read: read, Print: func() []string { return facts.If(at.Valid(), at.String())() }}
}

// Index returns the index of a hex among those of the board, or -1.
func (m *Map) Index(at hex.Coord) int {
	if i, ok := m.index[at]; ok {
		return i
	}
	return -1
}

// Has reports whether a hex is on the map.
func (m *Map) Has(at hex.Coord) bool { return m.Index(at) >= 0 }

// Neighbours returns the neighbours of a hex that are on the map, clockwise.
func (m *Map) Neighbours(at hex.Coord) []hex.Coord {
	list := make([]hex.Coord, 0, len(hex.Dirs))
	for _, d := range hex.Dirs {
		if to, ok := m.Grid.Neighbour(at, d); ok && m.Has(to) {
			list = append(list, to)
		}
	}
	return list
}

// Between reports whether the hexside between two hexes has a class.
func (m *Map) Between(a, b hex.Coord, class engine.Class) bool {
	edge := hex.EdgeOf(a, b)
	return slices.ContainsFunc(m.Edges, func(e engine.BoardEdge) bool { return e.Class == class && e.Edge == edge })
}

// IDs returns the numbers of the hexes, in their order.
func (m *Map) IDs() []string {
	return lists.Map(m.Hexes, func(h engine.BoardHex) string { return h.At.String() })
}
