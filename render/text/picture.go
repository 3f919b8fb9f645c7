package text

import (
	"slices"
	"strings"
	"unicode"

	"referee/engine"
	"referee/engine/hex"
)

// Sketch is what is drawn.
type Sketch struct {
	Board   *engine.Board
	View    engine.View
	Overlay *engine.Answer // its marks and paths are drawn, too; nil: none
	// Capitals is the seat whose units are written in capital letters, so that sides
	// can be distinguished without colours.
	Capitals engine.Seat
	// At are the hexes to be shown if there is no room for the whole board; empty: the
	// whole board, in strips below each other if it is too wide.
	At []hex.Coord
	// Width and Height are the room, in letters and lines. Height 0: as high as the
	// board.
	Width, Height int
	// Colours says which colours the terminal has.
	Colours Colours
	// Say puts the messages that explain signs into the reader's language.
	Say func(engine.Msg) string
}

// Letters of a hex: those of its two lines between the letters of its hexsides. Of a
// part of a board, at least its number and two signs; of a whole one, its number.
const (
	mostLetters  = 9
	partLetters  = 6
	leastLetters = 4
	sides        = 2 // letters of hexsides beside those of a hex
)

// Text is the board, line by line; below it the signs that occur are explained, and the
// stacks listed. It is empty if the board has no hexes.
func (p Sketch) Text() string {
	if len(p.Board.Hexes) == 0 {
		return ""
	}
	d := p.drawing()
	var out strings.Builder
	last := "" // line of the part before
	for i, part := range d.parts() {
		d.letters = part.letters
		if i > 0 && last != "" {
			out.WriteString("\n")
		}
		for _, line := range d.paint(part) { // the last may be the empty half of a hex: without it the hex looks cut
			last = strings.TrimRight(d.styled(line), " ")
			out.WriteString(last + "\n")
		}
	}
	for _, line := range d.legend() {
		out.WriteString(line + "\n")
	}
	return out.String()
}

// part is a part of a board, with the number of letters for a hex.
type part struct {
	area
	letters int
}

// cell is where a hex lies on the map: see [hex.Grid.Cell].
type cell struct{ x, y int }

// area is a block of cells, columns and rows from a corner to another.
type area struct{ from, to cell }

func (a area) columns() int { return a.to.x - a.from.x + 1 }
func (a area) rows() int    { return a.to.y - a.from.y + 1 }

func (a area) has(c cell) bool {
	return a.from.x <= c.x && c.x <= a.to.x && a.from.y <= c.y && c.y <= a.to.y
}

// cell is where a hex lies, and whether it is drawn half a hex farther.
func (p *Sketch) cell(at hex.Coord) (c cell, shifted bool) {
	c.x, c.y, shifted = p.Board.Grid.Cell(at)
	return c, shifted
}

// around is the smallest area that contains some hexes, at least one.
func (p *Sketch) around(list []hex.Coord) area {
	first, _ := p.cell(list[0])
	a := area{first, first}
	for _, at := range list {
		c, _ := p.cell(at)
		a.from = cell{min(a.from.x, c.x), min(a.from.y, c.y)}
		a.to = cell{max(a.to.x, c.x), max(a.to.y, c.y)}
	}
	return a
}

// drawing is a picture being drawn.
type drawing struct {
	Sketch
	*alphabet
	all     area
	ground  map[hex.Coord]engine.BoardHex
	pieces  map[hex.Coord][]engine.Piece
	marks   map[hex.Coord][]engine.Mark
	edges   map[hex.Edge]engine.Class
	links   map[hex.Edge]engine.Class
	cut     map[hex.Edge]bool
	letters int
	// signs and stacks are what was drawn so far, for the legend.
	signs  []sign
	stacks []hex.Coord
}

func (p Sketch) drawing() *drawing {
	d := &drawing{
		Sketch: p, alphabet: alphabetOf(p.Board.Vocabulary), cut: map[hex.Edge]bool{},
		ground: map[hex.Coord]engine.BoardHex{}, pieces: map[hex.Coord][]engine.Piece{}, marks: map[hex.Coord][]engine.Mark{},
		edges: map[hex.Edge]engine.Class{}, links: map[hex.Edge]engine.Class{},
	}
	hexes := make([]hex.Coord, len(p.Board.Hexes))
	for i, h := range p.Board.Hexes {
		hexes[i], d.ground[h.At] = h.At, h
	}
	d.all = d.around(hexes)
	for _, piece := range p.View.Pieces {
		d.pieces[piece.At] = append(d.pieces[piece.At], piece)
	}
	for _, e := range p.Board.Edges {
		d.edges[e.Edge] = e.Class
	}
	for _, l := range p.Board.Links {
		d.links[hex.EdgeOf(l.A, l.B)] = l.Class
	}
	for _, l := range p.View.Links {
		edge := hex.EdgeOf(l.A, l.B)
		d.links[edge], d.cut[edge] = l.Class, l.Cut
	}
	d.mark(p.View.Marks, p.View.Paths)
	if p.Overlay != nil {
		d.mark(p.Overlay.Marks, p.Overlay.Paths)
	}
	return d
}

// mark lists marks by hex: those of the answer, and where paths begin and end.
func (d *drawing) mark(marks []engine.Mark, paths []engine.Path) {
	add := func(m engine.Mark) {
		if !slices.ContainsFunc(d.marks[m.At], func(n engine.Mark) bool { return n.Class == m.Class }) {
			d.marks[m.At] = append(d.marks[m.At], m)
		}
	}
	for _, m := range marks {
		add(m)
	}
	for _, p := range paths {
		if n := len(p.Hexes); n > 1 && p.Class != engine.PathSupply && p.Class != engine.PathAttack {
			add(engine.Mark{At: p.Hexes[0], Class: engine.MarkFrom})
			add(engine.Mark{At: p.Hexes[n-1], Class: engine.MarkTo})
		}
	}
}

// parts are the parts that there is room for.
func (d *drawing) parts() []part {
	for letters := mostLetters; letters >= partLetters; letters-- {
		if d.fits(d.all, letters) {
			return []part{{d.all, letters}}
		}
	}
	if len(d.At) > 0 {
		return []part{d.crop()}
	}
	letters := leastLetters
	for letters < partLetters && d.across(letters+1) >= d.all.columns() {
		letters++
	}
	var out []part
	for a := d.all; ; {
		strip := a
		strip.to.x = min(a.to.x, a.from.x+max(1, d.across(letters))-1)
		out = append(out, part{strip, letters})
		if strip.to.x == a.to.x {
			return out
		}
		a.from.x = strip.to.x + 1
	}
}

// across is how many columns there is room for; shifted hexes that are pointed need half a
// column more.
func (d *drawing) across(letters int) int {
	room := d.Width + 1
	if d.Board.Grid.Pointed {
		room -= (letters + sides) / 2
	}
	return room / (letters + sides)
}

// down is how many rows there is room for; shifted hexes that are flat need a line more.
func (d *drawing) down() int {
	if d.Height == 0 {
		return d.all.rows()
	}
	return max(1, (d.Height-1)/2)
}

func (d *drawing) fits(a area, letters int) bool {
	return a.columns() <= d.across(letters) && a.rows() <= d.down()
}

// If there is room, so many hexes are shown around those to be shown, and at least so
// many columns.
const (
	round        = 1
	leastColumns = 9
)

// crop is the part that has, in its middle, as many as possible of the hexes to be
// shown, with as many letters for a hex as there is room for.
func (d *drawing) crop() part {
	want := d.around(d.At)
	columns := min(max(want.columns()+2*round, leastColumns), d.all.columns())
	letters := mostLetters
	for letters > partLetters && d.across(letters) < columns {
		letters--
	}
	return part{d.best(min(max(1, d.across(letters)), d.all.columns()), min(d.down(), d.all.rows())), letters}
}

// best is the area of a size that has the most of the hexes to be shown, and among
// several, the one whose middle is nearest to theirs.
func (d *drawing) best(columns, rows int) area {
	var best area
	most, least := -1, 0
	for x := d.all.from.x; x+columns-1 <= d.all.to.x; x++ {
		for y := d.all.from.y; y+rows-1 <= d.all.to.y; y++ {
			a := area{cell{x, y}, cell{x + columns - 1, y + rows - 1}}
			n, left, right, above, below := 0, 0, 0, 0, 0
			for _, at := range d.At {
				if c, _ := d.cell(at); a.has(c) {
					n++
					left, right = left+c.x-x, right+a.to.x-c.x
					above, below = above+c.y-y, below+a.to.y-c.y
				}
			}
			if off := abs(left-right) + abs(above-below); n > most || n == most && off < least {
				best, most, least = a, n, off
			}
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// called is the name of a unit in so many letters: as it is typed, or without its
// hyphen, and with fewer letters on both sides of it. One side is in capitals.
func (d *drawing) called(p engine.Piece, letters int) string {
	name := p.ID
	if long(name) > letters {
		group, short, two := strings.Cut(name, "-")
		if !two {
			group, short = "", name
		} else {
			short = first(short, min(3, max(2, letters-long(group))))
		}
		name = first(group, letters-long(short)) + short
	}
	if name = bare(first(name, letters)); p.Seat == d.Capitals {
		return strings.ToUpper(name)
	}
	return name
}

func long(text string) int { return len([]rune(text)) }

// first is the beginning of a text, of at most so many letters.
func first(text string, letters int) string {
	runes := []rune(text)
	return string(runes[:max(0, min(len(runes), letters))])
}

// bare is a text without what does not fit on one line of a terminal.
func bare(text string) string {
	const noBreak = '\u00a0' // which French uses much
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == noBreak {
			return r
		}
		return -1
	}, text)
}
