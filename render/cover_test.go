package render

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// plainly paints a picture with every pixel of the map in full colours.
func plainly(r *studio, d partialPlan) *image.Paletted {
	img := image.NewRGBA(image.Rectangle{Max: d.plan.Size})
	p := r.theme.palette()
	(&tint{pixels: p.pixels}).restore(img, d.plan.MapAt, d.studio.base(d), d.plan.Window)
	c := &canvas{img: img, patched: true}
	for _, l := range d.plan.Layers {
		r.layer(c, l)
	}
	return p.reduce(img)
}

// TestPartialRecolouringMatchesFull: turning only some of the map into full colours gives the
// very pixels that turning all of it gives, whatever was drawn in the same memory before.
func TestPartialRecolouringMatchesFull(t *testing.T) {
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
		eachExample(t, thorough.Or(1, 2), func(b *engine.Board, s shown) {
			if pictures > thorough.Or(4, 10) { // each is painted twice
				return
			}
			p := Picture{Board: b, View: s.view, Overlay: &s.over, Fit: 400 + pictures%3*100}
			same(s.kind, p)
			if p.Crop = Around(b, s.view, s.over); p.Crop != nil {
				p.Portrait = pictures%2 == 0
				same(s.kind+", in part", p)
			}
		})
		if pictures < thorough.Or(4, 8) {
			t.Errorf("only %d pictures", pictures)
		}
	}
}

// TestInksOverTiles: inks that cover whole tiles, one over the other, over the map and beside
// it, give the pixels that painting them gives.
func TestInksOverTiles(t *testing.T) {
	p := Light().palette()
	rnd := rand.New(rand.NewPCG(1, 3))
	tinted := 0
	for range 200 {
		plan := Plan{Size: image.Pt(40+rnd.IntN(60), 30+rnd.IntN(40))}
		plan.Window = image.Rect(7, 5, 7+plan.Size.X-rnd.IntN(20), 5+plan.Size.Y-rnd.IntN(20))
		plan.MapAt = image.Pt(rnd.IntN(plan.Size.X-plan.Window.Dx()+1), rnd.IntN(plan.Size.Y-plan.Window.Dy()+1))
		base := image.NewPaletted(image.Rect(0, 0, 200, 200), p.colours)
		for i := range base.Pix {
			base.Pix[i] = uint8(rnd.IntN(unchanged))
		}
		all := image.Rectangle{Max: plan.Size}
		plain := &canvas{img: image.NewRGBA(all), clip: all}
		(&tint{pixels: p.pixels}).restore(plain.img, plan.MapAt, base, plan.Window)
		quick := &canvas{img: image.NewRGBA(all), clip: all, cover: newCover(p, plan, base)}
		fill := func(r Rect, ink color.NRGBA) {
			plain.fill([]Polyline{r.line()}, ink, false)
			quick.fill([]Polyline{r.line()}, ink, false)
		}
		held := rectOf(plan.Window.Sub(plan.Window.Min).Add(plan.MapAt))
		for _, beside := range []Rect{
			{0, 0, 100, held.Y0}, {0, held.Y1, 100, 100}, {0, held.Y0, held.X0, held.Y1}, {held.X1, held.Y0, 100, held.Y1},
		} {
			fill(beside, color.NRGBA{90, 80, 70, 255})
		}
		for range 12 {
			x, y := rnd.Float64()*50, rnd.Float64()*50
			if rnd.IntN(2) == 0 {
				x, y = math.Floor(x), math.Floor(y)
			}
			ink := color.NRGBA{uint8(rnd.IntN(256)), 100, 50, []uint8{90, 180, 255}[rnd.IntN(3)]}
			fill(Rect{x, y, x + rnd.Float64()*60, y + rnd.Float64()*60}, ink)
		}
		got := image.NewPaletted(all, p.colours)
		quick.cover.result(got, quick.img)
		if !bytes.Equal(got.Pix, p.reduce(plain.img).Pix) {
			t.Fatalf("%+v: pixels differ", plan)
		}
		for _, look := range quick.cover.looks {
			if look > 0 && look < painted {
				tinted++
			}
		}
	}
	if tinted == 0 {
		t.Error("no tile was left unpainted below an ink")
	}
}

// TestPatches: what is made patch by patch looks like what is made at once.
func TestPatches(t *testing.T) {
	all := image.Rect(0, 0, 900, 700)
	var ring []Polyline
	for x := 0.0; x <= 900; x += 60 {
		for y := -20.0; y <= 700; y += 60 * sqrt3 / 2 {
			if x < 90 || x > 800 || y < 90 || y > 600 {
				ring = append(ring, polygon(Point{x, y}, 33.3, 6, 0))
			}
		}
	}
	paint := func(patched bool) *image.RGBA {
		c := &canvas{img: image.NewRGBA(all), clip: all, shift: Point{3, 5}, patched: patched}
		c.fill(ring, color.NRGBA{255, 255, 255, 255}, false)
		return c.img
	}
	got, want := paint(true), paint(false)
	inked := 0
	for i, v := range want.Pix {
		if d := int(got.Pix[i]) - int(v); d < -32 || d > 32 {
			t.Fatalf("%d of 255 at %d,%d, and %d at once", got.Pix[i], i%want.Stride/4, i/want.Stride, v)
		}
		if v > 0 {
			inked++
		}
	}
	if inked == 0 || inked > len(want.Pix)*3/4 {
		t.Errorf("%d of %d are painted", inked, len(want.Pix))
	}
}
