package render

import (
	"encoding/binary"
	"image"
)

// cover knows where a picture is painted over. Only there is the map below turned into
// full colours, and these into the palette again; elsewhere the picture is the painted
// map as it is kept.
//
// It looks at tiles, since nearly everywhere on a map the numbers of hexes are painted
// over, which together are a tenth of it.
type cover struct {
	colours *palette
	base    *image.Paletted
	part    image.Rectangle // of the picture, in which the base shows
	shift   image.Point     // from there to the base
	tiles   image.Point     // across and down
	open    []bool          // row by row: painted over
}

// The size of a tile in pixels: a row of one is as many bytes of a mask as two words hold.
const (
	tileWide = 16
	tileHigh = 8
)

func newCover(p *palette, plan Plan, base *image.Paletted) *cover {
	tiles := image.Pt((plan.Size.X+tileWide-1)/tileWide, (plan.Size.Y+tileHigh-1)/tileHigh)
	shift := plan.Window.Min.Sub(plan.MapAt)
	return &cover{
		colours: p, base: base, part: plan.Window.Sub(shift), shift: shift,
		tiles: tiles, open: make([]bool, tiles.X*tiles.Y),
	}
}

// uncover prepares a box of a picture for being painted over: its tiles for which hit
// reports, of the part of them that is in the box, that something will be painted there.
func (v *cover) uncover(img *image.RGBA, box image.Rectangle, hit func(image.Rectangle) bool) {
	for y := box.Min.Y / tileHigh; y*tileHigh < box.Max.Y; y++ {
		for x := box.Min.X / tileWide; x*tileWide < box.Max.X; x++ {
			if v.open[y*v.tiles.X+x] {
				continue
			}
			tile := image.Rect(x*tileWide, y*tileHigh, (x+1)*tileWide, (y+1)*tileHigh)
			if hit(tile.Intersect(box)) {
				v.open[y*v.tiles.X+x] = true
				if held := tile.Intersect(v.part); !held.Empty() {
					v.colours.restore(img, held.Min, v.base, held.Add(v.shift))
				}
			}
		}
	}
}

// result puts the finished picture together.
func (v *cover) result(out *image.Paletted, img *image.RGBA) {
	for y := range out.Rect.Dy() {
		row := out.Pix[y*out.Stride:][:out.Stride]
		if y >= v.part.Min.Y && y < v.part.Max.Y {
			below := v.base.Pix[v.base.PixOffset(v.part.Min.X+v.shift.X, y+v.shift.Y):]
			shown := row[v.part.Min.X:v.part.Max.X]
			below = below[:len(shown)]
			for i, k := range below {
				shown[i] = v.colours.own[k]
			}
		}
		open := v.open[y/tileHigh*v.tiles.X:][:v.tiles.X]
		for x := 0; x < len(open); x++ {
			if !open[x] {
				continue
			}
			from := x * tileWide
			for x < len(open) && open[x] {
				x++
			}
			to := min(x*tileWide, len(row))
			v.colours.reduceRow(row[from:to], img.Pix[y*img.Stride+4*from:])
		}
	}
}

// inked reports whether anything in a part of a mask is painted.
func inked(mask *image.Alpha, part image.Rectangle) bool {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := mask.Pix[(y-mask.Rect.Min.Y)*mask.Stride+part.Min.X-mask.Rect.Min.X:][:part.Dx()]
		for len(row) >= 8 {
			if binary.LittleEndian.Uint64(row) != 0 {
				return true
			}
			row = row[8:]
		}
		for _, a := range row {
			if a != 0 {
				return true
			}
		}
	}
	return false
}
