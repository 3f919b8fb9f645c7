package incoming

import (
	"strings"
	"unicode/utf8"
)

// own are the lines among rows that their author wrote, an empty one where they stand apart,
// and what was left out. passed says that the mail passes another one on. The last result
// says that there is a text in them that can only be read with a key.
func own(rows []row, passed bool) (lines []string, left []Left, sealed bool) {
	rows, sealed = unsigned(rows)
	s := sorter{rows: rows, passed: passed}
	for i := 0; i < len(rows); {
		i += s.take(i)
	}
	return s.lines, s.left, sealed
}

// sorter goes through the rows of a text.
type sorter struct {
	rows    []row
	passed  bool
	lines   []string
	left    []Left
	rest    Why  // why all that follows is left out
	until   Why  // why what follows is left out, up to what is quoted next
	apart   bool // an empty line, or one that is quoted, is above
	cited   bool // somebody was named above, whose text an indented paragraph is
	endless bool // no file in what follows has an end
}

// leave leaves out rows from i, and says how many.
func (s *sorter) leave(i, n int, why Why) int {
	for _, r := range s.rows[i : i+n] {
		if r.text == "" {
			continue
		}
		at := -1
		for j := range s.left {
			if s.left[j].Why == why {
				at = j
			}
		}
		if at < 0 {
			s.left, at = append(s.left, Left{Why: why, First: short(r.text, longFirst)}), len(s.left)
		}
		s.left[at].Lines++
	}
	s.apart = s.apart || why != Struck && why != Hidden && !s.goesOn(i+n)
	return n
}

// longFirst is how many octets are kept of the first line that is left out.
const longFirst = 200

// goesOn reports whether the row at i may be the rest of a quoted line above it.
func (s *sorter) goesOn(i int) bool {
	return i < len(s.rows) && marked().MatchString(s.rows[i-1].text) && s.wraps(i)
}

// take decides about the row at i, or about several, and says how many.
func (s *sorter) take(i int) int {
	r := s.rows[i]
	if r.why == Quoted {
		s.until = 0
		if n := s.markedHeader(i); n > 0 && s.rest == 0 {
			s.rest = Quoted
			return s.leave(i, n, Quoted)
		}
	}
	switch {
	case r.why == announced && s.rest == 0:
		return s.announced(i)
	case r.why == announced:
		return s.leave(i, 1, s.rest)
	case r.why != 0:
		return s.leave(i, 1, r.why)
	case s.rest != 0:
		return s.leave(i, 1, s.rest)
	case r.text == "":
		s.apart = true
		return 1
	case strings.HasPrefix(r.text, repeated), r.indented && s.cited:
		return s.leave(i, 1, Quoted)
	}
	s.cited = s.cited && r.indented
	if n, why := s.begins(i); n > 0 {
		if why != 0 {
			s.rest = why
			return s.leave(i, n, why)
		}
		return s.leave(i, n, Quoted)
	}
	if s.until != 0 {
		return s.leave(i, 1, s.until)
	}
	if footer(r.text) {
		s.until = Footer
		return s.leave(i, 1, Footer)
	}
	if n := s.wrapped(i); n > 0 {
		return s.leave(i, n, Quoted)
	}
	if file := s.coded(i); file > 0 {
		return s.leave(i, file, Attached)
	}
	if s.apart && len(s.lines) > 0 {
		s.lines = append(s.lines, "")
	}
	s.apart, s.lines = false, append(s.lines, r.text)
	return 1
}

// announced leaves out rows from i on in which a program says whose text follows, and
// what follows where it is not marked.
func (s *sorter) announced(i int) int {
	n, why := 0, Quoted
	for ; i+n < len(s.rows) && (s.rows[i+n].why == announced || s.rows[i+n].text == ""); n++ {
		if forwarded().MatchString(fold(s.rows[i+n].text)) {
			why = Forwarded
		}
	}
	if i+n < len(s.rows) && s.rows[i+n].why != Quoted {
		s.rest = why
	}
	return s.leave(i, n, why)
}

// begins tells how many rows at i announce what is not the author's, and why all below
// them is left out; 0 where only what is marked is.
func (s *sorter) begins(i int) (int, Why) {
	text := s.rows[i].text
	if len(text) > longAttribution {
		return 0, 0
	}
	quote := Quoted
	if s.passed {
		quote = Forwarded
	}
	if strings.HasSuffix(text, ":") || dashed().MatchString(text) {
		said := fold(text)
		switch {
		case forwarded().MatchString(said):
			return 1, Forwarded
		case original().MatchString(said):
			return 1, quote
		}
	}
	switch {
	case s.block(i), s.headed(i), oneLineHeader(text):
		return 1, quote
	case signature().MatchString(text):
		return 1, Signature
	case ruler().MatchString(text):
		if next := s.next(i + 1); next < len(s.rows) && (s.block(next) || s.headed(next)) {
			return 1, quote
		}
		return 1, Footer
	}
	if n := s.attribution(i); n > 0 {
		if next := s.next(i + n); next < len(s.rows) && (s.rows[next].why == Quoted || s.rows[next].indented) {
			s.cited = true
			return n, 0
		}
		return n, quote
	}
	return 0, 0
}

// next is the first row from i on that has a text.
func (s *sorter) next(i int) int {
	for i < len(s.rows) && s.rows[i].text == "" {
		i++
	}
	return i
}

// mostAttribution is how many rows a line such as "On … wrote:" may be wrapped into, and
// how many octets such a line may have.
const (
	mostAttribution = 5
	mostLoose       = 2 // where only its form tells
	longAttribution = 500
)

// attribution tells how many rows from i on say who wrote what follows.
func (s *sorter) attribution(i int) int {
	var text strings.Builder
	for n := 1; n <= mostAttribution && i+n <= len(s.rows); n++ {
		r := s.rows[i+n-1]
		if r.text == "" || r.why != 0 || text.Len()+len(r.text) > longAttribution {
			return 0
		}
		if n > 1 {
			text.WriteByte(' ')
		}
		text.WriteString(r.text)
		if !strings.HasSuffix(r.text, ":") && !strings.HasSuffix(r.text, "-") {
			continue
		}
		said := fold(text.String())
		if attributing(said) || n <= mostLoose && named(text.String()) {
			if s.below(i, n) {
				return 0
			}
			return n
		}
		if n == 1 && attributedLoosely().MatchString(said) {
			if next := s.next(i + 1); next < len(s.rows) && s.rows[next].why == Quoted {
				return 1
			}
		}
	}
	return 0
}

// below reports whether of n rows from i on, which together say who wrote what follows, the last say so without those above
// them: these are the author's, right above.
func (s *sorter) below(i, n int) bool {
	if beginsAttribution().MatchString(fold(s.rows[i].text)) {
		return false
	}
	text := ""
	for k := n - 1; k > 0; k-- {
		text = strings.TrimSpace(s.rows[i+k].text + " " + text)
		if dated(text) && (attributing(fold(text)) || n-k <= mostLoose && named(text)) {
			return true
		}
	}
	return false
}

// mostBlock is within how many rows the fields of a quoted header stand.
const mostBlock = 7

// block reports whether a header of another mail begins at i: three fields or more, one
// of which says who it is from.
func (s *sorter) block(i int) bool {
	if labelled(s.rows[i].text) == noLabel {
		return false
	}
	fields, from := 0, false
	for _, r := range s.rows[i:min(i+mostBlock, len(s.rows))] {
		if r.why != 0 {
			break
		}
		if l := labelled(r.text); l != noLabel {
			fields, from = fields+1, from || l == fromLabel
		}
	}
	return from && fields >= 3
}

// headed reports whether the header of another mail begins at i, in whatever language: three
// lines or more of the form "word: …", of which one has an address and one a date.
func (s *sorter) headed(i int) bool {
	return labelForm().MatchString(fold(s.rows[i].text)) && s.headedBelow(i, false)
}

// headedBelow reports it of the rows from i on; date: a line above them has one.
func (s *sorter) headedBelow(i int, date bool) bool {
	fields, address := 0, false
	for _, r := range s.rows[i:min(i+mostBlock, len(s.rows))] {
		if r.why != 0 || r.text == "" || len(r.text) > longAttribution {
			break
		}
		if labelForm().MatchString(fold(r.text)) {
			fields++
		}
		address, date = address || anyAddress().MatchString(r.text), date || dated(r.text)
	}
	return fields >= 3 && address && date
}

// markedHeader tells how many rows from i on are the header of another mail which a program has marked, and nothing below it.
func (s *sorter) markedHeader(i int) int {
	if i > 0 && s.rows[i-1].why == Quoted {
		return 0
	}
	var header []row
	for _, r := range s.rows[i:min(i+2*mostBlock, len(s.rows))] {
		if r.why != Quoted {
			break
		}
		if text := strings.TrimSpace(marked().ReplaceAllString(r.text, "")); text != "" {
			header = append(header, row{text: text})
		}
	}
	end := i
	for end < len(s.rows) && s.rows[end].why == Quoted {
		end++
	}
	if next := s.next(end); next == len(s.rows) || s.rows[next].why != 0 || len(header) == 0 || end-i > 2*mostBlock {
		return 0
	}
	for k, r := range header {
		if k > 0 && !labelForm().MatchString(fold(r.text)) {
			return 0 // more than a header is marked
		}
	}
	if inner := (&sorter{rows: header}); !inner.headed(0) && !inner.headedBelow(0, dated(header[0].text)) {
		return 0
	}
	return end - i
}

// A quoted line of so many characters may have been wrapped by a program, into so many
// rows at most; it had no more than most, and with the first word of what follows more than room.
const (
	longQuoted = 66
	mostQuoted = 80
	room       = 72
	mostRows   = 3
)

// wrapped tells how many rows from i on are the rest of the quoted line above them, which a
// program has wrapped without marking it: they stand between two lines of what is quoted, and
// there was no room above for the first word of each.
func (s *sorter) wrapped(i int) int {
	if i == 0 || !marked().MatchString(s.rows[i-1].text) {
		return 0
	}
	for n := 1; n <= mostRows && i+n < len(s.rows) && s.wraps(i+n-1); n++ {
		if marked().MatchString(s.rows[i+n].text) {
			return n
		}
	}
	return 0
}

// wraps reports whether the row at i may be the rest of the one above it, which had no room for its first word.
func (s *sorter) wraps(i int) bool {
	first, _, _ := strings.Cut(s.rows[i].text, " ")
	above := utf8.RuneCountInString(s.rows[i-1].text)
	return first != "" && above >= longQuoted && above <= mostQuoted && above+utf8.RuneCountInString(first) >= room
}

// coded tells how many rows from i on are a file in the manner of uuencode.
func (s *sorter) coded(i int) int {
	if s.endless || !beginsFile().MatchString(s.rows[i].text) {
		return 0
	}
	for j := i + 1; j < len(s.rows); j++ {
		if s.rows[j].text == "end" {
			return j - i + 1
		}
	}
	s.endless = true
	return 0
}

// unsigned takes what signs a text by PGP off it, and tells whether there is a text that
// is encrypted.
func unsigned(rows []row) (out []row, sealed bool) {
	const (
		outside = iota
		header
		inside
		signing
	)
	at := outside
	for _, r := range rows {
		if r.why != 0 {
			out = append(out, r)
			continue
		}
		switch {
		case r.text == "-----BEGIN PGP MESSAGE-----":
			sealed = true
			out = append(out, r)
		case r.text == "-----BEGIN PGP SIGNED MESSAGE-----":
			at = header
		case r.text == "-----BEGIN PGP SIGNATURE-----" && at == inside:
			at = signing
		case r.text == "-----END PGP SIGNATURE-----" && at == signing:
			at = outside
		case at == header:
			if r.text == "" {
				at = inside
			}
		case at == inside:
			out = append(out, markedRow(strings.TrimPrefix(r.text, "- ")))
		case at == outside:
			out = append(out, r)
		}
	}
	return out, sealed
}
