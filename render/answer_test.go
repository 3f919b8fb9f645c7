package render

import (
	"strings"
	"testing"
)

// TestWrap: of a text too long for its lines the first words are kept, and no
// line is wider than it may be.
func TestWrap(t *testing.T) {
	pn := &planner{fonts: sharedFonts()}
	var words []string
	for i := range 60 {
		words = append(words, strings.Repeat("w", 1+i%9))
	}
	text := strings.Join(words, " ")
	for width := 80.0; width < 200; width += 7 {
		first := pn.wrap(text, Plain, 14, width, 3)
		if len(first) != 3 {
			t.Fatalf("%d lines", len(first))
		}
		kept, cut := strings.CutSuffix(strings.Join(first, " "), "…")
		if !cut || !strings.HasPrefix(text, kept) {
			t.Errorf("width %.0f: %q is not the beginning", width, first)
		}
		for _, l := range first {
			if w := pn.fonts.width(Plain, 14, l); w > width {
				t.Errorf("width %.0f: %q has %.0f", width, l, w)
			}
		}
	}
}

// TestEndings: of too many sentences the last are kept, each from its beginning.
func TestEndings(t *testing.T) {
	pn := &planner{fonts: sharedFonts()}
	sentences := []string{
		"Column 3-2, DRM −2 (light attack −2, by night +1, woods −1).", "Die 9.", "The defender retreats (to 3205).", "End of the phase.",
	}
	begun := 0
	for width := 60.0; width < 500; width += 11 {
		for most := 1; most <= 3; most++ {
			got := pn.ending(sentences, 14, width, most)
			text := strings.Join(got, " ")
			if text == strings.Join(sentences, " ") {
				continue
			}
			rest, cut := strings.CutPrefix(text, "… ")
			begins := false
			for i := 1; i < len(sentences) && cut; i++ {
				begins = begins || rest == strings.Join(sentences[i:], " ")
			}
			short := strings.TrimSuffix(rest, "…") // of the last sentence alone
			begins = begins || cut && strings.HasPrefix(sentences[3], short)
			if len(got) > most || !begins {
				t.Errorf("width %.0f, %d lines: %q", width, most, got)
			}
			begun++
		}
	}
	if begun < 20 {
		t.Errorf("only %d texts were too long", begun)
	}
}
