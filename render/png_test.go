package render

import (
	"bytes"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// TestFilesAreBounded: whatever a picture of up to 1600 pixels shows, its file
// has at most 400 kB; its colours are few then, but near the right ones.
func TestFilesAreBounded(t *testing.T) {
	r := cellesStudio(Options{})
	const seed = 4
	noise := rand.New(rand.NewPCG(seed, 1))
	pic := image.NewPaletted(image.Rect(0, 0, smallWide, 420), r.theme.palette().colours)
	for i := range pic.Pix {
		pic.Pix[i] = uint8(noise.IntN(unchanged))
	}
	before := bytes.Clone(pic.Pix)
	var out bytes.Buffer
	if err := (&packer{}).writePNG(&out, pic, most(pic.Rect.Size())); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 400_000 {
		t.Errorf("noise: %d bytes", out.Len())
	}
	if _, err := png.Decode(&out); err != nil {
		t.Error(err)
	}
	off := 0.0
	for i, k := range pic.Pix {
		off += math.Sqrt(float64(apart(r.theme.palette().rgb[before[i]], r.theme.palette().rgb[k])))
	}
	if mean := off / float64(len(pic.Pix)); mean > 80 || mean == 0 { // black and white are 765 apart
		t.Errorf("seed %d: colours are %.0f from those they were", seed, mean)
	}
}

// TestFilesOfLargeMaps: a picture may have more bytes than others only as far as its map is larger.
func TestFilesOfLargeMaps(t *testing.T) {
	for size, want := range map[image.Point]int{
		{1600, 400}: smallFile, {1550, 1000}: smallFile, {1550, 1500}: smallFile * 3 / 2, {1550, 2000}: smallFile * 2,
	} {
		if got := most(size); got != want {
			t.Errorf("%v: %d bytes, want %d", size, got, want)
		}
	}
}

// TestFewerColours: those that stay are as many as asked, and the frequent ones
// stay as they are.
func TestFewerColours(t *testing.T) {
	pic := image.NewPaletted(image.Rect(0, 0, 100, 100), Light().palette().colours)
	for i := range pic.Pix {
		pic.Pix[i] = uint8(i % 7)
		if i%100 == 0 {
			pic.Pix[i] = uint8(i / 100)
		}
	}
	fewer(pic, 20)
	var seen [256]int
	n := 0
	for _, k := range pic.Pix {
		if seen[k] == 0 {
			n++
		}
		seen[k]++
	}
	if n != 20 {
		t.Errorf("%d colours are left", n)
	}
	for k := range 7 {
		if seen[k] < 1400 {
			t.Errorf("colour %d has %d pixels", k, seen[k])
		}
	}
}

// TestFilesHaveABoundOfTheirOwn: with fewer colours a file has at most as many bytes as it should.
func TestFilesHaveABoundOfTheirOwn(t *testing.T) {
	p := crowded(2, 2)
	p.Fit = 500
	for _, bound := range []int{0, 20_000} {
		p.Bytes = bound
		var out bytes.Buffer
		if err := New(Options{}).PNG(&out, p); err != nil {
			t.Fatal(err)
		}
		if small := out.Len() <= 20_000; small != (bound > 0) {
			t.Errorf("bound to %d bytes it has %d", bound, out.Len())
		}
	}
}

// TestFullMapsAreSmall: woods, names and stacks in every hex, and marks over all of them,
// keep the bound, with the legend.
func TestFullMapsAreSmall(t *testing.T) {
	thorough.Slow(t)
	p := crowded(1, 2)
	p.Crop, p.Legend, p.Overlay = nil, true, &engine.Answer{}
	for i, h := range p.Board.Hexes {
		for k, class := range []engine.Class{engine.MarkZOC, engine.MarkReach, engine.MarkBlocked, engine.MarkAttacker} {
			if i%(k+1) == 0 {
				p.Overlay.Marks = append(p.Overlay.Marks, engine.Mark{At: h.At, Class: class, Text: "2.5"})
			}
		}
	}
	var out bytes.Buffer
	if err := New(Options{}).PNG(&out, p); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 400_000 {
		t.Errorf("%d bytes", out.Len())
	}
}
