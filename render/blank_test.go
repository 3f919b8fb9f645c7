package render

import (
	"slices"
	"testing"
)

// TestBlanksThatKeepWordsTogether: they are drawn as a blank, and no line ends at one.
func TestBlanksThatKeepWordsTogether(t *testing.T) {
	f := sharedFonts()
	for face := range faces {
		for _, blank := range []rune{'\u00a0', '\u202f'} {
			if g := f.glyph(glyphKey{face, blank}); !f.has(face, blank) || len(g.outlines) > 0 || g.advance <= 0 {
				t.Errorf("%U in typeface %v is no blank: %+v", blank, face, g)
			}
		}
	}
	width := f.width(Plain, 10, "Où aller")
	if got, want := f.lines("Où aller\u00a0? Ici.", Plain, 10, width), []string{"Où", "aller\u00a0?", "Ici."}; !slices.Equal(got, want) {
		t.Errorf("lines: %q, want %q", got, want)
	}
}
