package typed

import (
	"regexp"
	"strings"
	"unicode"
)

// Clean returns a typed order or question without what phones, word processors and people put
// around its words: a remark ([Unremarked]), quotation marks, punctuation behind a word, and
// letters that nobody sees. Every dash becomes a hyphen and every blank one blank. What means something
// stays: a colon, behind which an order for a side begins, a "!" at the end, which says that the
// order is meant, and a "?", with which nobody orders anything.
//
// It is only for orders and questions. Notes, names, reasons and phrases stay as they were typed.
func Clean(text string) string {
	text = Plain(Unremarked(text))
	for { // what a dash at the end hid is cleaned in the next round, which is never longer
		clean := cleaned(text)
		if clean == text {
			return clean
		}
		text = clean
	}
}

// cleaned is one round of [Clean].
func cleaned(text string) string {
	body := strings.TrimRightFunc(text, func(r rune) bool { return between(r) || strings.ContainsRune(closing+"!", r) })
	var words []string
	for _, w := range strings.FieldsFunc(body, between) {
		word := strings.TrimLeft(strings.TrimRight(w, closing+":"), opening)
		colon := strings.Contains(w[len(strings.TrimRight(w, closing+":")):], ":")
		if n := len(words); word == "" && colon && n > 0 { // "side :" with the blank of a French text
			word, words = strings.TrimRight(words[n-1], ":"), words[:n-1]
		}
		if strings.Trim(word, "-") == "" { // or a dash between two words
			continue
		}
		if colon {
			word += ":"
		}
		words = append(words, word)
	}
	clean := strings.Join(words, " ")
	if strings.Contains(text[len(body):], "!") {
		clean += "!"
	}
	return clean
}

// Unremarked returns a typed line without a remark after "#". "#12" is no remark but a number.
func Unremarked(line string) string {
	if at := remark.FindStringIndex(line); at != nil {
		return line[:at[0]]
	}
	return line
}

var remark = regexp.MustCompile(`#(?:\D|$)`)

const (
	quotes  = "\"'`´“”„‟‘’‚‛«»‹›*"
	opening = quotes + "¡"
	closing = quotes + ".…"
)

// between reports whether a letter stands between words.
func between(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }

// Plain returns a text with a hyphen for every dash, and without letters that take no space.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Pd, r), r == '\u2212': // a minus sign
			return '-'
		case unicode.Is(unicode.Cf, r), unicode.IsControl(r) && !unicode.IsSpace(r):
			return -1
		}
		return r
	}, text)
}
