package lines

import (
	"regexp"
	"strings"

	"referee/bot/typed"
)

// cleaned is a line without what mail programs and people put around an order.
type cleaned struct {
	parts  []string // what a stop or semicolon within the line separates
	sure   bool
	quoted bool // it is marked as somebody else's, or as what the referee repeats
	asked  bool // it has a question mark
	called bool // it ends as a greeting or a heading does: with a comma or a colon
}

var (
	bullet    = regexp.MustCompile(`^(?:[-*+•·◦▪‣●○–—→]|->|=>)+\s*`)
	numbering = regexp.MustCompile(`^\(?\d{1,2}[.)]\s+`)
	// parted are the ends of sentences within a line.
	parted = regexp.MustCompile(`\s*;\s*|\.\s+`)
)

// around are pairs of marks that people and programs put around an order.
const around = "“”„«»‹›\"'`’‘*_"

// clean removes a remark, bullets, numbering, quotation marks and what closes a sentence, and makes every
// dash a hyphen and every blank a blank.
func clean(line string) cleaned {
	text := strings.Join(strings.Fields(typed.Plain(typed.Unremarked(line))), " ")
	var c cleaned
	c.asked = strings.Contains(text, "?")
	if strings.HasPrefix(text, ">") || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "» ") {
		c.quoted = true
		return c
	}
	text = strings.Trim(unlisted(text), around+" ")
	body := strings.TrimRight(text, ".?!… ")
	end := text[len(body):]
	c.sure = strings.Contains(end, "!") && !strings.Contains(end, "?")
	body = strings.Trim(body, around+" ")
	if cut := strings.TrimRight(body, ",: "); cut != body {
		c.called, body = true, cut
	}
	for _, part := range parted.Split(body, -1) {
		if part = strings.Join(strings.Fields(strings.ReplaceAll(part, ",", " ")), " "); part != "" {
			c.parts = append(c.parts, part)
		}
	}
	return c
}

// unlisted removes what makes a line one of a list.
func unlisted(text string) string {
	for range 2 { // "- 1. draw"
		text = unbulleted(strings.TrimSpace(text))
		if rest := numbering.ReplaceAllString(text, ""); rest != "" {
			text = rest
		}
	}
	return text
}

// unbulleted removes bullets, but not the mark of a piece that joins others ("+red-b").
func unbulleted(text string) string {
	mark := bullet.FindString(text)
	if mark == "+" {
		return text
	}
	return text[len(mark):]
}
