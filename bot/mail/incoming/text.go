package incoming

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/width"

	"referee/bot/typed"
	"referee/bot/visible"
)

// row is one line of a text, before it is known whose it is.
type row struct {
	text string
	why  Why // known to be left out by how it is marked; 0 else
	// indented says that it stands in a paragraph which HTML sets in, and which nothing marks as another's.
	indented bool
}

// decode is a text as UTF-8 with plain ends of lines. What is not in the characters that it
// is said to be in, or said to be in none, is UTF-8 where that is possible and else
// windows-1252, line by line. Nothing but the ends of lines that mails have ends a line here:
// a program that quotes a text with another sign in it marks its first line alone.
func decode(octets []byte, charset string) string {
	text := string(octets)
	if enc := characters(charset); enc != nil && !utf8Like(charset) {
		if decoded, err := enc.NewDecoder().String(text); err == nil {
			text = decoded
		}
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) {
			lines[i], _ = charmap.Windows1252.NewDecoder().String(line)
		}
	}
	return strings.Join(lines, "\n")
}

// characters is the encoding of a name, or nil where it is not known.
func characters(charset string) encoding.Encoding {
	enc, err := htmlindex.Get(strings.Trim(charset, "\"' "))
	if err != nil {
		return nil
	}
	return enc
}

// utf8Like reports whether a text of these characters may be UTF-8 all the same: programs
// say "us-ascii" and write what they like.
func utf8Like(charset string) bool {
	switch strings.ToLower(strings.Trim(charset, "\"' ")) {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return true
	default:
		return false
	}
}

// clean is a line with plain signs for those that programs set by themselves, without what
// takes no space; what else cannot be seen becomes [visible.Sign], so that nobody obeys
// what their author did not see so.
func clean(line string) string {
	return strings.Join(strings.Fields(visible.Line(plainSigns.Replace(width.Fold.String(line)))), " ")
}

var plainSigns = strings.NewReplacer(
	"\u00a0", " ", "\u202f", " ", "\u2007", " ", "\u2009", " ", "\u200a", " ", "\u3000", " ", "\t", " ",
	"\u2010", "-", "\u2011", "-", "\u00ad", "",
	"\u2018", "'", "\u2019", "'", "\u201a", "'", "\u201b", "'", "\u00b4", "'",
	"\u201c", `"`, "\u201d", `"`, "\u201e", `"`, "\u201f", `"`,
	// Marks of direction and what has no width. Overrides of direction (U+202D, U+202E) are
	// not among them: the line reads otherwise than it is written.
	"\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "", "\u200e", "", "\u200f", "", "\u061c", "",
	"\u202a", "", "\u202b", "", "\u202c", "", "\u2066", "", "\u2067", "", "\u2068", "", "\u2069", "",
	"\ufe0e", "", "\ufe0f", "", "\u20e3", "", // "1️⃣"
)

// plainRows are the rows of a text, those that are marked by ">" quoted.
func plainRows(text string, flowed, deleteSpace bool) []row {
	lines := strings.Split(text, "\n")
	if flowed {
		lines = unflow(lines, deleteSpace)
	}
	rows := make([]row, 0, len(lines))
	for _, line := range lines {
		rows = append(rows, markedRow(line))
	}
	return rows
}

// markedRow is a line as a row: quoted where its first signs say so.
func markedRow(line string) row {
	text := clean(line)
	switch {
	case arrows().MatchString(text):
		return row{text: text, why: announced}
	case text != "" && marked().MatchString(text):
		return row{text: text, why: Quoted}
	default:
		return row{text: text}
	}
}

// unflow joins the lines of a text in format=flowed that are one paragraph (RFC 3676).
func unflow(lines []string, deleteSpace bool) []string {
	var out []string
	var paragraph strings.Builder
	depth, open := 0, false // of the last line, and whether it goes on
	end := func() {
		if paragraph.Len() > 0 {
			out = append(out, paragraph.String())
			paragraph.Reset()
		}
	}
	for _, line := range lines {
		bare := strings.TrimLeft(line, ">")
		d := len(line) - len(bare)
		bare = strings.TrimPrefix(bare, " ")
		soft := strings.HasSuffix(bare, " ") && bare != "-- "
		if soft && deleteSpace {
			bare = bare[:len(bare)-1]
		}
		if !open || d != depth || bare == "-- " {
			end()
			paragraph.WriteString(strings.Repeat(">", d) + " ")
		}
		paragraph.WriteString(bare)
		depth, open = d, soft
	}
	end()
	return out
}

// agree reports whether the plain part of a mail says what the HTML part does, which is obeyed. It may say more below, where
// HTML has what is left out: nobody sees the plain part who reads the HTML.
func agree(html []string, left []Left, plain []string) bool {
	said, more := gist(html), gist(plain)
	if said == more {
		return true
	}
	quoted := false
	for _, l := range left {
		switch l.Why {
		case Struck, Hidden:
			return false
		case Quoted, Forwarded:
			quoted = true
		default: // below, too
		}
	}
	return quoted && said != "" && strings.HasPrefix(more, said+" ")
}

// quotedIfIndented are rows of which those are quoted that are set in.
func quotedIfIndented(rows []row) []row {
	out := slices.Clone(rows)
	for i := range out {
		if out[i].indented && out[i].why == 0 {
			out[i].why = Quoted
		}
	}
	return out
}

// gist is what two parts of a mail must have in common to say the same: their words in
// order, of letters, figures and question marks alone.
func gist(lines []string) string {
	var words []string
	for _, line := range lines {
		said := strings.TrimLeft(typed.Fold(asides().ReplaceAllString(line, " ")), "*-_ ")
		for word := range strings.FieldsSeq(enumerated().ReplaceAllString(said, "")) {
			if word = strings.Map(telling, word); word != "" {
				words = append(words, word)
			}
		}
	}
	return strings.Join(words, " ")
}
