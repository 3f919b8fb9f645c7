package visible

import (
	"regexp"
	"unicode/utf8"
)

// Bounds of what is said of something that strangers have written.
const (
	begunWord = 64    // bytes that are shown of a word of more than 400, as no path is
	mostBytes = 8_000 // of all
)

var long = regexp.MustCompile(`\S{400}\S+`)

// Brief is a message that quotes what a stranger has written: words that are longer than any, and what goes on beyond all measure,
// are cut.
func Brief(text string) string {
	text = long.ReplaceAllStringFunc(text, func(word string) string { return begun(word, begunWord) })
	if len(text) <= mostBytes {
		return text
	}
	return begun(text, mostBytes)
}

// begun is the beginning of a text, of so many bytes at most.
func begun(text string, most int) string {
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
