package locale

import (
	"regexp"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// noBreak is the blank at which no line ends, U+00A0: of its kind the one that every
// terminal and typeface knows.
const noBreak = "\u00a0"

// french matches the blanks that French writes before a mark and within its quotes;
// and, to pass over them, what is no prose: actions of a template and code.
var french = regexp.MustCompile("(?s)\\{\\{.*?\\}\\}|```.*?```|`[^`]*`| [:;?!»%]|« ")

// typeset puts into a message the blanks of its language at which no line may end, so
// that catalogues are written with the one blank that keyboards have.
func typeset(lang string, m *i18n.Message) {
	if lang != "fr" {
		return
	}
	for _, text := range []*string{&m.One, &m.Many, &m.Other} {
		*text = french.ReplaceAllStringFunc(*text, func(found string) string {
			if found[0] == '{' || found[0] == '`' {
				return found
			}
			return strings.Replace(found, " ", noBreak, 1)
		})
	}
}
