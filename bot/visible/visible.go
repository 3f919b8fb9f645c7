package visible

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sign stands for a character that is not shown as it is.
const Sign = '\uFFFD'

// Text is a text in which every character is visible; it keeps its lines and tabs.
// Characters that join emoji or choose their look stay in them.
func Text(text string) string { return shown(text, false) }

// Line is Text on one line.
func Line(text string) string { return shown(text, true) }

func shown(text string, line bool) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unseen(r) && (line || !lays(r)) }) {
		return text
	}
	var b strings.Builder
	before, rest := rune(0), text
	for rest != "" {
		r, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
		next, _ := utf8.DecodeRuneInString(rest)
		switch {
		case lays(r) && line:
			b.WriteByte(' ')
		case !unseen(r), lays(r), ofEmoji(before, r, next):
			b.WriteRune(r)
		default:
			b.WriteRune(Sign)
		}
		before = r
	}
	return b.String()
}

// lays reports whether a character lays out a text.
func lays(r rune) bool { return r == '\n' || r == '\t' }

// unseen reports whether a character is invisible, or changes how others look, by the
// tables of Unicode. The blank Braille pattern is not in these tables.
func unseen(r rune) bool {
	if ' ' <= r && r < 0x7f {
		return false
	}
	return r == 0x2800 || r == utf8.RuneError ||
		unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
			unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

const (
	joiner = 0x200d
	look   = 0xfe0f // the selector of the coloured look
	keycap = 0x20e3
)

// ofEmoji reports whether a character between two others is part of an emoji.
func ofEmoji(before, r, next rune) bool {
	switch r {
	case joiner:
		return (pictured(before) || before == look) && pictured(next)
	case look:
		return pictured(before) || next == keycap
	default:
		return false
	}
}

// pictured reports whether a character may be an emoji, or colour the one before it.
func pictured(r rune) bool {
	return r > 0x203b && r != utf8.RuneError && unicode.In(r, unicode.So, unicode.Sm) || r >= 0x1f3fb && r <= 0x1f3ff
}

// Writer writes what it is given as Text. A character may be written in parts.
func Writer(w io.Writer) io.Writer { return &writer{to: w} }

type writer struct {
	to   io.Writer
	part []byte // the beginning of a character
}

func (w *writer) Write(text []byte) (int, error) {
	all := append(w.part, text...)
	whole := len(all)
	for i := 1; i < utf8.UTFMax && i <= len(all); i++ {
		if last := all[len(all)-i:]; utf8.RuneStart(last[0]) && !utf8.FullRune(last) {
			whole -= i
			break
		}
	}
	w.part = append([]byte(nil), all[whole:]...)
	if _, err := io.WriteString(w.to, Text(string(all[:whole]))); err != nil {
		return 0, err
	}
	return len(text), nil
}
