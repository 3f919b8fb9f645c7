package hex

// Grid is how a map numbers its hexes, and which way they stand. Its hexes lie in lines in
// which each touches the next; beside each other the lines are shifted by half a hex.
//
// In the zero Grid hexes have flat tops, the first two digits count columns from west to
// east, the last two count the hexes of a column from north to south, and even columns lie
// half a hex lower.
type Grid struct {
	// Pointed: a corner of each hex points north, and lines run west and east. Otherwise
	// a side faces north, and lines run north and south.
	Pointed bool `json:"pointed,omitempty"`
	// Second: lines are counted by the last two digits, otherwise by the first two; the
	// others count the hexes of a line.
	Second bool `json:"second,omitempty"`
	// Odd: the lines with odd numbers are shifted, towards the higher numbers in them,
	// otherwise those with even ones.
	Odd bool `json:"odd,omitempty"`
	// LinesBack: the numbers of lines run from east to west, or from south to north where
	// hexes are pointed. Otherwise the other way.
	LinesBack bool `json:"linesBack,omitempty"`
	// HexesBack: the numbers in a line run from south to north, or from east to west
	// where hexes are pointed. Otherwise the other way.
	HexesBack bool `json:"hexesBack,omitempty"`
}

// Dir is one of the six directions of a grid, clockwise from north: the constants N to NW
// where hexes have flat tops, PNE to PNW where they are pointed.
type Dir uint8

// The six directions of flat-topped hexes.
const (
	N Dir = iota
	NE
	SE
	S
	SW
	NW
)

// The six directions of pointed hexes.
const (
	PNE Dir = iota
	PE
	PSE
	PSW
	PW
	PNW
)

// Dirs lists the directions in their fixed order.
var Dirs = [6]Dir{0, 1, 2, 3, 4, 5}

// Opposite returns the opposite direction.
func (d Dir) Opposite() Dir { return (d + 3) % 6 }

// Name is what a direction is called on the map: "n", "ne", "e" and so on.
func (g Grid) Name(d Dir) string {
	if g.Pointed {
		return [6]string{"ne", "e", "se", "sw", "w", "nw"}[d]
	}
	return [6]string{"n", "ne", "se", "s", "sw", "nw"}[d]
}

// step is how far it is to the next hex in each direction: in lines, and along them in
// halves of a hex; where hexes are flat, lines run south and are counted eastwards.
var step = [2][6]struct{ line, along int }{
	{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}},
	{{-1, 1}, {0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}},
}

// place is the number of a hex's line, and where it lies along that, in halves of a hex.
func (g Grid) place(c Coord) (line, along int) {
	line, along = int(c.Col), 2*int(c.Row)
	if g.Second {
		line, along = int(c.Row), 2*int(c.Col)
	}
	return line, along + g.shift(line)
}

// shift is 1 for a line that is shifted.
func (g Grid) shift(line int) int {
	if line&1 == 1 == g.Odd {
		return 1
	}
	return 0
}

// Neighbour returns the hex next to c in direction d. ok is false where the numbering
// ends; a map may end earlier.
func (g Grid) Neighbour(c Coord, d Dir) (n Coord, ok bool) {
	by := step[0][d]
	if g.Pointed {
		by = step[1][d]
	}
	if g.LinesBack {
		by.line = -by.line
	}
	if g.HexesBack {
		by.along = -by.along
	}
	line, along := g.place(c)
	line, along = line+by.line, along+by.along
	along -= g.shift(line) // now twice the number in the line
	col, row := line, along>>1
	if g.Second {
		col, row = row, col
	}
	if col < 1 || col > 99 || row < 0 || row > 99 {
		return Coord{}, false
	}
	return Coord{Col: uint8(col), Row: uint8(row)}, true
}

// Direction returns the direction from c to its neighbour n.
func (g Grid) Direction(c, n Coord) (Dir, bool) {
	for _, d := range Dirs {
		if m, ok := g.Neighbour(c, d); ok && m == n {
			return d, true
		}
	}
	return 0, false
}

// Distance returns the number of steps between two hexes.
func (g Grid) Distance(a, b Coord) int {
	return g.Place(a).Distance(g.Place(b))
}

// Place is where a hex lies: its line, and how far it is along that, in halves of a hex. It gives distances that are
// asked for often faster than the hex itself.
type Place struct{ line, along int16 }

// Place returns where a hex lies.
func (g Grid) Place(c Coord) Place {
	line, along := g.place(c)
	return Place{int16(line), int16(along)}
}

// Distance returns the number of steps between two hexes of one grid.
func (p Place) Distance(q Place) int {
	lines, halves := max(p.line-q.line, q.line-p.line), max(p.along-q.along, q.along-p.along)
	return int(lines + max(0, halves-lines)/2)
}

// Cell is where a hex lies on the map, as in a table of cells: column x from west to east,
// row y from north to south. The hexes of lines that are shifted lie half a hex farther
// along their line: to the south, or to the east where hexes are pointed. Cells may be
// negative.
func (g Grid) Cell(c Coord) (x, y int, shifted bool) {
	line, along := g.place(c)
	if g.LinesBack {
		line = -line
	}
	if g.HexesBack {
		along = -along
	}
	x, y, shifted = line, along>>1, along&1 == 1
	if g.Pointed {
		x, y = y, x
	}
	return x, y, shifted
}
