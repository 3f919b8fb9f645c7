package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"sync"

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
	body, err := s.counters.get(Counter{Piece: p, Size: aloneSide}, s.alone)
	if err != nil {
		return err
	}
	if _, err := w.Write(body); err != nil {
		return fmt.Errorf("render: write counter: %w", err)
	}
	return nil
}

// alone is a counter as a PNG file.
func (s *studio) alone(o Counter) ([]byte, error) {
	const side = aloneSide + 2*aloneMargin
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	c := &canvas{img: img, clip: img.Rect, shift: Point{side / 2, side / 2}}
	for _, op := range counterOps(s.book, s.fonts, o) {
		s.op(c, op)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		return nil, fmt.Errorf("render: pack counter: %w", err)
	}
	return out.Bytes(), nil
}

// maxCounters is how many files of counters are kept, of some 10 KB each.
const maxCounters = 512

// counterCache keeps the files of counters that stand alone.
type counterCache struct {
	mu   sync.Mutex
	kept map[string][]byte
}

func (c *counterCache) get(o Counter, draw func(Counter) ([]byte, error)) ([]byte, error) {
	key := o.look()
	c.mu.Lock()
	body, ok := c.kept[key]
	c.mu.Unlock()
	if ok {
		return body, nil
	}
	body, err := draw(o)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= maxCounters || c.kept == nil {
		c.kept = map[string][]byte{}
	}
	c.kept[key] = body
	return body, nil
}
