package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"math"
)

// cover knows where a picture is painted over. Only there is the map below turned into
// full colours, and these into the palette again; elsewhere the picture is the painted
// map as it is kept, or in the colours that inks which cover whole tiles make of it.
//
// It looks at tiles, since nearly everywhere on a map the numbers of hexes are painted
// over, which together are a tenth of it.
type cover struct {
	colours *palette
	base    *image.Paletted
	part    image.Rectangle // of the picture, in which the base shows
	shift   image.Point     // from there to the base
	tiles   image.Point     // across and down
	looks   []uint8         // of each tile, row by row: painted, or which tint lies over all of it
	tints   []*tint         // the first is none
}

// The size of a tile in pixels: a row of one is as many bytes of a mask as two words hold.
const (
	tileWide = 16
	tileHigh = 8
)

// painted is the look of a tile that is in full colours.
const painted = math.MaxUint8

// tint is what becomes of the colours of the base below an ink.
type tint struct {
	below  uint8 // the tint that the ink lies on
	ink    color.NRGBA
	solid  bool        // all of them become the same colour
	pixels [256]uint32 // as they lie in a picture
	near   [256]uint8  // the nearest to each in the palette
}

func newCover(p *palette, plan Plan, base *image.Paletted) *cover {
	tiles := image.Pt((plan.Size.X+tileWide-1)/tileWide, (plan.Size.Y+tileHigh-1)/tileHigh)
	shift := plan.Window.Min.Sub(plan.MapAt)
	return &cover{
		colours: p, base: base, part: plan.Window.Sub(shift), shift: shift,
		tiles: tiles, looks: make([]uint8, tiles.X*tiles.Y), tints: []*tint{{pixels: p.pixels, near: p.own}},
	}
}

// prepare prepares a box of a picture for an ink that is laid over it through a mask, whose corner
// is at a point. It reports whether it has laid the ink on some tiles itself: then only those that
// are in full colours are to be painted.
func (v *cover) prepare(img *image.RGBA, box image.Rectangle, mask *image.Alpha, at image.Point, ink color.NRGBA) bool {
	done := false
	for y := box.Min.Y / tileHigh; y*tileHigh < box.Max.Y; y++ {
		part := image.Rectangle{Min: image.Pt(0, max(y*tileHigh, box.Min.Y)), Max: image.Pt(0, min((y+1)*tileHigh, box.Max.Y))}
		for x := box.Min.X / tileWide; x*tileWide < box.Max.X; x++ {
			look := &v.looks[y*v.tiles.X+x]
			if *look == painted {
				continue
			}
			part.Min.X, part.Max.X = max(x*tileWide, box.Min.X), min((x+1)*tileWide, box.Max.X)
			switch some, all := inked(mask, part.Sub(at)); {
			case !some:
			case all && part == v.tile(img, x, y) && v.tinted(look, ink):
				done = true
			default:
				v.open(img, x, y)
			}
		}
	}
	return done
}

// eachPainted calls f for the parts of a box whose tiles are in full colours.
func (v *cover) eachPainted(box image.Rectangle, f func(image.Rectangle)) {
	for y := box.Min.Y / tileHigh; y*tileHigh < box.Max.Y; y++ {
		row := v.looks[y*v.tiles.X:][:v.tiles.X]
		for x := box.Min.X / tileWide; x*tileWide < box.Max.X; {
			from := x
			for x < len(row) && row[x] == painted {
				x++
			}
			if from < x {
				f(image.Rect(from*tileWide, y*tileHigh, x*tileWide, (y+1)*tileHigh).Intersect(box))
			}
			x++
		}
	}
}

// tile is a tile's part of a picture.
func (v *cover) tile(img *image.RGBA, x, y int) image.Rectangle {
	return image.Rect(x*tileWide, y*tileHigh, (x+1)*tileWide, (y+1)*tileHigh).Intersect(img.Rect)
}

// tinted lays an ink over a whole tile without painting it, and reports whether it could.
func (v *cover) tinted(look *uint8, ink color.NRGBA) bool {
	below := *look
	if ink.A == 255 {
		below = 0
	}
	for i, t := range v.tints {
		if t.below == below && t.ink == ink {
			*look = uint8(i)
			return true
		}
	}
	if len(v.tints) == painted {
		return false
	}
	*look = uint8(len(v.tints))
	v.tints = append(v.tints, v.newTint(below, ink))
	return true
}

func (v *cover) newTint(below uint8, ink color.NRGBA) *tint {
	t := &tint{below: below, ink: ink, solid: ink.A == 255 || v.tints[below].solid, pixels: v.tints[below].pixels}
	b := newBrush(ink)
	for i, c := range t.pixels {
		t.pixels[i] = b.over(c, 255)
		t.near[i] = v.colours.closest(t.pixels[i])
	}
	return t
}

// uncover prepares all of a box of a picture for being painted over.
func (v *cover) uncover(img *image.RGBA, box image.Rectangle) {
	for y := box.Min.Y / tileHigh; y*tileHigh < box.Max.Y; y++ {
		for x := box.Min.X / tileWide; x*tileWide < box.Max.X; x++ {
			if v.looks[y*v.tiles.X+x] != painted {
				v.open(img, x, y)
			}
		}
	}
}

// open turns a tile into full colours.
func (v *cover) open(img *image.RGBA, x, y int) {
	look := &v.looks[y*v.tiles.X+x]
	t := v.tints[*look]
	*look = painted
	part := v.tile(img, x, y)
	if !t.solid {
		if part = part.Intersect(v.part); !part.Empty() {
			t.restore(img, part.Min, v.base, part.Add(v.shift))
		}
		return
	}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		to := img.Pix[img.PixOffset(part.Min.X, y):][:4*part.Dx()]
		for i := 0; i < len(to); i += 4 {
			binary.LittleEndian.PutUint32(to[i:], t.pixels[0])
		}
	}
}

// restore copies a part of a reduced picture into a full one.
func (t *tint) restore(dst *image.RGBA, at image.Point, src *image.Paletted, part image.Rectangle) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := src.Pix[src.PixOffset(part.Min.X, y):][:part.Dx()]
		to := dst.Pix[dst.PixOffset(at.X, at.Y+y-part.Min.Y):][:4*part.Dx()]
		for i, k := range row {
			binary.LittleEndian.PutUint32(to[4*i:], t.pixels[k])
		}
	}
}

// result puts the finished picture together.
func (v *cover) result(out *image.Paletted, img *image.RGBA) {
	for y := range v.tiles.Y {
		row := v.looks[y*v.tiles.X:][:v.tiles.X]
		for x := 0; x < len(row); {
			from, look := x, row[x]
			for x < len(row) && row[x] == look {
				x++
			}
			part := image.Rect(from*tileWide, y*tileHigh, x*tileWide, (y+1)*tileHigh).Intersect(out.Rect)
			if look != painted && !v.tints[look].solid {
				part = part.Intersect(v.part)
			}
			for y := part.Min.Y; y < part.Max.Y; y++ {
				v.resultRow(out.Pix[out.PixOffset(part.Min.X, y):][:part.Dx()], img, part.Min.X, y, look)
			}
		}
	}
}

// resultRow puts a row of tiles of one look together.
func (v *cover) resultRow(out []uint8, img *image.RGBA, x, y int, look uint8) {
	if look == painted {
		v.colours.reduceRow(out, img.Pix[img.PixOffset(x, y):])
		return
	}
	t := v.tints[look]
	if t.solid {
		for i := range out {
			out[i] = t.near[0]
		}
		return
	}
	below := v.base.Pix[v.base.PixOffset(x+v.shift.X, y+v.shift.Y):]
	below = below[:len(out)]
	for i, k := range below {
		out[i] = t.near[k]
	}
}

// inked reports whether anything in a part of a mask, at most a tile, is painted, and whether
// all of it is.
func inked(mask *image.Alpha, part image.Rectangle) (some, all bool) {
	any, every := uint64(0), ^uint64(0)
	at := mask.PixOffset(part.Min.X, part.Min.Y)
	for range part.Dy() {
		if part.Dx() == tileWide {
			row := mask.Pix[at : at+tileWide]
			a, b := binary.LittleEndian.Uint64(row), binary.LittleEndian.Uint64(row[8:])
			any, every = any|a|b, every&a&b
		} else {
			for _, a := range mask.Pix[at : at+part.Dx()] {
				any, every = any|uint64(a), every&(^uint64(255)|uint64(a))
			}
		}
		if any != 0 && every != ^uint64(0) {
			return true, false
		}
		at += mask.Stride
	}
	return any != 0, every == ^uint64(0)
}
