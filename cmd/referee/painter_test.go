package main

import (
	"bytes"
	"image/png"
	"testing"

	"referee/bot/discord/command"
	sizes "referee/bot/discord/drawing"
	"referee/cmd/games"
	"referee/engine/celles"
	"referee/engine/hex"
	"referee/render"
)

// TestPicturesInDiscordHaveASize: a picture is as wide as its size says, whole, in part and
// upright.
func TestPicturesInDiscordHaveASize(t *testing.T) {
	t.Parallel()
	g, err := celles.Open(celles.Files(), games.Celles().Law)
	if err != nil {
		t.Fatal(err)
	}
	paint := discordPainter(byTheme(render.New(render.Options{})))
	whole := command.Picture{Board: g.Info().Board, Size: sizes.Small}
	few := *whole.Board // which are painted soon
	few.Hexes = few.Hexes[:40]
	part := command.Picture{Board: &few, Size: sizes.Small}
	part.Crop = command.Crop{At: []hex.Coord{few.Hexes[20].At}, Radius: 1}
	upright := part
	upright.Portrait = true
	full := part
	full.Size = sizes.Full
	smaller := part
	smaller.Size = sizes.Smaller
	for _, c := range []struct {
		picture     command.Picture
		least, most int // pixels
	}{{whole, 800, 800}, {part, 550, 550}, {smaller, 825, 825}, {full, 1100, 1100}, {upright, 400, 512}} {
		var out bytes.Buffer
		if err := paint(&out, c.picture); err != nil {
			t.Fatal(err)
		}
		pic, err := png.DecodeConfig(&out)
		if err != nil {
			t.Fatal(err)
		}
		if pic.Width < c.least || pic.Width > c.most {
			t.Errorf("a picture of size %d, part of %d hexes, upright %t is %d pixels wide", c.picture.Size, c.picture.Crop.Radius, c.picture.Portrait, pic.Width)
		}
	}
}
