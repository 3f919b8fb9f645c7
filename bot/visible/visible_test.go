package visible_test

import (
	"fmt"
	"strings"
	"testing"

	"referee/bot/visible"
)

// sights are texts of strangers, and what is seen of them on one line.
var sights = []struct{ name, text, seen string }{
	{"words", "Ana Müller 東京 Ñandú", "Ana Müller 東京 Ñandú"},
	{"escape", "\x1b[2Jred won", "\uFFFD[2Jred won"},
	{"bell", "a\ab", "a\uFFFDb"},
	{"return", "true\rfalse", "true\uFFFDfalse"},
	{"delete", "a\x7fb", "a\uFFFDb"},
	{"control of eight bits", "a\u009b2Jb", "a\uFFFD2Jb"},
	{"lines", "one\ntwo\tthree", "one two three"},
	{"override", "Bob\u202e)elpmaxe(", "Bob\uFFFD)elpmaxe("},
	{"isolate", "\u2066a\u2069", "\uFFFDa\uFFFD"},
	{"no width", "Bo\u200bb", "Bo\uFFFDb"},
	{"joiner in a name", "Bo\u200db", "Bo\uFFFDb"},
	{"soft hyphen", "Bo\u00adb", "Bo\uFFFDb"},
	{"filler of Hangul", "\u3164", "\uFFFD"},
	{"half filler", "\uffa0", "\uFFFD"},
	{"initial filler", "\u115f", "\uFFFD"},
	{"grapheme joiner", "a\u034fb", "a\uFFFDb"},
	{"blank of Braille", "\u2800", "\uFFFD"},
	{"selector in a name", "Bob\ufe0f", "Bob\uFFFD"},
	{"tag", "a\U000e0041", "a\uFFFD"},
	{"separators", "a\u2028b\u2029c", "a\uFFFDb\uFFFDc"},
	{"mark of byte order", "\ufeffa", "\uFFFDa"},
	{"broken bytes", "a\xffb", "a\uFFFDb"},
	{"family", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
	{"heart", "❤\ufe0f", "❤\ufe0f"},
	{"heart on fire", "❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"},
	{"skin", "👩🏽\u200d🚀", "👩🏽\u200d🚀"},
	{"keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
	{"joiner without end", "👨\u200d", "👨\uFFFD"},
	{"two joiners", "👨\u200d\u200d👩", "👨\uFFFD\uFFFD👩"},
}

func TestEveryCharacterIsSeen(t *testing.T) {
	for _, c := range sights {
		if got := visible.Line(c.text); got != c.seen {
			t.Errorf("%s: %+q, want %+q", c.name, got, c.seen)
		}
		if got := visible.Line(visible.Line(c.text)); got != c.seen {
			t.Errorf("%s, twice: %+q", c.name, got)
		}
	}
	if got := visible.Text("one\n\ttwo\x1b"); got != "one\n\ttwo\uFFFD" {
		t.Errorf("lines: %+q", got)
	}
}

// TestWriterSeesWholeCharacters: however a text is cut into parts.
func TestWriterSeesWholeCharacters(t *testing.T) {
	for _, c := range sights {
		if strings.ContainsAny(c.text, "\n\ufe0f\u200d") {
			continue // lines stay, and what is of an emoji is known by its neighbours
		}
		for size := 1; size < 5; size++ {
			var out strings.Builder
			w := visible.Writer(&out)
			for rest := c.text + "."; rest != ""; {
				part := rest[:min(size, len(rest))]
				if n, err := fmt.Fprint(w, part); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
				rest = rest[len(part):]
			}
			if out.String() != c.seen+"." {
				t.Errorf("%s by %d bytes: %+q", c.name, size, out.String())
			}
		}
	}
}
