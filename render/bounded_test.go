package render

import (
	"bytes"
	"image/gif"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
)

// flicker is an animation in which nearly every hex changes from picture to
// picture.
func flicker(n int) []Frame {
	whole := crowded(1, 0)
	whole.Crop = nil
	on := engine.Answer{}
	for i, h := range whole.Board.Hexes {
		whole.Board.Hexes[i].Name = "" // names do not flicker
		on.Marks = append(on.Marks, engine.Mark{At: h.At, Class: scenario.Vocabulary.List("mark")[i%3]})
	}
	frames := make([]Frame, n)
	for i := range frames {
		frames[i] = Frame{Picture: whole, Show: time.Second}
		frames[i].Scale = 0.5
		if i%2 == 1 {
			frames[i].Overlay = &on
		}
	}
	return frames
}

// TestReplaysAreBounded: an animation of too many bytes is drawn smaller, then with
// fewer pictures; its last picture and its length stay.
func TestReplaysAreBounded(t *testing.T) {
	r := cellesStudio(Options{})
	frames := flicker(6)
	free, err := r.within(frames, mostBytes)
	if err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{len(free) / 2, len(free) / 8} {
		data, err := r.within(frames, most)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		length := 0
		for _, d := range g.Delay {
			length += d
		}
		if len(data) > most || length != 600 || g.Config.Width >= 800 {
			t.Errorf("%d bytes of %d, %d pictures, %d hundredths, %d wide", len(data), most, len(g.Image), length, g.Config.Width)
		}
	}
	if _, err := r.within(frames, 10); err == nil {
		t.Error("an animation in ten bytes")
	}
}

// TestReplaysAreNotTooLong: of more pictures than an animation may have some are left
// out, never the last, and what is too wide is drawn smaller.
func TestReplaysAreNotTooLong(t *testing.T) {
	thorough.Slow(t)
	r := cellesStudio(Options{})
	frames := flicker(MaxFrames + 7)
	for i := range frames {
		frames[i].Scale = minScale
	}
	frames[len(frames)-1].Show = 3 * time.Second
	var out bytes.Buffer
	if err := r.GIF(&out, frames); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	length := 0
	for _, d := range g.Delay {
		length += d
	}
	if len(g.Image) != MaxFrames || length != 100*(len(frames)+2) || g.Delay[MaxFrames-1] < 300 {
		t.Errorf("%d pictures, %d hundredths, the last %d", len(g.Image), length, g.Delay[len(g.Delay)-1])
	}
	wide := flicker(1)
	wide[0].Scale = 1.5
	out.Reset()
	if err := r.GIF(&out, wide); err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(&out); err != nil || g.Config.Width > Desktop {
		t.Errorf("%v, %d wide", err, g.Config.Width)
	}
}
