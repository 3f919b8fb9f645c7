package typed

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is a text as it is compared: small letters, without accents. A ligature is its
// two letters, an apostrophe of the printer one of the keyboard.
func Fold(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(ligatures.Replace(text)) {
		if !unicode.Is(unicode.Mn, r) {
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// ligatures are what the tables of Unicode do not take apart.
var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "Æ", "ae", "ß", "ss", "ẞ", "ss", "ø", "o", "Ø", "o", "’", "'")

// Words are the words of a text as they are compared.
func Words(text string) []string { return strings.Fields(Fold(text)) }

// Name is a name of several words as it is compared: hyphens, apostrophes and brackets
// are blanks, so that it may be typed with or without them.
func Name(text string) string { return strings.Join(strings.Fields(marks.Replace(Fold(text))), " ") }

var marks = strings.NewReplacer("-", " ", "'", " ", "(", " ", ")", " ", "\"", " ", "«", " ", "»", " ", "“", " ", "”", " ")
