package render

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"io"

	"referee/engine"
)

// Sizes of a counter that stands alone, in pixels: Discord shows it half as large. Badges
// reach into the margin.
const (
	aloneSide   = 132
	aloneMargin = 38
)

// Counter draws a piece's counter with its values and states, and writes it as PNG with transparent
// corners. It returns an error, and writes nothing, if the piece uses a class outside the
// vocabulary, which may be nil.
func (r *Renderer) Counter(w io.Writer, v *engine.Vocabulary, p engine.Piece) error {
	s, err := r.of(v)
	if err != nil {
		return err
	}
	if err := errors.Join(s.book.checkPiece(p)...); err != nil {
		return err
	}
	o := Counter{Piece: p, Size: aloneSide}
	file := s.counters.get(o.look(), 1, func() aloneFile { return s.alone(o) })
	if file.err != nil {
		return file.err
	}
	if _, err := w.Write(file.png); err != nil {
		return fmt.Errorf("render: write counter: %w", err)
	}
	return nil
}

// aloneFile is the PNG file of a counter that stands alone, or why there is none.
type aloneFile struct {
	png []byte
	err error
}

func (s *studio) alone(o Counter) aloneFile {
	var out bytes.Buffer
	if err := png.Encode(&out, s.stamp(aloneSide+2*aloneMargin, counterOps(s.book, s.fonts, o))); err != nil {
		return aloneFile{err: fmt.Errorf("render: pack counter: %w", err)}
	}
	return aloneFile{png: out.Bytes()}
}

// maxCounters is how many files of counters are kept, of some 10 KB each.
const maxCounters = 512
