package render

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
)

// Check reports the parts of a board that a [Renderer] could not draw, and the letters of the board
// and of other texts that the typefaces lack. It returns nothing if all is well. A nil board is
// that of a game without one: then only the texts are checked.
func Check(b *engine.Board, texts ...string) []error {
	if b == nil {
		return checkLetters(texts)
	}
	var out []error
	bk, err := newBook(b.Vocabulary)
	if err == nil {
		err = bk.checkBoard(b)
	}
	if err != nil {
		out = append(out, err)
	}
	texts = append(texts, b.Title)
	for _, h := range b.Hexes {
		texts = append(texts, h.Name)
	}
	for _, e := range b.Edges {
		texts = append(texts, e.Name)
	}
	for _, l := range b.Links {
		texts = append(texts, l.Name)
	}
	return append(out, checkLetters(texts)...)
}

// checkLetters reports the letters of texts that the typefaces lack.
func checkLetters(texts []string) []error {
	var out []error
	f := sharedFonts()
	seen := map[rune]bool{}
	for _, s := range texts {
		for _, r := range s {
			if seen[r] || r == '\n' {
				continue
			}
			seen[r] = true
			for face := range faces {
				if !f.has(face, r) {
					out = append(out, fmt.Errorf("render: no letter %q (%U) in the %v typeface, for %q", r, r, face, s))
				}
			}
		}
	}
	return out
}

var errNoHexes = errors.New("render: a board without hexes")

// checker collects what cannot be drawn.
type checker struct {
	*book
	on   map[hex.Coord]bool // the hexes of the board
	errs []error
}

func (c *checker) must(ok bool, format string, args ...any) {
	if !ok {
		c.errs = append(c.errs, fmt.Errorf("render: "+format, args...))
	}
}

// known checks that a class is among those drawn.
func known[V any](c *checker, drawn map[engine.Class]V, class engine.Class, what, where string) {
	_, ok := drawn[class]
	c.must(ok, "unknown %s %q at %s", what, class, where)
}

// maybe checks a class that may be empty, as the thing it describes may be missing.
func maybe[V any](c *checker, drawn map[engine.Class]V, class engine.Class, what, where string) {
	if class != "" {
		known(c, drawn, class, what, where)
	}
}

func (b *book) checkBoard(board *engine.Board) error {
	if board == nil || len(board.Hexes) == 0 {
		return errNoHexes
	}
	c := &checker{book: b}
	for _, h := range board.Hexes {
		c.must(h.At.Valid(), "a hex without a number")
		at := h.At.String()
		known(c, b.terrains, h.Terrain, "terrain", at)
		maybe(c, b.sites, h.Site, "site", at)
		maybe(c, b.sites, h.Works, "site", at)
		maybe(c, b.owners, h.Area, "owner of an area", at)
	}
	neighbours := func(a, b hex.Coord) {
		_, ok := board.Grid.Direction(a, b)
		c.must(ok, "%v and %v are not neighbours", a, b)
	}
	for _, e := range board.Edges {
		known(c, b.rivers, e.Class, "hexside", e.Edge.A.String()+"/"+e.Edge.B.String())
		neighbours(e.Edge.A, e.Edge.B)
	}
	for _, l := range board.Links {
		known(c, b.roads, l.Class, "link", l.A.String()+"-"+l.B.String())
		neighbours(l.A, l.B)
	}
	return errors.Join(c.errs...)
}

func (b *book) checkPicture(p Picture) error {
	if err := b.checkBoard(p.Board); err != nil {
		return err
	}
	if p.Scale != 0 && !(p.Scale >= minScale && p.Scale <= maxScale) {
		return fmt.Errorf("render: scale %v is not from %v to %v", p.Scale, minScale, float64(maxScale))
	}
	c := &checker{book: b, on: map[hex.Coord]bool{}}
	for _, h := range p.Board.Hexes {
		c.on[h.At] = true
	}
	if p.Crop != nil {
		off := slices.IndexFunc(p.Crop.At, func(at hex.Coord) bool { return !c.on[at] })
		if len(p.Crop.At) == 0 || off >= 0 || p.Crop.Radius < 1 {
			return fmt.Errorf("render: no crop of radius %d round %v", p.Crop.Radius, p.Crop.At)
		}
	}
	c.view(p.View)
	c.drawn(p.View.Marks, p.View.Paths)
	if p.Overlay != nil {
		c.drawn(p.Overlay.Marks, p.Overlay.Paths)
		c.pieces(p.Overlay.Ghosts)
	}
	return errors.Join(c.errs...)
}

func (c *checker) view(v engine.View) {
	c.weather(v.Conditions, "the status")
	c.pieces(v.Pieces)
	for _, l := range v.Links {
		where := l.A.String() + "-" + l.B.String()
		known(c, c.roads, l.Class, "link", where)
		c.must(c.on[l.A] && c.on[l.B], "a link off the map at %s", where)
	}
	for _, t := range v.Tracks {
		for _, cell := range t.Cells {
			c.weather(cell.Conditions, "track "+t.ID)
			c.markers(cell.Markers, "track "+t.ID)
		}
	}
	for _, box := range v.Boxes {
		maybe(c, c.owners, box.Owner, "owner", "box "+box.ID)
		c.markers(box.Markers, "box "+box.ID)
		for _, p := range box.Pieces {
			c.piece(p)
		}
	}
}

func (c *checker) pieces(pieces []engine.Piece) {
	for _, p := range pieces {
		c.must(c.on[p.At], "piece %s stands off the map at %v", p.ID, p.At)
		c.piece(p)
	}
}

func (b *book) checkPiece(p engine.Piece) error {
	c := &checker{book: b}
	c.piece(p)
	return errors.Join(c.errs...)
}

func (c *checker) piece(p engine.Piece) {
	known(c, c.owners, p.Owner, "owner", "piece "+p.ID)
	known(c, c.symbols, p.Symbol, "symbol", "piece "+p.ID)
	for _, s := range p.States {
		known(c, c.states, s, "state", "piece "+p.ID)
	}
}

func (c *checker) weather(list []engine.Class, where string) {
	for _, class := range list {
		known(c, c.conditions, class, "condition", where)
	}
}

func (c *checker) markers(markers []engine.Marker, where string) {
	for _, m := range markers {
		maybe(c, c.owners, m.Owner, "owner", where)
	}
}

// drawn checks what is drawn over the map.
func (c *checker) drawn(list []engine.Mark, paths []engine.Path) {
	for _, m := range list {
		known(c, c.marks, m.Class, "mark", m.At.String())
		c.must(c.on[m.At], "a mark off the map at %v", m.At)
	}
	for _, p := range paths {
		known(c, ways, p.Class, "path", p.Text)
		for _, h := range p.Hexes {
			c.must(c.on[h], "a path off the map at %v", h)
		}
	}
}
