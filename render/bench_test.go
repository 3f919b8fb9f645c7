package render_test

import (
	"bytes"
	"testing"

	"referee/engine"
	"referee/engine/hex"
	"referee/render"
)

// countPNG draws a picture and returns its size in bytes.
func countPNG(b *testing.B, r *render.Renderer, p render.Picture) int {
	b.Helper()
	var out bytes.Buffer
	if err := r.PNG(&out, p); err != nil {
		b.Fatal(err)
	}
	return out.Len()
}

func BenchmarkPNG(b *testing.B) {
	g := cellesGame(b)
	board, view := g.Info().Board, played(b, g, 1, 150).View(engine.Spectator)
	whole := render.Picture{Board: board, View: view}
	crop := whole
	crop.Crop = &render.Crop{At: []hex.Coord{at(b, "3008")}, Radius: 3}
	b.Run("from-nothing", func(b *testing.B) {
		for b.Loop() {
			// A board of its own is not in the cache.
			r := render.New(render.Options{})
			p := whole
			p.Board = &engine.Board{Title: board.Title, Hexes: board.Hexes, Edges: board.Edges, Links: board.Links}
			countPNG(b, r, p)
		}
	})
	r := render.New(render.Options{})
	b.Run("new-base", func(b *testing.B) {
		for b.Loop() {
			p := whole
			p.Board = &engine.Board{Title: board.Title, Hexes: board.Hexes, Edges: board.Edges, Links: board.Links}
			countPNG(b, r, p)
		}
	})
	b.Run("cached-base", func(b *testing.B) {
		n := countPNG(b, r, whole)
		for b.Loop() {
			countPNG(b, r, whole)
		}
		b.ReportMetric(float64(n), "bytes")
	})
	b.Run("crop-new-base", func(b *testing.B) {
		for b.Loop() {
			p := crop
			p.Board = &engine.Board{Title: board.Title, Hexes: board.Hexes, Edges: board.Edges, Links: board.Links}
			countPNG(b, r, p)
		}
	})
	b.Run("crop", func(b *testing.B) {
		n := countPNG(b, r, crop)
		for b.Loop() {
			countPNG(b, r, crop)
		}
		b.ReportMetric(float64(n), "bytes")
	})
}
