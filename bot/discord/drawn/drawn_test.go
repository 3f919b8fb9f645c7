package drawn_test

import (
	"bytes"
	"image/png"
	"testing"

	"referee/bot/discord/command"
	"referee/bot/discord/drawing"
	"referee/bot/discord/drawn"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles"
	"referee/engine/hex"
	"referee/render"
)

// TestPicturesInDiscordHaveASize: a picture is as wide as its size says, whole, in part and upright; where its file would have too many
// bytes, it is narrower.
func TestPicturesInDiscordHaveASize(t *testing.T) {
	t.Parallel()
	g, err := celles.Open(celles.Files(), games.Celles().Law)
	if err != nil {
		t.Fatal(err)
	}
	paint := drawn.Painter(map[string]*render.Renderer{"": render.New(render.Options{})})
	all := g.Info().Board
	few := *all // which are painted soon
	few.Hexes = few.Hexes[:40]
	picture := func(b *engine.Board, upright bool, size drawing.Size, around ...hex.Coord) command.Picture {
		p := command.Picture{Board: b, Portrait: upright, Size: size, Crop: command.Crop{At: around, Radius: min(1, len(around))}}
		for n := range 160 { // in stacks, all of which are shown larger below the map
			at := around
			if len(at) < 10 {
				break
			}
			p.View.Pieces = append(p.View.Pieces, engine.Piece{ID: "p", At: at[n%len(at)], Owner: ardennes.Axis, Symbol: engine.Armour, Steps: 1, Of: 2, Values: []string{"11", "8", "9"}, States: []engine.Class{engine.Active}})
		}
		return p
	}
	middle := few.Hexes[20].At
	var square []hex.Coord
	for _, h := range all.Hexes {
		if 14 <= h.At.Col && h.At.Col < 21 && 5 <= h.At.Row && h.At.Row < 11 {
			square = append(square, h.At)
		}
	}
	for _, c := range []struct {
		picture     command.Picture
		least, most int // pixels
	}{
		{picture(all, false, drawing.Small), 800, 800},
		{picture(&few, false, drawing.Small, middle), 512, 512},
		{picture(&few, false, drawing.Smaller, middle), 768, 768},
		{picture(&few, false, drawing.Full, middle), 1024, 1024},
		{picture(&few, true, drawing.Full, middle), 700, 880},
		{picture(&few, true, drawing.Small, middle), 350, 440},
		{picture(all, true, drawing.Full, square...), 400, 720},
	} {
		var out bytes.Buffer
		if err := paint(&out, c.picture); err != nil {
			t.Fatal(err)
		}
		size := out.Len()
		pic, err := png.DecodeConfig(&out)
		if err != nil {
			t.Fatal(err)
		}
		what := c.picture.Crop
		if pic.Width < c.least || pic.Width > c.most {
			t.Errorf("a picture of size %d, part of %d hexes, upright %t is %d pixels wide", c.picture.Size, what.Radius, c.picture.Portrait, pic.Width)
		}
		if what.Radius > 0 && size > drawn.MostBytes {
			t.Errorf("a picture of size %d, part of %d hexes, upright %t has %d bytes", c.picture.Size, len(what.At), c.picture.Portrait, size)
		}
	}
}
