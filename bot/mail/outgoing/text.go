package outgoing

import (
	"strings"
	"unicode/utf8"
)

// width is how many characters a line of the text part has at most, so that it can be quoted twice
// in a window of 80.
const width = 72

// Text is the plain text of a mail, with lines ended by \n.
func (m *Mail) Text() string {
	var parts, footers []string
	for _, b := range m.Blocks {
		switch {
		case b.Heading != "":
			title := wrap(b.Heading, "", "")
			parts = append(parts, title+"\n"+strings.Repeat("-", longest(title)))
		case b.Paragraph != "":
			parts = append(parts, wrap(b.Paragraph, "", ""))
		case b.Preformatted != "":
			parts = append(parts, trimRight(b.Preformatted))
		case b.Answers != nil:
			parts = append(parts, b.Answers.text())
		case b.Link != nil:
			parts = append(parts, wrap(b.Link.Text, "", "")+"\n"+b.Link.URL)
		case b.Picture != nil:
			parts = append(parts, wrap("["+b.Picture.Alt+"]", "", " "))
		case b.Footer != "":
			footers = append(footers, wrap(b.Footer, "", ""))
		}
	}
	text := strings.Join(parts, "\n\n") + "\n"
	if len(footers) > 0 {
		text += "\n-- \n" + strings.Join(footers, "\n") + "\n"
	}
	return text
}

// text writes answers below each other, what numbers mean in one column.
func (a Answers) text() string {
	column := 0
	for _, x := range a {
		if n := utf8.RuneCountInString(x.Say); n <= longestNumber {
			column = max(column, n)
		}
	}
	var lines []string
	for _, x := range a {
		pad := strings.Repeat(" ", max(0, column-utf8.RuneCountInString(x.Say)))
		lines = append(lines, wrap(x.Text, "  "+pad+x.Say+"  ", strings.Repeat(" ", column+4)))
	}
	return strings.Join(lines, "\n")
}

// longestNumber is how many characters a number among answers has at most; what is longer are words.
const longestNumber = 4

// wrap breaks text into lines of at most [width] characters, at plain spaces alone. A word that is longer has a line
// of its own. first begins the first line, rest the others.
func wrap(text, first, rest string) string {
	var lines []string
	prefix := first
	for _, paragraph := range strings.Split(text, "\n") {
		line, used := prefix, 0
		for _, word := range strings.Split(paragraph, " ") {
			switch {
			case word == "":
				continue
			case used > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
				lines = append(lines, line)
				line = rest + word
			case used > 0:
				line += " " + word
			default:
				line += word
			}
			used++
		}
		lines = append(lines, strings.TrimRight(line, " "))
		prefix = rest
	}
	return strings.Join(lines, "\n")
}

// longest is how many characters the longest line of a text has.
func longest(text string) int {
	most := 0
	for line := range strings.SplitSeq(text, "\n") {
		most = max(most, utf8.RuneCountInString(line))
	}
	return most
}

// trimRight takes spaces off the ends of lines, and empty lines off the end.
func trimRight(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
