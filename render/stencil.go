package render

import (
	"image"
	"image/color"
	"sync"
)

// stencil is a shape as a mask, and where the mask's corner is.
type stencil struct {
	mask *image.Alpha
	at   image.Point
}

// stencils are the letters of a Lettering, which are cut once for all pictures that show it.
type stencils struct {
	once        sync.Once
	halos, inks []stencil
}

// cut cuts the stencils where that has not been done.
func (s *stencils) cut(f *fonts, o Lettering) {
	s.once.Do(func() {
		var ras rasteriser
		for _, l := range o.Letters {
			shapes := f.outline(o.Face, o.Size, l)
			s.inks = ras.stencil(s.inks, shapes)
			for _, edge := range shapes {
				s.halos = ras.stencil(s.halos, edge.outline(2*haloWidth(o.Size), true))
			}
		}
	})
}

// stencil adds the union of shapes to a list, if there are any.
func (r *rasteriser) stencil(list []stencil, shapes []Polyline) []stencil {
	if len(shapes) == 0 {
		return list
	}
	box := boundsOf(shapes).outside()
	s := stencil{image.NewAlpha(image.Rect(0, 0, box.Dx()+1, box.Dy()+1)), box.Min}
	r.draw(s.mask, shapes, Point{}.sub(Point{float64(box.Min.X), float64(box.Min.Y)}))
	return append(list, s)
}

// lettering paints letters along a curve. A layer is shifted by whole pixels: the stencils fit.
func (c *canvas) lettering(f *fonts, o Lettering, ink, halo color.NRGBA) {
	o.stencils.cut(f, o)
	shift := image.Pt(int(c.shift.X), int(c.shift.Y))
	if halo.A > 0 {
		for _, s := range o.stencils.halos {
			c.blend(s.mask, s.at.Add(shift), halo)
		}
	}
	for _, s := range o.stencils.inks {
		c.blend(s.mask, s.at.Add(shift), ink)
	}
}
