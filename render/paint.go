package render

import (
	"image"
	"math"
)

// paint turns a planned picture into pixels. Who no longer needs them gives them back to
// r.pictures.
func (r *Renderer) paint(d partialPlan) *image.Paletted {
	size := d.plan.Size
	img := r.buffer(size.X, size.Y)
	defer r.buffers.Put(img)
	c := &canvas{img: img, cover: newCover(r.theme.palette(), d.plan, r.base(d))}
	for _, l := range d.plan.Layers {
		r.layer(c, l)
	}
	out := r.paletted(size.X, size.Y)
	c.cover.result(out, img)
	return out
}

// baseColours is how many colours the map below the counters keeps: nobody sees
// the difference, and the file of a whole map is a twentieth smaller.
const baseColours = 96

// base returns the painted map below the counters.
func (r *Renderer) base(d partialPlan) *image.Paletted {
	w, h := int(d.lay.width), int(d.lay.height)
	return r.bases.get(baseKey{d.board, d.scale}, w*h, func() *image.Paletted {
		img := r.buffer(w, h)
		defer r.buffers.Put(img)
		r.layer(&canvas{img: img}, d.base())
		pic := r.theme.palette().reduce(img)
		fewer(pic, baseColours)
		return pic
	})
}

func (r *Renderer) layer(c *canvas, l Layer) {
	c.clip = l.Clip.Intersect(c.img.Rect)
	c.shift = l.Shift
	for _, o := range l.Ops {
		r.op(c, o)
	}
}

func (r *Renderer) op(c *canvas, o Op) {
	switch o := o.(type) {
	case Fill:
		c.fill(o.Shapes, r.theme.ink(o.Ink), o.Coarse)
	case Stroke:
		c.stroke(o, r.theme.ink(o.Ink))
	case Text:
		c.text(r.fonts, o, r.theme.ink(o.Ink), r.theme.ink(o.Halo))
	case Lettering:
		c.lettering(r.fonts, o, r.theme.ink(o.Ink), r.theme.ink(o.Halo))
	case Counter:
		s := r.sprites.get(o.look(), func() sprite { return r.paintCounter(o) })
		at := image.Pt(int(math.Round(o.At.X+c.shift.X)), int(math.Round(o.At.Y+c.shift.Y)))
		c.sprite(s.pic, at.Add(s.at))
	}
}

// paintCounter paints a counter by itself.
func (r *Renderer) paintCounter(o Counter) sprite {
	half := int(math.Ceil(o.Size * 0.85))
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	c := &canvas{img: img, clip: img.Rect, shift: Point{float64(half), float64(half)}}
	for _, op := range counterOps(r.fonts, o) {
		r.op(c, op)
	}
	if o.Ghost {
		for i, v := range img.Pix {
			img.Pix[i] = uint8(uint32(v) * 140 / 255)
		}
	}
	return sprite{pic: img, at: image.Pt(-half, -half)}
}
