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
	for i := 0; i < len(text); {
		n := 1
		switch rest := text[i:]; rest[0] {
		case ' ':
			if len(rest) > 1 && (strings.IndexByte(":;?!%", rest[1]) >= 0 || strings.HasPrefix(rest[1:], "»")) {
				b.WriteString(noBreak)
				i++
				continue
			}
		case '{', '`':
			n = max(apart(rest), 1)
		case '\xc2': // the first byte of a quote
			if strings.HasPrefix(rest, "« ") {
				b.WriteString("«" + noBreak)
				i += len("« ")
				continue
			}
		}
		b.WriteString(text[i : i+n])
		i += n
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
