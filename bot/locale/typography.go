package locale

import (
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// noBreak is the no-break space, U+00A0, which every terminal and typeface has.
const noBreak = "\u00a0"

// typeset puts the no-break spaces of its language into a message, so that catalogues
// can be written with ordinary spaces.
func typeset(lang string, m *i18n.Message) {
	if lang != "fr" {
		return
	}
	for _, text := range []*string{&m.One, &m.Many, &m.Other} {
		*text = french(*text)
	}
}

// french keeps the blanks that French writes before a mark and within its quotes, but not
// those in template actions and code. It is no regular expression, for that took most of the
// time in which the words of a game are read.
func french(text string) string {
	var b strings.Builder
	for text != "" {
		n := apart(text)
		switch {
		case n > 0:
		case text[0] == ' ' && len(text) > 1 && (strings.IndexByte(":;?!%", text[1]) >= 0 || strings.HasPrefix(text[1:], "»")):
			b.WriteString(noBreak)
			text = text[1:]
			continue
		case strings.HasPrefix(text, "« "):
			b.WriteString("«" + noBreak)
			text = text[len("« "):]
			continue
		default:
			n = 1
		}
		b.WriteString(text[:n])
		text = text[n:]
	}
	return b.String()
}

// apart is the length of the template action or of the code that a text begins with; 0: it
// begins with neither.
func apart(text string) int {
	for _, mark := range [][2]string{{"{{", "}}"}, {"```", "```"}, {"`", "`"}} {
		if rest, begins := strings.CutPrefix(text, mark[0]); begins {
			if end := strings.Index(rest, mark[1]); end >= 0 {
				return len(mark[0]) + end + len(mark[1])
			}
		}
	}
	return 0
}
