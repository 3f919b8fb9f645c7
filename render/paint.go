package render

import (
	"image"
	"math"
)

// paint turns a planned picture into pixels. Who no longer needs them gives them back to
// s.pictures.
func (s *studio) paint(d partialPlan) *image.Paletted {
	size := d.plan.Size
	img := s.buffer(size.X, size.Y)
	defer s.buffers.Put(img)
	c := &canvas{img: img, patched: true, cover: newCover(s.theme.palette(), d.plan, s.base(d))}
	for _, l := range d.plan.Layers {
		s.layer(c, l)
	}
	out := s.paletted(size.X, size.Y)
	c.cover.result(out, img)
	return out
}

// baseColours is how many colours the map below the counters keeps: nobody sees
// the difference, and the file of a whole map is a twentieth smaller.
const baseColours = 96

// base returns the painted map below the counters.
func (s *studio) base(d partialPlan) *image.Paletted {
	w, h := int(d.lay.width), int(d.lay.height)
	return s.bases.get(baseKey{d.board, d.scale}, w*h, func() *image.Paletted {
		img := s.buffer(w, h)
		defer s.buffers.Put(img)
		c := &canvas{img: img}
		c.room(w, h)
		s.layer(c, d.base())
		pic := s.theme.palette().reduce(img)
		fewer(pic, baseColours)
		return pic
	})
}

func (s *studio) layer(c *canvas, l Layer) {
	c.clip = l.Clip.Intersect(c.img.Rect)
	c.shift = l.Shift
	for _, o := range l.Ops {
		s.op(c, o)
	}
}

func (s *studio) op(c *canvas, o Op) {
	switch o := o.(type) {
	case Fill:
		c.fill(o.Shapes, s.theme.ink(o.Ink), o.Coarse)
	case Stroke:
		c.stroke(o, s.theme.ink(o.Ink))
	case Text:
		c.text(s.fonts, o, s.theme.ink(o.Ink), s.theme.ink(o.Halo))
	case Lettering:
		c.lettering(s.fonts, o, s.theme.ink(o.Ink), s.theme.ink(o.Halo))
	case Counter:
		p := s.sprites.get(o.look(), func() sprite { return s.paintCounter(o) })
		at := image.Pt(int(math.Round(o.At.X+c.shift.X)), int(math.Round(o.At.Y+c.shift.Y)))
		c.sprite(p.pic, at.Add(p.at))
	}
}

// paintCounter paints a counter by itself.
func (s *studio) paintCounter(o Counter) sprite {
	half := int(math.Ceil(o.Size * 0.85))
	img := s.stamp(2*half, counterOps(s.book, s.fonts, o))
	if o.Ghost {
		for i, v := range img.Pix {
			img.Pix[i] = uint8(uint32(v) * 140 / 255)
		}
	}
	return sprite{pic: trimmed(img), at: image.Pt(-half, -half)}
}

// stamp paints operations round the middle of a picture of so many pixels a side.
func (s *studio) stamp(side int, ops []Op) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, side, side))
	s.layer(&canvas{img: img}, Layer{Clip: img.Rect, Shift: Point{float64(side) / 2, float64(side) / 2}, Ops: ops})
	return img
}

// trimmed is the part of a picture in which anything is painted.
func trimmed(img *image.RGBA) *image.RGBA {
	var held image.Rectangle
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.Pix[y*img.Stride+4*x+3] != 0 {
				held = held.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return img.SubImage(held).(*image.RGBA)
}
