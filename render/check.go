package render

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
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
	texts = append(texts, lists.Map(b.Hexes, func(h engine.BoardHex) string { return h.Name })...)
	texts = append(texts, lists.Map(b.Edges, func(e engine.BoardEdge) string { return e.Name })...)
	texts = append(texts, lists.Map(b.Links, func(l engine.BoardLink) string { return l.Name })...)
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

// known reports an error if a class is not among those drawn. An empty class
// is known where the thing it describes may be missing.
func known[V any](drawn map[engine.Class]V, c engine.Class, what, where string, optional bool) error {
	if _, ok := drawn[c]; ok || optional && c == "" {
		return nil
	}
	return fmt.Errorf("render: unknown %s %q at %s", what, c, where)
}

func (b *book) checkBoard(board *engine.Board) error {
	if board == nil || len(board.Hexes) == 0 {
		return errNoHexes
	}
	var errs []error
	for _, h := range board.Hexes {
		if !h.At.Valid() {
			errs = append(errs, fmt.Errorf("render: a hex without a number"))
		}
		at := h.At.String()
		errs = append(errs, known(b.terrains, h.Terrain, "terrain", at, false),
			known(b.sites, h.Site, "site", at, true), known(b.sites, h.Works, "site", at, true), known(b.owners, h.Area, "owner of an area", at, true))
	}
	for _, e := range board.Edges {
		at := e.Edge.A.String() + "/" + e.Edge.B.String()
		errs = append(errs, known(b.rivers, e.Class, "hexside", at, false), neighbours(board.Grid, e.Edge.A, e.Edge.B))
	}
	for _, l := range board.Links {
		at := l.A.String() + "-" + l.B.String()
		errs = append(errs, known(b.roads, l.Class, "link", at, false), neighbours(board.Grid, l.A, l.B))
	}
	return errors.Join(errs...)
}

func neighbours(g hex.Grid, a, b hex.Coord) error {
	if _, ok := g.Direction(a, b); !ok {
		return fmt.Errorf("render: %v and %v are not neighbours", a, b)
	}
	return nil
}

func (b *book) checkPicture(p Picture) error {
	if err := b.checkBoard(p.Board); err != nil {
		return err
	}
	if p.Scale != 0 && !(p.Scale >= minScale && p.Scale <= maxScale) {
		return fmt.Errorf("render: scale %v is not from %v to %v", p.Scale, minScale, float64(maxScale))
	}
	on := map[hex.Coord]bool{}
	for _, h := range p.Board.Hexes {
		on[h.At] = true
	}
	if p.Crop != nil {
		off := slices.IndexFunc(p.Crop.At, func(c hex.Coord) bool { return !on[c] })
		if len(p.Crop.At) == 0 || off >= 0 || p.Crop.Radius < 1 {
			return fmt.Errorf("render: no crop of radius %d round %v", p.Crop.Radius, p.Crop.At)
		}
	}
	errs := b.checkView(p.View, on)
	errs = append(errs, b.checkMarks(p.View.Marks, p.View.Paths, on)...)
	if p.Overlay != nil {
		errs = append(errs, b.checkMarks(p.Overlay.Marks, p.Overlay.Paths, on)...)
		errs = append(errs, b.checkPieces(p.Overlay.Ghosts, on)...)
	}
	return errors.Join(errs...)
}

func (b *book) checkView(v engine.View, on map[hex.Coord]bool) []error {
	errs := b.checkConditions(v.Conditions, "the status")
	errs = append(errs, b.checkPieces(v.Pieces, on)...)
	for _, l := range v.Links {
		where := l.A.String() + "-" + l.B.String()
		if errs = append(errs, known(b.roads, l.Class, "link", where, false)); !on[l.A] || !on[l.B] {
			errs = append(errs, fmt.Errorf("render: a link off the map at %s", where))
		}
	}
	for _, t := range v.Tracks {
		for _, c := range t.Cells {
			errs = append(errs, b.checkConditions(c.Conditions, "track "+t.ID)...)
			errs = append(errs, b.checkMarkers(c.Markers, "track "+t.ID)...)
		}
	}
	for _, box := range v.Boxes {
		errs = append(errs, known(b.owners, box.Owner, "owner", "box "+box.ID, true))
		errs = append(errs, b.checkMarkers(box.Markers, "box "+box.ID)...)
		for _, p := range box.Pieces {
			errs = append(errs, b.checkPiece(p)...)
		}
	}
	return errs
}

func (b *book) checkPieces(pieces []engine.Piece, on map[hex.Coord]bool) []error {
	var errs []error
	for _, p := range pieces {
		if !on[p.At] {
			errs = append(errs, fmt.Errorf("render: piece %s stands off the map at %v", p.ID, p.At))
		}
		errs = append(errs, b.checkPiece(p)...)
	}
	return errs
}

func (b *book) checkPiece(p engine.Piece) []error {
	where := "piece " + p.ID
	return append(
		lists.Map(p.States, func(s engine.Class) error { return known(b.states, s, "state", where, false) }),
		known(b.owners, p.Owner, "owner", where, false), known(b.symbols, p.Symbol, "symbol", where, false))
}

func (b *book) checkConditions(list []engine.Class, where string) []error {
	return lists.Map(list, func(c engine.Class) error { return known(b.conditions, c, "condition", where, false) })
}

func (b *book) checkMarkers(markers []engine.Marker, where string) []error {
	return lists.Map(markers, func(m engine.Marker) error { return known(b.owners, m.Owner, "owner", where, true) })
}

func (b *book) checkMarks(marks []engine.Mark, paths []engine.Path, on map[hex.Coord]bool) []error {
	var errs []error
	for _, m := range marks {
		errs = append(errs, known(b.marks, m.Class, "mark", m.At.String(), false))
		if !on[m.At] {
			errs = append(errs, fmt.Errorf("render: a mark off the map at %v", m.At))
		}
	}
	for _, p := range paths {
		errs = append(errs, known(ways, p.Class, "path", p.Text, false))
		for _, h := range p.Hexes {
			if !on[h] {
				errs = append(errs, fmt.Errorf("render: a path off the map at %v", h))
			}
		}
	}
	return errs
}
