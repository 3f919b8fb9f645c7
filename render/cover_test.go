package render

import (
	"bytes"
	"image"
	"testing"

	"referee/engine"
)

// plainly paints a picture with every pixel of the map in full colours.
func plainly(r *studio, d partialPlan) *image.Paletted {
	img := image.NewRGBA(image.Rectangle{Max: d.plan.Size})
	p := r.theme.palette()
	p.restore(img, d.plan.MapAt, d.studio.base(d), d.plan.Window)
	c := &canvas{img: img}
	for _, l := range d.plan.Layers {
		r.layer(c, l)
	}
	return p.reduce(img)
}

// TestOnlyWhatIsPaintedOver: turning only some of the map into full colours gives the
// very pixels that turning all of it gives, whatever was drawn in the same memory before.
func TestOnlyWhatIsPaintedOver(t *testing.T) {
	for _, th := range Themes() {
		r := cellesStudio(Options{Theme: th})
		pictures := 0
		same := func(what string, p Picture) {
			t.Helper()
			d, err := r.draft(p)
			if err != nil {
				t.Fatal(err)
			}
			pic := r.paint(d)
			if !bytes.Equal(pic.Pix, plainly(r, d).Pix) {
				t.Errorf("%s: %s: pixels differ", th.Name, what)
			}
			r.pictures.Put(pic)
			pictures++
		}
		same("everything", everything())
		eachExample(t, 2, func(b *engine.Board, s shown) {
			if pictures > 10 { // each is painted twice
				return
			}
			p := Picture{Board: b, View: s.view, Overlay: &s.over, Fit: 400 + pictures%3*100}
			same(s.kind, p)
			if p.Crop = Around(b, s.view, s.over); p.Crop != nil {
				p.Portrait = pictures%2 == 0
				same(s.kind+", in part", p)
			}
		})
		if pictures < 8 {
			t.Errorf("only %d pictures", pictures)
		}
	}
}
