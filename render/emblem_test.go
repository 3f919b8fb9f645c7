package render_test

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/png"
	"testing"

	xdraw "golang.org/x/image/draw"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/render"
)

// kinds are pieces of which no two look the same: those of Celles, and then one of each
// symbol of each owner.
func kinds(t *testing.T) []engine.Piece {
	t.Helper()
	type look struct {
		owner, symbol engine.Class
		band          int
	}
	seen := map[look]bool{}
	var out []engine.Piece
	add := func(p engine.Piece) {
		if l := (look{p.Owner, p.Symbol, p.Band}); !seen[l] {
			seen[l] = true
			out = append(out, p)
		}
	}
	for _, p := range cellesGame(t).Info().Counters {
		add(p)
	}
	for i, o := range scenario.Vocabulary.List("owner") {
		for _, s := range scenario.Vocabulary.List("symbol") {
			add(engine.Piece{Owner: o, Symbol: s, Band: 3 * i})
		}
	}
	return out
}

func emblem(t *testing.T, r *render.Renderer, p engine.Piece) ([]byte, image.Image) {
	t.Helper()
	var out bytes.Buffer
	if err := r.Emblem(&out, scenario.Vocabulary, p); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), img
}

// put lays a picture over another, so many pixels wide, as a client of Discord shows it.
func put(on *image.RGBA, x, y, side int, img image.Image) {
	xdraw.CatmullRom.Scale(on, image.Rect(x, y, x+side, y+side), img, img.Bounds(), xdraw.Over, nil)
}

// grounds are the backgrounds of Discord's themes.
var grounds = []color.RGBA{{0x31, 0x33, 0x38, 0xff}, {0xff, 0xff, 0xff, 0xff}}

// TestEmblems compares emblems, as small as they are shown in a menu and twice as large, on
// both grounds, with testdata/emblems.png.
func TestEmblems(t *testing.T) {
	r, of := render.New(render.Options{}), kinds(t)
	const row, high = 20, 76
	rows := (len(of) + row - 1) / row
	sheet := image.NewRGBA(image.Rect(0, 0, 8+row*52, len(grounds)*rows*high))
	for i, g := range grounds {
		stddraw.Draw(sheet, image.Rect(0, i*rows*high, sheet.Rect.Dx(), (i+1)*rows*high), image.NewUniform(g), image.Point{}, stddraw.Src)
	}
	for n, p := range of {
		_, img := emblem(t, r, p)
		for i := range grounds {
			x, y := 8+n%row*52, (i*rows+n/row)*high
			put(sheet, x, y+3, 22, img)
			put(sheet, x, y+29, 44, img)
		}
	}
	var data bytes.Buffer
	if err := png.Encode(&data, sheet); err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/emblems.png", data.Bytes(), sheet)
}

// TestEmblemsAreToldApart: at the height of a line of text two kinds of counters differ, on
// any ground, and each stands out from it.
func TestEmblemsAreToldApart(t *testing.T) {
	r, of := render.New(render.Options{}), kinds(t)
	const side, least = 22, 0.03 // of the picture, at which two differ
	for _, g := range grounds {
		small := make([]*image.RGBA, 1+len(of))
		for i := range small {
			small[i] = image.NewRGBA(image.Rect(0, 0, side, side))
			stddraw.Draw(small[i], small[i].Rect, image.NewUniform(g), image.Point{}, stddraw.Src)
			if i > 0 {
				_, img := emblem(t, r, of[i-1])
				put(small[i], 0, 0, side, img)
			}
		}
		for i, a := range small {
			for j, b := range small[:i] {
				if _, share := compare(a, b); share < least {
					t.Errorf("on %v numbers %d and %d differ in %.1f %%", g, i, j, 100*share)
				}
			}
		}
	}
}

// TestEmblemIsForEmoji: an emblem is as Discord wants an emoji, and the same each time.
func TestEmblemIsForEmoji(t *testing.T) {
	for _, p := range kinds(t) {
		data, img := emblem(t, render.New(render.Options{}), p)
		again, _ := emblem(t, render.New(render.Options{}), p)
		if !bytes.Equal(data, again) {
			t.Errorf("%s %s is drawn in two ways", p.Owner, p.Symbol)
		}
		if img.Bounds() != image.Rect(0, 0, 128, 128) || len(data) > 16<<10 {
			t.Errorf("%s %s is %v, %d bytes", p.Owner, p.Symbol, img.Bounds(), len(data))
		}
		if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
			t.Errorf("%s %s has no clear corners", p.Owner, p.Symbol)
		}
	}
}

// TestEmblemTellsNoMore: what may be hidden of a piece does not show on its emblem.
func TestEmblemTellsNoMore(t *testing.T) {
	r := render.New(render.Options{})
	p := engine.Piece{Owner: ardennes.Axis, Symbol: engine.Armour, Band: 1}
	plain, _ := emblem(t, r, p)
	p.ID, p.Name, p.Short, p.Group, p.Values = "lehr-a", "Panzer Lehr A", "a", "lehr", []string{"11", "8", "9"}
	p.Steps, p.Of, p.States = 1, 2, scenario.Vocabulary.List("state")
	if full, _ := emblem(t, r, p); !bytes.Equal(plain, full) {
		t.Error("its name, values, steps and states show")
	}
}

func TestEmblemOfNothingKnown(t *testing.T) {
	for _, p := range []engine.Piece{
		{Owner: "martians", Symbol: engine.Armour},
		{Owner: ardennes.Axis, Symbol: "tripod"},
	} {
		var out bytes.Buffer
		if err := render.New(render.Options{}).Emblem(&out, scenario.Vocabulary, p); err == nil || out.Len() > 0 {
			t.Errorf("a %s %s is drawn", p.Owner, p.Symbol)
		}
	}
}
