package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// rasteriser turns shapes into a mask.
type rasteriser struct{ vec vector.Rasterizer }

// draw replaces the content of a mask by the shapes, moved by shift.
func (r *rasteriser) draw(mask *image.Alpha, shapes []Polyline, shift Point) {
	r.vec.Reset(mask.Rect.Dx(), mask.Rect.Dy())
	r.vec.DrawOp = draw.Src
	for _, s := range shapes {
		for i, p := range s {
			x, y := float32(p.X+shift.X), float32(p.Y+shift.Y)
			if i == 0 {
				r.vec.MoveTo(x, y)
			} else {
				r.vec.LineTo(x, y)
			}
		}
		r.vec.ClosePath()
	}
	r.vec.Draw(mask, mask.Rect, image.Opaque, image.Point{})
}

// canvas paints on a picture whose colours are premultiplied.
type canvas struct {
	img   *image.RGBA
	cover *cover // of what is below; nil: the picture has all its pixels
	clip  image.Rectangle
	shift Point
	ras   rasteriser
	mask  image.Alpha
	// patched says that large masks, most of which is empty, are made patch by patch. Along their
	// edges the rasteriser rounds otherwise then. The maps that are kept are not made so.
	patched bool
	near    []Polyline // shapes that meet a patch
}

const (
	largeMask = 512 // pixels, wide and high: up to these the rasteriser computes in the same numbers
	patchWide = 8 * tileWide
	patchHigh = 8 * tileHigh
)

// fill paints the union of shapes. Coarse edges
// are not softened.
func (c *canvas) fill(shapes []Polyline, ink color.NRGBA, coarse bool) {
	if len(shapes) == 0 {
		return
	}
	b := boundsOf(shapes)
	at := b.move(c.shift)
	if box := at.inside().Intersect(c.clip); box == at.outside().Intersect(c.clip) && slices.Equal(shapes[0], b.line()) {
		c.resize(box)
		for i := range c.mask.Pix {
			c.mask.Pix[i] = 255
		}
		c.blend(&c.mask, box.Min, ink)
		return
	}
	box := at.outside()
	box.Max = box.Max.Add(image.Pt(1, 1))
	if box = box.Intersect(c.clip); box.Empty() {
		return
	}
	if !c.patched || box.Dx() <= largeMask || box.Dy() <= largeMask {
		c.part(box, shapes, ink, coarse)
		return
	}
	boxes := make([]image.Rectangle, len(shapes))
	for i := range shapes {
		boxes[i] = boundsOf(shapes[i : i+1]).move(c.shift).outside()
	}
	for y := box.Min.Y / patchHigh; y*patchHigh < box.Max.Y; y++ {
		for x := box.Min.X / patchWide; x*patchWide < box.Max.X; x++ {
			patch := image.Rect(x*patchWide, y*patchHigh, (x+1)*patchWide, (y+1)*patchHigh).Intersect(box)
			c.near = c.near[:0]
			for i, b := range boxes {
				if b.Overlaps(patch) {
					c.near = append(c.near, shapes[i])
				}
			}
			if len(c.near) > 0 {
				c.part(patch, c.near, ink, coarse)
			}
		}
	}
}

// part paints what is in a box of the union of shapes.
func (c *canvas) part(box image.Rectangle, shapes []Polyline, ink color.NRGBA, coarse bool) {
	c.resize(box)
	c.ras.draw(&c.mask, shapes, c.shift.sub(Point{float64(box.Min.X), float64(box.Min.Y)}))
	if coarse {
		for i, v := range c.mask.Pix {
			c.mask.Pix[i] = uint8(int8(v) >> 7) // all or nothing
		}
	}
	c.blend(&c.mask, box.Min, ink)
}

// room takes the memory for masks up to a size at once.
func (c *canvas) room(w, h int) {
	c.resize(image.Rect(0, 0, w, h))
	c.ras.vec.Reset(w, h)
}

// resize makes the mask as large as a box; what is in it is undefined then.
func (c *canvas) resize(box image.Rectangle) {
	w, h := box.Dx(), box.Dy()
	c.mask.Pix = slices.Grow(c.mask.Pix[:0], w*h)[:w*h]
	c.mask.Stride, c.mask.Rect = w, image.Rect(0, 0, w, h)
}

// stroke paints the union of lines.
func (c *canvas) stroke(o Stroke, ink color.NRGBA) {
	var shapes []Polyline
	for _, l := range o.Lines {
		if len(o.Dash) == 0 {
			shapes = append(shapes, l.outline(o.Width, o.Closed)...)
			continue
		}
		if o.Closed {
			l = append(l[:len(l):len(l)], l[0])
		}
		for _, d := range l.dashed(o.Dash) {
			shapes = append(shapes, d.outline(o.Width, false)...)
		}
	}
	c.fill(shapes, ink, false)
}

// text paints a line of letters.
func (c *canvas) text(f *fonts, o Text, ink, halo color.NRGBA) {
	c.letters(f, o, halo, true)
	c.letters(f, o, ink, false)
}

func (c *canvas) letters(f *fonts, o Text, ink color.NRGBA, halo bool) {
	if ink.A == 0 {
		return
	}
	x := o.At.X + c.shift.X
	y := int(math.Round(o.At.Y + c.shift.Y))
	for _, r := range o.S {
		whole := math.Floor(x*4+0.5) / 4
		col := int(math.Floor(whole))
		m, adv := f.mask(o.Face, o.Size, r, uint8((whole-float64(col))*4))
		if m.ink != nil {
			mask := m.ink
			if halo {
				mask = m.halo
			}
			c.blend(mask, image.Pt(col, y).Add(m.at), ink)
		}
		x += adv
	}
}

// blend lays an ink over the picture through a mask, whose corner is at a point of the
// picture.
func (c *canvas) blend(mask *image.Alpha, at image.Point, ink color.NRGBA) {
	box := mask.Rect.Add(at).Intersect(c.clip)
	if box.Empty() {
		return
	}
	b := newBrush(ink)
	if c.cover == nil || !c.cover.prepare(c.img, box, mask, at, ink) {
		c.mix(box, mask, at, b)
		return
	}
	c.cover.eachPainted(box, func(part image.Rectangle) { c.mix(part, mask, at, b) })
}

// mix paints a part of the picture through a mask, whose corner is at a point.
func (c *canvas) mix(part image.Rectangle, mask *image.Alpha, at image.Point, ink brush) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		m := mask.Pix[(y-at.Y)*mask.Stride+part.Min.X-at.X:][:part.Dx()]
		dst := c.img.Pix[c.img.PixOffset(part.Min.X, y):][:4*len(m)]
		for i := 0; i < len(m); i++ {
			if m[i] == 0 {
				for i+9 <= len(m) && binary.LittleEndian.Uint64(m[i+1:]) == 0 { // most of large masks
					i += 8
				}
				continue
			}
			d := dst[4*i : 4*i+4 : 4*i+4]
			s := ink.strength(m[i])
			if s == 255 { // most of what is inked
				binary.LittleEndian.PutUint32(d, ink.solid)
				continue
			}
			binary.LittleEndian.PutUint32(d, between(binary.LittleEndian.Uint32(d), ink.full, s))
		}
	}
}

// brush is an ink, prepared for being laid over pixels.
type brush struct {
	alpha, solid uint32
	full         uint64
}

func newBrush(ink color.NRGBA) brush {
	solid := uint32(ink.R) | uint32(ink.G)<<8 | uint32(ink.B)<<16 | 255<<24
	return brush{uint32(ink.A), solid, lanes(solid)}
}

// over lays the ink over a pixel where a mask has some strength.
func (b brush) over(pixel uint32, strength uint8) uint32 {
	return between(pixel, b.full, b.strength(strength))
}

// strength is how much of 255 the ink counts where a mask has some strength.
func (b brush) strength(of uint8) uint32 { return uint32(of) * b.alpha / 255 }

// between is a pixel with an ink over it that counts so much of 255. It is small enough to be
// inlined: it is what a picture is made of.
func between(pixel uint32, full uint64, s uint32) uint32 {
	return joined(by255(full*uint64(s) + lanes(pixel)*uint64(255-s)))
}

// The four channels of a pixel are computed at once, in a number with 16 bits for each.
// lanes makes one of a pixel, and joined a pixel of one whose channels are below 256.
func lanes(pixel uint32) uint64 {
	v := uint64(pixel)
	v = (v | v<<16) & 0x0000ffff_0000ffff
	return (v | v<<8) & 0x00ff00ff_00ff00ff
}

func joined(v uint64) uint32 {
	v = (v | v>>8) & 0x0000ffff_0000ffff
	return uint32(v | v>>16)
}

// by255 divides each channel, at most 255 times 255, by 255 and rounds.
func by255(v uint64) uint64 {
	v += 0x0080_0080_0080_0080
	v += v >> 8 & 0x00ff00ff_00ff00ff
	return v >> 8 & 0x00ff00ff_00ff00ff
}

// sprite lays a premultiplied picture over this one.
func (c *canvas) sprite(src *image.RGBA, at image.Point) {
	box := src.Rect.Add(at).Intersect(c.clip)
	if c.cover != nil {
		c.cover.uncover(c.img, box)
	}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		from := src.Pix[src.PixOffset(box.Min.X-at.X, y-at.Y):][:4*box.Dx()]
		to := c.img.Pix[c.img.PixOffset(box.Min.X, y):][:4*box.Dx()]
		for i := 0; i < len(from); i += 4 {
			s, d := binary.LittleEndian.Uint32(from[i:]), to[i:i+4:i+4]
			switch s >> 24 {
			case 0:
			case 255:
				binary.LittleEndian.PutUint32(d, s)
			default:
				ground := lanes(binary.LittleEndian.Uint32(d))
				binary.LittleEndian.PutUint32(d, joined(lanes(s)+by255(ground*uint64(255-s>>24))))
			}
		}
	}
}
