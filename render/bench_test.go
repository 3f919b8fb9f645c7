package render_test

import (
	"bytes"
	"image"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/america"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
	"referee/render"
)

// countPNG draws a picture and returns its size in bytes.
func countPNG(b testing.TB, r *render.Renderer, p render.Picture) int {
	b.Helper()
	var out bytes.Buffer
	if err := r.PNG(&out, p); err != nil {
		b.Fatal(err)
	}
	return out.Len()
}

// unknown is a picture over a board of its own, of which nothing is kept.
func unknown(p render.Picture) render.Picture {
	b := *p.Board
	p.Board = &b
	return p
}

// battle is a real position, drawn wholly and in part.
func battle(b testing.TB) (whole, crop render.Picture) {
	b.Helper()
	g := cellesGame(b)
	whole = render.Picture{Board: g.Info().Board, View: played(b, g, 1, 150).View(engine.Spectator)}
	crop = whole
	crop.Crop = &render.Crop{At: []hex.Coord{at(b, "3008")}, Radius: 3}
	return whole, crop
}

func BenchmarkPNG(b *testing.B) {
	whole, crop := battle(b)
	b.Run("from-nothing", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			countPNG(b, render.New(render.Options{}), unknown(whole))
		}
	})
	r := render.New(render.Options{})
	b.Run("new-base", func(b *testing.B) {
		for b.Loop() {
			countPNG(b, r, unknown(whole))
		}
	})
	marked := whole
	marked.Overlay = &engine.Answer{}
	for i, h := range whole.Board.Hexes {
		if i%3 == 0 {
			marked.Overlay.Marks = append(marked.Overlay.Marks, engine.Mark{At: h.At, Class: engine.MarkZOC})
		}
	}
	small := whole
	small.Fit = 800 // as boards are while many wait
	wide := whole
	wide.Scale = 2
	for _, k := range []struct {
		name string
		pic  render.Picture
	}{{"cached-base", whole}, {"cached-base-marked", marked}, {"cached-base-800", small}, {"cached-base-3200", wide}, {"crop", crop}} {
		b.Run(k.name, func(b *testing.B) {
			n := countPNG(b, r, k.pic)
			b.ReportAllocs()
			for b.Loop() {
				countPNG(b, r, k.pic)
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}

// BenchmarkLargePNG draws the whole of a map of a thousand hexes in the middle of a match, its base kept. Target: 70 ms.
func BenchmarkLargePNG(b *testing.B) {
	g, err := america.Open(america.Files(), 1)
	if err != nil {
		b.Fatal(err)
	}
	r, whole := render.New(render.Options{}), render.Picture{Board: g.Info().Board, View: played(b, g, 1, 500).View(engine.Spectator)}
	n := countPNG(b, r, whole)
	b.ReportAllocs()
	for b.Loop() {
		countPNG(b, r, whole)
	}
	b.ReportMetric(float64(n), "bytes")
}

// BenchmarkSVG draws the sheets of a map: the ground, which never changes, and the rest.
func BenchmarkSVG(b *testing.B) {
	whole, _ := battle(b)
	r := render.New(render.Options{})
	for _, k := range []struct {
		name  string
		which render.Sheets
	}{
		{"ground", render.SheetGround},
		{"hexes", render.SheetHexes},
		{"position", render.SheetsPosition},
		{"pieces", render.SheetFrames | render.SheetPieces},
	} {
		b.Run(k.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				var out bytes.Buffer
				if err := r.SVG(&out, whole, k.which); err != nil {
					b.Fatal(err)
				}
				n = out.Len()
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}

// BenchmarkGIF draws a replay of as many pictures as there may be.
func BenchmarkGIF(b *testing.B) {
	_, crop := battle(b)
	g := cellesGame(b)
	var frames []render.Frame
	for i := range 40 {
		p := crop
		p.View, p.Rows = played(b, g, 1, 130+i).View(engine.Spectator), 3
		frames = append(frames, render.Frame{Picture: p, Show: time.Second})
	}
	r := render.New(render.Options{})
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := r.GIF(&out, frames); err != nil {
			b.Fatal(err)
		}
		n = out.Len()
	}
	b.ReportMetric(float64(n), "bytes")
}

// BenchmarkEightAtOnce draws eight pictures at the same time, and reports how
// far the heap grew.
func BenchmarkEightAtOnce(b *testing.B) {
	whole, _ := battle(b)
	r := render.New(render.Options{AtOnce: 8})
	countPNG(b, r, whole)
	for b.Loop() {
		b.ReportMetric(float64(peak(b, r, whole))/(1<<20), "MB-peak")
	}
}

// peak draws a picture eight times at once and returns by how many bytes the
// heap grew at most.
func peak(b testing.TB, r *render.Renderer, p render.Picture) uint64 {
	b.Helper()
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	var most atomic.Uint64
	done := make(chan struct{})
	var watch, draw sync.WaitGroup
	watch.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			if m.HeapInuse > most.Load() {
				most.Store(m.HeapInuse)
			}
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	for range 8 {
		draw.Go(func() {
			var out bytes.Buffer
			if err := r.PNG(&out, p); err != nil {
				b.Error(err)
			}
		})
	}
	draw.Wait()
	close(done)
	watch.Wait()
	return most.Load() - min(most.Load(), before.HeapInuse)
}

// TestMemoryIsBounded: eight pictures at once need no more than two at a time
// do, where so many are let in.
func TestMemoryIsBounded(t *testing.T) {
	thorough.Slow(t)
	whole, _ := battle(t)
	r := render.New(render.Options{AtOnce: 2})
	countPNG(t, r, whole)
	var pic bytes.Buffer
	if err := r.PNG(&pic, whole); err != nil {
		t.Fatal(err)
	}
	size, _, err := image.DecodeConfig(&pic)
	if err != nil {
		t.Fatal(err)
	}
	// A picture is 4 bytes a pixel while it is painted, 1 when it is reduced, and
	// its file; what was thrown away waits for the collector.
	one := uint64(size.Width * size.Height * 6)
	if got := peak(t, r, whole); got > 8*one {
		t.Errorf("the heap grew by %d MB; one picture needs %d", got>>20, one>>20)
	}
}
