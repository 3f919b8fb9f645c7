package render

import (
	"image"
	"testing"

	"referee/engine"
)

// TestCacheKeepsItsBound: maps used longest ago are forgotten, and a map in
// use is painted once.
func TestCacheKeepsItsBound(t *testing.T) {
	c := &cache[baseKey, *image.Paletted]{bound: 300}
	painted := 0
	get := func(b *engine.Board) {
		c.get(baseKey{b, 1}, 100, func() *image.Paletted {
			painted++
			return image.NewPaletted(image.Rect(0, 0, 10, 10), nil)
		})
	}
	boards := make([]engine.Board, 20)
	for i := range boards {
		get(&boards[i])
		get(&boards[0])
		if c.size > 300 || len(c.kept) > 3 {
			t.Fatalf("%d maps of %d bytes are kept", len(c.kept), c.size)
		}
	}
	if painted != len(boards) {
		t.Errorf("%d maps were painted %d times", len(boards), painted)
	}
}

// TestRenderersShareAPalette: one takes longer to make than a part of a map to draw.
func TestRenderersShareAPalette(t *testing.T) {
	for name, words := range vocabularies() {
		first, second := studioOf(words, Options{}), studioOf(words, Options{})
		if first.theme.palette() != second.theme.palette() {
			t.Errorf("%s: two renderers have a palette each", name)
		}
		if dark := studioOf(words, Options{Theme: Dark()}); dark.theme.palette() == first.theme.palette() {
			t.Errorf("%s: both themes have one palette", name)
		}
	}
}

// TestPaletteHoldsInks: the colours that matter come out as they are, but for
// what the look-up rounds away.
func TestPaletteHoldsInks(t *testing.T) {
	theme := Light()
	p := newPalette(theme)
	if len(p.colours) != unchanged {
		t.Fatalf("%d colours", len(p.colours))
	}
	for name, c := range theme.inks {
		if c.A != 255 {
			continue
		}
		got := p.rgb[p.nearest[bucket(c.R, c.G, c.B)]]
		want := mix(c, c, 255)
		for i := range got {
			if d := got[i] - want[i]; d < -8 || d > 8 {
				t.Errorf("%s comes out as %v, want %v", name, got, want)
				break
			}
		}
	}
}
