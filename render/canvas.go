package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"

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
}

// fill paints the union of shapes. Coarse edges
// are not softened.
func (c *canvas) fill(shapes []Polyline, ink color.NRGBA, coarse bool) {
	if len(shapes) == 0 {
		return
	}
	b := boundsOf(shapes)
	box := image.Rect(
		int(math.Floor(b.X0+c.shift.X)), int(math.Floor(b.Y0+c.shift.Y)),
		int(math.Ceil(b.X1+c.shift.X))+1, int(math.Ceil(b.Y1+c.shift.Y))+1,
	).Intersect(c.clip)
	if box.Empty() {
		return
	}
	w, h := box.Dx(), box.Dy()
	if cap(c.mask.Pix) < w*h {
		c.mask.Pix = make([]uint8, w*h)
	}
	c.mask.Pix = c.mask.Pix[:w*h]
	c.mask.Stride, c.mask.Rect = w, image.Rect(0, 0, w, h)
	c.ras.draw(&c.mask, shapes, c.shift.sub(Point{float64(box.Min.X), float64(box.Min.Y)}))
	if coarse {
		for i, v := range c.mask.Pix {
			c.mask.Pix[i] = uint8(int8(v) >> 7) // all or nothing
		}
	}
	c.blend(&c.mask, box.Min, ink)
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

// lettering paints letters along a curve.
func (c *canvas) lettering(f *fonts, o Lettering, ink, halo color.NRGBA) {
	for _, l := range o.Letters {
		shapes := f.outline(o.Face, o.Size, l)
		if halo.A > 0 {
			var edge []Polyline
			for _, s := range shapes {
				edge = append(edge, s.outline(2*haloWidth(o.Size), true)...)
			}
			for i := 0; i < len(edge); i += 2 {
				c.fill(edge[i:i+2], halo, false)
			}
		}
	}
	for _, l := range o.Letters {
		c.fill(f.outline(o.Face, o.Size, l), ink, false)
	}
}

// blend lays an ink over the picture through a mask, whose corner is at a point of the
// picture.
func (c *canvas) blend(mask *image.Alpha, at image.Point, ink color.NRGBA) {
	box := mask.Rect.Add(at).Intersect(c.clip)
	if box.Empty() {
		return
	}
	if c.cover != nil {
		c.cover.uncover(c.img, box, func(part image.Rectangle) bool { return inked(mask, part.Sub(at)) })
	}
	a := uint32(ink.A)
	solid := uint32(ink.R) | uint32(ink.G)<<8 | uint32(ink.B)<<16 | 255<<24
	full := lanes(solid)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		m := mask.Pix[(y-at.Y)*mask.Stride+box.Min.X-at.X:][:box.Dx()]
		dst := c.img.Pix[c.img.PixOffset(box.Min.X, y):][:4*len(m)]
		for i := 0; i < len(m); i++ {
			if m[i] == 0 {
				for i+9 <= len(m) && binary.LittleEndian.Uint64(m[i+1:]) == 0 { // most of large masks
					i += 8
				}
				continue
			}
			d := dst[4*i : 4*i+4 : 4*i+4]
			s := uint32(m[i]) * a / 255
			if s == 255 {
				binary.LittleEndian.PutUint32(d, solid)
				continue
			}
			ground := lanes(binary.LittleEndian.Uint32(d))
			binary.LittleEndian.PutUint32(d, joined(by255(full*uint64(s)+ground*uint64(255-s))))
		}
	}
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
		c.cover.uncover(c.img, box, func(image.Rectangle) bool { return true })
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
