package visible

import (
	"strings"
	"unicode/utf8"
)

// Bounds of what is said of something that strangers have written.
const (
	longest   = 400   // characters of a word, as no path is longer
	begunWord = 64    // bytes that are shown of a longer one
	mostBytes = 8_000 // of all
)

const blanks = "\t\n\f\r "

// Brief is a message that quotes what a stranger has written: words that are longer than any, and what goes on beyond all measure,
// are cut.
func Brief(text string) string {
	var b strings.Builder
	for text != "" && b.Len() <= mostBytes {
		word := text
		if n := strings.IndexAny(text, blanks); n >= 0 {
			word = text[:n]
		}
		text = text[len(word):]
		if utf8.RuneCountInString(word) > longest {
			word = begun(word, begunWord)
		}
		b.WriteString(word)
		rest := strings.TrimLeft(text, blanks)
		b.WriteString(text[:len(text)-len(rest)])
		text = rest
	}
	if b.Len() <= mostBytes {
		return b.String()
	}
	return begun(b.String(), mostBytes)
}

// begun is the beginning of a text, of so many bytes at most.
func begun(text string, most int) string {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
