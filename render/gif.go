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

// GIF draws pictures of the same size one after the other and writes them as an
// animation that repeats. Of each but the first it holds only what is new. It returns an
// error, and writes nothing, where [Renderer.PNG] would, or if sizes differ.
func (r *Renderer) GIF(w io.Writer, frames []Frame) error {
	if len(frames) == 0 {
		return errors.New("render: an animation without pictures")
	}
	r.turns <- struct{}{}
	defer func() { <-r.turns }()
	palette := append(r.palette.colours[:len(r.palette.colours):len(r.palette.colours)], color.RGBA{})
	out := gif.GIF{Config: image.Config{ColorModel: palette}}
	var last *image.Paletted
	for i, f := range frames {
		d, err := r.draft(f.Picture)
		if err != nil {
			return err
		}
		pic := r.paint(d)
		if last != nil && pic.Rect != last.Rect {
			return fmt.Errorf("render: picture %d of an animation is %v, the one before %v", i+1, pic.Rect, last.Rect)
		}
		out.Image = append(out.Image, delta(last, pic, palette))
		out.Delay = append(out.Delay, int(f.Show/(10*time.Millisecond)))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		last = pic
	}
	out.Config.Width, out.Config.Height = last.Rect.Dx(), last.Rect.Dy()
	if err := gif.EncodeAll(w, &out); err != nil {
		return fmt.Errorf("render: write animation: %w", err)
	}
	return nil
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
