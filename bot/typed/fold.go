package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text in the form for comparison: small letters, without accents. A ligature
// becomes two letters, a typographic apostrophe a plain one.
func Fold(text string) string {
	var out strings.Builder
	for _, r := range ligatures.Replace(norm.NFKD.String(text)) {
		if !unicode.Is(unicode.Mn, r) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// ligatures are the ligatures that Unicode normalisation does not split. They are replaced
// after it, since it also splits letters into them: ǣ into æ and its accent.
var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae", "ß", "ss", "ẞ", "ss", "ø", "o", "Ø", "o", "’", "'")

// Words are the words of a text, folded.
func Words(text string) []string { return strings.Fields(Fold(text)) }

// Name is a name of several words, folded: hyphens, full stops, apostrophes and brackets
// become blanks, so that it may be typed with or without them.
func Name(text string) string { return strings.Join(strings.Fields(marks.Replace(Fold(text))), " ") }

var marks = strings.NewReplacer("-", " ", ".", " ", "'", " ", "(", " ", ")", " ", "\"", " ", "«", " ", "»", " ", "“", " ", "”", " ")
