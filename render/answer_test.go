package render

import (
	"strings"
	"testing"
)

// TestWrap: of a text too long for its lines the first words are kept, and no
// line is wider than it may be.
func TestWrap(t *testing.T) {
	fonts := sharedFonts()
	var words []string
	for i := range 60 {
		words = append(words, strings.Repeat("w", 1+i%9))
	}
	text := strings.Join(words, " ")
	for width := 80.0; width < 200; width += 7 {
		first := fonts.wrap(text, Plain, 14, width, 3)
		if len(first) != 3 {
			t.Fatalf("%d lines", len(first))
		}
		kept, cut := strings.CutSuffix(strings.Join(first, " "), "…")
		if !cut || !strings.HasPrefix(text, kept) {
			t.Errorf("width %.0f: %q is not the beginning", width, first)
		}
		for _, l := range first {
			if w := fonts.width(Plain, 14, l); w > width {
				t.Errorf("width %.0f: %q has %.0f", width, l, w)
			}
		}
	}
}

// TestEndings: of too many sentences the deeds are told, and of too many of those the
// last, each from its beginning, with how many came before.
func TestEndings(t *testing.T) {
	pn := &planner{baseMap: &baseMap{fonts: sharedFonts()}, say: Untranslated}
	sentences := []string{
		"Column 3-2, DRM −2 (light attack −2, by night +1, woods −1).", "Die 9.", "The defender retreats (to 3205).", "End of the phase.",
	}
	deeds := sentences[1:3]
	begun := 0
	for width := 60.0; width < 500; width += 11 {
		for most := 1; most <= 3; most++ {
			got := pn.fitted(sentences, deeds, 14, width, most)
			text := strings.Join(got, " ")
			if text == strings.Join(sentences, " ") {
				continue
			}
			begun++
			if len(got) > most {
				t.Errorf("width %.0f: %d lines of %d", width, len(got), most)
			}
			short, cut := strings.CutSuffix(text, "…") // the last sentence alone has no room
			if text != strings.Join(deeds, " ") && text != "board.earlier 1 "+deeds[1] && text != deeds[1] &&
				!(cut && strings.HasPrefix(deeds[1], short)) {
				t.Errorf("width %.0f, %d lines: %q", width, most, got)
			}
		}
	}
	if begun < 20 {
		t.Errorf("only %d texts were too long", begun)
	}
}
