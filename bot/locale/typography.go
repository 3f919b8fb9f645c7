package locale

import (
	"regexp"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// noBreak is the no-break space, U+00A0, which every terminal and typeface has.
const noBreak = "\u00a0"

// french matches the blanks that French writes before a mark and within its quotes, and
// also, in order to skip them, template actions and code.
var french = regexp.MustCompile("(?s)\\{\\{.*?\\}\\}|```.*?```|`[^`]*`| [:;?!»%]|« ")

// typeset puts the no-break spaces of its language into a message, so that catalogues
// can be written with ordinary spaces.
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
