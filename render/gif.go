package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"time"
)

// Frame is one picture of an animation.
type Frame struct {
	Picture
	Show time.Duration // how long it stands, to a hundredth of a second
}

// unchanged is the number, in the palette of an animation, of the colour that leaves
// what was there.
const unchanged = 255

// GIF draws pictures of the same width one after the other and writes them as an
// animation that repeats. Of each but the first it holds only what is new. It
// returns an error, and writes nothing, where [Renderer.PNG] would, or if widths
// differ.
func (r *Renderer) GIF(w io.Writer, frames []Frame) error {
	if len(frames) == 0 {
		return errors.New("render: an animation without pictures")
	}
	r.turns <- struct{}{}
	defer func() { <-r.turns }()
	drafts, err := r.drafts(frames)
	if err != nil {
		return err
	}
	palette := append(r.palette.colours[:len(r.palette.colours):len(r.palette.colours)], color.RGBA{})
	size := drafts[0].plan.Size
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: size.X, Height: size.Y}}
	var last *image.Paletted
	for i, d := range drafts {
		pic := r.paint(d)
		out.Image = append(out.Image, delta(last, pic, palette))
		out.Delay = append(out.Delay, int(frames[i].Show/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		last = pic
	}
	if err := gif.EncodeAll(w, &out); err != nil {
		return fmt.Errorf("render: write animation: %w", err)
	}
	return nil
}

// drafts plans pictures, all as high as the highest.
func (r *Renderer) drafts(frames []Frame) ([]draft, error) {
	out := make([]draft, len(frames))
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
			box := Rect{float64(rest.Min.X), float64(rest.Min.Y), float64(rest.Max.X), float64(rest.Max.Y)}
			p.Layers = append(p.Layers, Layer{Name: "rest", Clip: rest, Ops: []Op{Fill{What: "rest", Ink: "panel", Shapes: []Line{box.line()}}}})
		}
	}
	return out, nil
}

// delta is the part of a picture that differs from the last one, what is the
// same in it left clear.
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
