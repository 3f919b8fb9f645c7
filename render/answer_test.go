package render

import (
	"strings"
	"testing"
)

// TestWrap: of a text too long for its lines the last words are kept, or the
// first, and no line is wider than it may be.
func TestWrap(t *testing.T) {
	pn := &planner{fonts: loadFonts()}
	var words []string
	for i := range 60 {
		words = append(words, strings.Repeat("w", 1+i%9))
	}
	text := strings.Join(words, " ")
	for width := 80.0; width < 200; width += 7 {
		last, first := pn.wrap(text, Plain, 14, width, 3), pn.wrapFrom(text, Plain, 14, width, 3)
		if len(last) != 3 || len(first) != 3 {
			t.Fatalf("%d and %d lines", len(last), len(first))
		}
		kept := strings.TrimPrefix(strings.Join(last, " "), "… ")
		if !strings.HasPrefix(last[0], "… ") || !strings.HasSuffix(text, " "+kept) {
			t.Errorf("width %.0f: %q is not the end", width, last)
		}
		kept, cut := strings.CutSuffix(strings.Join(first, " "), "…")
		if !cut || !strings.HasPrefix(text, kept) {
			t.Errorf("width %.0f: %q is not the beginning", width, first)
		}
		for _, l := range append(last, first...) {
			if w := pn.fonts.width(Plain, 14, l); w > width {
				t.Errorf("width %.0f: %q has %.0f", width, l, w)
			}
		}
	}
}
