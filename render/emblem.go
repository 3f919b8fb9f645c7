package render

import (
	"errors"
	"fmt"
	"image/png"
	"io"

	"referee/engine"
)

// emblemSide is the side of an emblem in pixels: Discord keeps emoji at this size.
const emblemSide = 128

// Emblem draws the features that distinguish a kind of counter at the height of a line of text, and
// writes them as PNG with transparent corners: the colour of its owner, its symbol, and the colour
// of its formation. Names, values, steps and states would be illegible there. It returns an error,
// and writes nothing, if the piece uses a class outside the vocabulary, which may be nil.
func (r *Renderer) Emblem(w io.Writer, v *engine.Vocabulary, p engine.Piece) error {
	s, err := r.of(v)
	if err != nil {
		return err
	}
	if err := errors.Join(s.book.checkPiece(engine.Piece{ID: p.ID, Owner: p.Owner, Symbol: p.Symbol})...); err != nil {
		return err
	}
	if err := png.Encode(w, s.stamp(emblemSide, emblem(s.book, p))); err != nil {
		return fmt.Errorf("render: write emblem: %w", err)
	}
	return nil
}

// emblem draws an emblem round the zero Point.
func emblem(b *book, p engine.Piece) []Op {
	f := &face{book: b, piece: p, q: emblemSide / (counterSide + 2), own: b.owners[p.Owner]}
	f.fill("rim", f.shape(1))
	f.fill("symbol", f.shape(-0.6))
	const edge, low = 17.2, -8.5 // of the body, and of the band on it
	f.fill(f.own.body, f.shape(edge-19))
	f.bold = 2.7
	f.glyph(b.symbols[p.Symbol], Rect{2 - edge, low + 1.5, edge - 2, edge - 1.5}) // the ends of its lines reach beyond
	f.fill("symbol", Polyline{{-edge, low}, {edge, low}, {edge, low + 1.5}, {-edge, low + 1.5}})
	f.fill(b.band(p.Band), Polyline{{-edge, low}, {-edge, 2 - edge}, {2 - edge, -edge}, {edge - 2, -edge}, {edge, 2 - edge}, {edge, low}})
	return f.ops
}
