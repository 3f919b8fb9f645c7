package render_test

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/gif"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/hex"
	"referee/render"
)

// TestGIFShowsThePictures: an animation, played, is its pictures one after the
// other, pixel by pixel.
func TestGIFShowsThePictures(t *testing.T) {
	r := render.New(render.Options{})
	var frames []render.Frame
	for i := range 4 {
		p := sample(t)
		p.Scale = 0.5
		p.View.Pieces = p.View.Pieces[:i+1]
		if i%2 == 0 {
			p.Overlay = nil
		}
		if i == 2 { // a lower picture
			p.View.Boxes = nil
		}
		p.Rows = 2
		frames = append(frames, render.Frame{Picture: p, Show: time.Duration(i+1) * time.Second})
	}
	var out bytes.Buffer
	if err := r.GIF(&out, frames); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != len(frames) || g.Delay[1] != 200 {
		t.Fatalf("%d pictures, delays %v", len(g.Image), g.Delay)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, f := range frames {
		stddraw.Draw(screen, g.Image[i].Rect, g.Image[i], g.Image[i].Rect.Min, stddraw.Over)
		_, want := draw(t, r, f.Picture)
		for y := range want.Bounds().Dy() {
			for x := range want.Bounds().Dx() {
				a := color.RGBAModel.Convert(screen.At(x, y))
				if b := color.RGBAModel.Convert(want.At(x, y)); a != b {
					t.Fatalf("picture %d at %d,%d is %v, want %v", i, x, y, a, b)
				}
			}
		}
	}
}

func TestGIFRefuses(t *testing.T) {
	r := render.New(render.Options{})
	whole, crop, bad := sample(t), sample(t), sample(t)
	crop.Crop = &render.Crop{At: []hex.Coord{at(t, "0101")}, Radius: 1}
	bad.View.Conditions = []engine.Class{engine.Class("dusk")}
	for name, frames := range map[string][]render.Frame{
		"none": nil, "widths": {{Picture: whole}, {Picture: crop}}, "a word": {{Picture: bad}},
	} {
		var out bytes.Buffer
		if err := r.GIF(&out, frames); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", name, err, out.Len())
		}
	}
}

// TestReplaysShowStacks: a stack that cannot be read is shown a second time in a replay,
// too, beside a map that stays where it is.
func TestReplaysShowStacks(t *testing.T) {
	r := render.New(render.Options{})
	var plans []render.Plan
	for stack := 1; stack <= 2; stack++ {
		p := sample(t)
		p.Board, p.Overlay = cellesGame(t).Info().Board, &engine.Answer{Marks: []engine.Mark{{At: at(t, "2112"), Class: engine.MarkTo}}}
		p.View.Pieces = p.View.Pieces[:stack]
		for i := range p.View.Pieces {
			p.View.Pieces[i].At = at(t, "2112")
		}
		p.Rows, p.Crop = 3, &render.Crop{At: []hex.Coord{at(t, "2112")}, Radius: 3}
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		shown := 0
		for _, o := range plan.Layers[len(plan.Layers)-1].Ops {
			if c, ok := o.(render.Counter); ok && c.Piece.ID != "" { // else it is of the legend
				shown++
			}
		}
		if want := 2 * (stack - 1); shown != want {
			t.Errorf("of a stack of %d, %d counters are beside the map, want %d", stack, shown, want)
		}
		plans = append(plans, plan)
	}
	if plans[0].MapAt != plans[1].MapAt || plans[0].Window != plans[1].Window {
		t.Errorf("the map moves from %v to %v", plans[0].MapAt, plans[1].MapAt)
	}
}
