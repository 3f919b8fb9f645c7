package render

import "strings"

// Writing is something that is written in a picture.
type Writing struct {
	// What it is, such as "number 2811", the number of a hex, "name" and a hex, or "status". The strengths and movement points of a
	// counter are "values" and the id of its piece; what else it says is "counter" and that id.
	What, S string
	High    float64 // of its capitals and digits, in pixels of the picture
}

// Writings lists what is written in a picture that is so many pixels wide. A counter that is drawn twice, on the map and larger
// beside it, is listed twice; one that is gone is not listed.
func (r *Renderer) Writings(p Picture) (width int, list []Writing, err error) {
	d, err := r.draft(p)
	if err != nil {
		return 0, nil, err
	}
	fo := d.studio.fonts
	add := func(what, s string, f Face, size float64) {
		list = append(list, Writing{what, s, size * fo.capital(f)})
	}
	for _, l := range d.plan.Layers {
		for _, o := range l.Ops {
			switch o := o.(type) {
			case Text:
				add(o.What, o.S, o.Face, o.Size)
			case Lettering:
				add(o.What, o.S, o.Face, o.Size)
			case Counter:
				if o.Ghost {
					continue
				}
				for _, op := range counterOps(d.studio.book, fo, o) {
					t, ok := op.(Text)
					if !ok {
						continue
					}
					what := "counter "
					if t.S == strings.Join(o.Piece.Values, "-") {
						what = "values "
					}
					add(what+o.Piece.ID, t.S, t.Face, t.Size)
				}
			}
		}
	}
	return d.plan.Size.X, list, nil
}

// capital is the height of a typeface's capitals, at an em of 1.
func (f *fonts) capital(face Face) float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	b := boundsOf(f.glyph(glyphKey{face, 'H'}).outlines)
	return b.Y1 - b.Y0
}
