package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"maps"
	"math"
	"slices"

	"referee/engine/kit/lists"
)

// palette is the 255 colours of a theme (the last index is the transparent one of
// animations), and the nearest of them to any other colour.
type palette struct {
	colours color.Palette
	rgb     [unchanged][3]int
	pixels  [256]uint32    // rgb, as they lie in a picture
	nearest [1 << 16]uint8 // by the bits of bucket
	own     [256]uint8     // nearest of each of the colours: of a few it is another one
}

// bucket shortens a colour to 16 bits.
func bucket(r, g, b uint8) int { return int(r>>3)<<11 | int(g>>2)<<5 | int(b>>3) }

// newPalette chooses the colours: every ink, opaque; tints over land; and, of the colours at
// the edges where an ink fades into a ground, those farthest from the ones chosen already.
func newPalette(t Theme) *palette {
	grounds := slices.Concat(t.lands, t.grounds)
	var wanted [][3]int
	chosen := lists.Map(grounds, func(n Ink) [3]int { return mix(t.ink(n), t.ink(n), 255) })
	for _, g := range t.lands {
		for _, n := range t.tints {
			chosen = append(chosen, mix(t.ink(g), t.ink(n), uint32(t.ink(n).A)))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(t.inks)) {
		if c := t.ink(n); c.A == 255 && !slices.Contains(grounds, n) {
			chosen = append(chosen, mix(c, c, 255))
		}
		for _, g := range grounds {
			for part := uint32(1); part <= 3; part++ {
				c := mix(t.ink(g), t.ink(n), uint32(t.ink(n).A)*part/3)
				wanted = append(wanted, [3]int{c[0] | 7, c[1] | 7, c[2] | 7}) // finer steps make no difference
			}
		}
	}
	slices.SortFunc(wanted, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	wanted = slices.Compact(wanted)
	chosen = chosen[:min(len(chosen), unchanged)] // of a game that brings very many
	p := &palette{}
	for i, c := range farthest(chosen, wanted) {
		p.rgb[i] = c
		p.pixels[i] = uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | 255<<24
		p.colours = append(p.colours, color.RGBA{uint8(c[0]), uint8(c[1]), uint8(c[2]), 255})
	}
	p.fillNearest(len(chosen))
	for i, c := range p.pixels {
		p.own[i] = p.closest(c)
	}
	return p
}

// mix lays an ink of some strength over a ground.
func mix(ground, ink color.NRGBA, a uint32) [3]int {
	part := func(g, i uint8) int { return int((uint32(i)*a + uint32(g)*(255-a) + 127) / 255) }
	return [3]int{part(ground.R, ink.R), part(ground.G, ink.G), part(ground.B, ink.B)}
}

// apart is how different two colours look.
func apart(a, b [3]int) int {
	r, g, bl := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return 3*r*r + 4*g*g + 2*bl*bl
}

// farthest fills chosen, of which there is one at least, up to 255 from wanted, always with the
// colour that is farthest from all chosen ones.
func farthest(chosen, wanted [][3]int) [][3]int {
	dist := slices.Repeat([]int{math.MaxInt}, len(wanted)) // from the nearest chosen one
	for n := 0; n < len(chosen); n++ {
		best := 0
		for i, w := range wanted {
			dist[i] = min(dist[i], apart(w, chosen[n]))
			if dist[i] > dist[best] {
				best = i
			}
		}
		if n == len(chosen)-1 && len(chosen) < unchanged {
			chosen = append(chosen, wanted[best])
		}
	}
	return chosen
}

// fillNearest prepares the look-up; each of the first exact colours is its own nearest.
func (p *palette) fillNearest(exact int) {
	const side = 4 // buckets are searched in blocks, among the colours near the block
	var near []int
	for r := 0; r < 32; r += side {
		for g := 0; g < 64; g += side {
			for b := 0; b < 32; b += side {
				near = p.near(near[:0], spread5(r, side), spread6(g, side), spread5(b, side))
				for i := range side * side * side {
					p.fillBucket(r+i/side/side, g+i/side%side, b+i%side, near)
				}
			}
		}
	}
	for i := exact - 1; i >= 0; i-- {
		c := p.rgb[i]
		p.nearest[bucket(uint8(c[0]), uint8(c[1]), uint8(c[2]))] = uint8(i)
	}
}

// spread5 is the middle of some buckets of a channel of 5 bits, spread6 of one
// of 6 bits.
func spread5(first, n int) int { return (2*first + n) * 4 }
func spread6(first, n int) int { return (2*first + n) * 2 }

// near lists the colours that can be the nearest of a colour in the block round
// a middle.
func (p *palette) near(list []int, r, g, b int) []int {
	c := [3]int{r, g, b}
	least := math.Inf(1)
	var dist [unchanged]float64
	for i := range p.rgb {
		dist[i] = math.Sqrt(float64(apart(c, p.rgb[i])))
		least = min(least, dist[i])
	}
	reach := math.Sqrt(float64(apart([3]int{}, [3]int{16, 8, 16})))
	for i, d := range dist {
		if d <= least+2*reach {
			list = append(list, i)
		}
	}
	return list
}

func (p *palette) fillBucket(r, g, b int, among []int) {
	c := [3]int{spread5(r, 1), spread6(g, 1), spread5(b, 1)}
	best, dist := 0, 1<<30
	for _, i := range among {
		if d := apart(c, p.rgb[i]); d < dist {
			best, dist = i, d
		}
	}
	p.nearest[r<<11|g<<5|b] = uint8(best)
}

// reduce turns a picture into one of the palette.
func (p *palette) reduce(src *image.RGBA) *image.Paletted {
	out := image.NewPaletted(src.Rect, p.colours)
	p.reduceRow(out.Pix, src.Pix)
	return out
}

// reduceRow turns pixels into those of the palette.
func (p *palette) reduceRow(out, pix []uint8) {
	pix = pix[:4*len(out)]
	for i := range out {
		out[i] = p.closest(binary.LittleEndian.Uint32(pix[4*i:]))
	}
}

// closest is the colour of the palette that is nearest to a pixel.
func (p *palette) closest(c uint32) uint8 {
	return p.nearest[uint16(c>>3&0x1f<<11|c>>10&0x3f<<5|c>>19&0x1f)]
}

// fewer reduces a picture to at most so many colours: it repeatedly removes the colour
// whose pixels change least when they take the nearest remaining colour.
func fewer(pic *image.Paletted, most int) {
	var pixels [256]int
	for _, k := range pic.Pix {
		pixels[k]++
	}
	var left []used
	var into [256]int
	for k, n := range pixels {
		into[k] = k
		if n > 0 {
			r, g, b, _ := pic.Palette[k].RGBA()
			left = append(left, used{colour: k, pixels: n, rgb: [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}, next: -1})
		}
	}
	for len(left) > most {
		gone := cheapest(left)
		to := slices.IndexFunc(left, func(u used) bool { return u.colour == left[gone].next })
		left[to].pixels += left[gone].pixels
		for i := range left {
			if left[i].next == left[gone].colour {
				left[i].next = -1
			}
		}
		into[left[gone].colour] = left[to].colour
		left = slices.Delete(left, gone, gone+1)
	}
	for k := range into {
		for into[k] != into[into[k]] {
			into[k] = into[into[k]]
		}
	}
	for i, k := range pic.Pix {
		pic.Pix[i] = uint8(into[k])
	}
}

// used is a colour of a picture.
type used struct {
	colour, pixels int
	rgb            [3]int
	next, apart    int // the nearest colour, and its distance; -1: not computed yet
}

// cheapest finds the colour whose pixels change least when they take the nearest one.
func cheapest(list []used) int {
	best, least := 0, math.MaxInt
	for i := range list {
		u := &list[i]
		if u.next < 0 {
			u.apart = math.MaxInt
			for _, o := range list {
				if d := apart(u.rgb, o.rgb); o.colour != u.colour && d < u.apart {
					u.next, u.apart = o.colour, d
				}
			}
		}
		if loss := u.pixels * u.apart; loss < least {
			best, least = i, loss
		}
	}
	return best
}
