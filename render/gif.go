package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"time"
)

// Frame is one picture of an animation.
type Frame struct {
	Picture
	Show time.Duration // its duration, to a hundredth of a second
}

// unchanged is the index, in the palette of an animation, of the transparent colour,
// which keeps what was there.
const unchanged = 255

// Limits of an animation: short enough that people watch it to the end, and small enough that every
// server accepts it.
const (
	MaxFrames = 40
	mostBytes = 8_000_000
)

// fits are the widths of crops that are tried for an animation until it is small
// enough.
var fits = []float64{Wide, Wide * 3 / 4, Wide / 2, Wide * 3 / 8}

// scales are the scales that are tried for an animation until it is small enough.
var scales = []float64{maxScale, 2, 1.5, 1, 0.75, 0.5, minScale}

// GIF draws pictures of the same width one after the other and writes them as an animation that
// repeats. After the first picture it stores only the differences.
//
// The animation has at most MaxFrames pictures, is at most Desktop pixels wide and at most 8 MB
// large: if there are more pictures, some are left out, but never the last; larger ones are drawn
// smaller. GIF returns an error, and writes nothing, in the cases of [Renderer.PNG], or if widths
// differ.
func (r *Renderer) GIF(w io.Writer, frames []Frame) error {
	if len(frames) == 0 {
		return errors.New("render: an animation without pictures")
	}
	r.turns <- struct{}{}
	defer func() { <-r.turns }()
	data, err := r.within(thinned(frames, MaxFrames), mostBytes)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("render: write animation: %w", err)
	}
	return nil
}

// within returns an animation of at most so many bytes: drawn smaller, and if that is
// not enough, with fewer pictures.
func (r *Renderer) within(frames []Frame, most int) ([]byte, error) {
	frames = slices.Clone(frames)
	var all *studio
	for i, f := range frames {
		s, err := r.studioOf(f.Picture)
		if err != nil {
			return nil, err
		}
		if i > 0 && f.Board.Vocabulary != frames[0].Board.Vocabulary {
			return nil, fmt.Errorf("render: picture %d of an animation is of another game", i+1)
		}
		all = s
		frames[i].Picture = f.Narrowed() // while their scale is not chosen
	}
	for {
		drafts, err := r.drafts(frames)
		if err != nil {
			return nil, err
		}
		data, err := []byte(nil), errTooLarge
		if drafts[0].plan.Size.X <= Desktop || drafts[0].scale <= minScale {
			data, err = all.animation(frames, drafts, most)
		}
		if !errors.Is(err, errTooLarge) {
			return data, err
		}
		i := slices.IndexFunc(scales, func(s float64) bool { return s < drafts[0].scale })
		fit := slices.IndexFunc(fits, func(w float64) bool { return w < frames[0].width() })
		switch {
		case frames[0].Crop != nil && frames[0].Scale == 0 && fit >= 0:
			for k := range frames {
				frames[k].Fit = int(fits[fit])
			}
		case i >= 0:
			for k := range frames {
				frames[k].Scale = scales[i]
			}
		case len(frames) > 1:
			frames = thinned(frames, len(frames)/2)
		default:
			return nil, fmt.Errorf("render: an animation of one picture: %w", err)
		}
	}
}

// thinned keeps at most so many pictures, evenly chosen, with the last among them. Each
// is shown for the time of those left out before it, too.
func thinned(frames []Frame, most int) []Frame {
	if len(frames) <= most {
		return frames
	}
	out := make([]Frame, most)
	for i := range out {
		from, to := i*len(frames)/most, (i+1)*len(frames)/most
		out[i] = frames[to-1]
		for _, f := range frames[from : to-1] {
			out[i].Show += f.Show
		}
	}
	return out
}

// errTooLarge stops the writing of an animation.
var errTooLarge = errors.New("too large")

// limitedBuffer is a file in memory that does not grow beyond a size.
type limitedBuffer struct {
	bytes.Buffer
	most int
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, errTooLarge
	}
	return b.Buffer.Write(p)
}

// animation paints planned pictures into a file of at most so many bytes.
func (s *studio) animation(frames []Frame, drafts []partialPlan, most int) ([]byte, error) {
	palette := append(slices.Clip(s.theme.palette().colours), color.RGBA{})
	size := drafts[0].plan.Size
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	var last *image.Paletted
	for i, d := range drafts {
		pic := s.paint(d)
		out.Image = append(out.Image, delta(last, pic, palette))
		out.Delay = append(out.Delay, int(frames[i].Show/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		last = pic
	}
	file := &limitedBuffer{most: most}
	if err := gif.EncodeAll(file, &out); err != nil {
		return nil, fmt.Errorf("render: write animation: %w", err)
	}
	return file.Bytes(), nil
}

// drafts plans pictures, all as high as the highest.
func (r *Renderer) drafts(frames []Frame) ([]partialPlan, error) {
	out := make([]partialPlan, len(frames))
	high := 0
	for i, f := range frames {
		d, err := r.draft(f.Picture)
		if err != nil {
			return nil, err
		}
		if i > 0 && d.plan.Size.X != out[0].plan.Size.X {
			return nil, fmt.Errorf("render: picture %d of an animation is %d pixels wide, the first %d",
				i+1, d.plan.Size.X, out[0].plan.Size.X)
		}
		out[i], high = d, max(high, d.plan.Size.Y)
	}
	for i := range out {
		p := &out[i].plan
		rest := image.Rect(0, p.Size.Y, p.Size.X, high)
		p.Size.Y = high
		if !rest.Empty() {
			p.Layers = append(p.Layers, Layer{Name: "rest", Clip: rest, Ops: []Op{Fill{What: "rest", Ink: "panel", Shapes: []Polyline{rectOf(rest).line()}}}})
		}
	}
	return out, nil
}

// delta is the part of a picture that differs from the last one; pixels in it that are
// the same are transparent.
func delta(last, pic *image.Paletted, palette color.Palette) *image.Paletted {
	if last == nil {
		return &image.Paletted{Pix: pic.Pix, Stride: pic.Stride, Rect: pic.Rect, Palette: palette}
	}
	var box image.Rectangle
	for y := range pic.Rect.Dy() {
		a, b := last.Pix[y*last.Stride:][:pic.Stride], pic.Pix[y*pic.Stride:][:pic.Stride]
		from, to := 0, len(a)
		for from < to && a[from] == b[from] {
			from++
		}
		for to > from && a[to-1] == b[to-1] {
			to--
		}
		if from < to {
			box = box.Union(image.Rect(from, y, to, y+1))
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	out := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		a, b := last.Pix[last.PixOffset(box.Min.X, y):], pic.Pix[pic.PixOffset(box.Min.X, y):]
		to := out.Pix[out.PixOffset(box.Min.X, y):][:box.Dx()]
		for i := range to {
			to[i] = b[i]
			if a[i] == b[i] {
				to[i] = unchanged
			}
		}
	}
	return out
}
