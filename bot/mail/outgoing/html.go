package outgoing

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"image/png"
	"net/url"
	"strings"
	"unicode/utf8"
)

// The styles stand in the elements, as some programs drop a style sheet. There is no colour of text or ground: a program
// that shows mails dark on light or light on dark has its own, and grey of half its light is seen on both.
const (
	bodyStyle   = `margin:0;padding:0`
	cellStyle   = `padding:12px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.45;overflow-wrap:anywhere;word-break:break-word` // the proofs of dice are long words
	textStyle   = `margin:0 0 14px 0`
	titleStyle  = `margin:0 0 10px 0;font-size:18px;font-weight:bold`
	preStyle    = `margin:0 0 14px 0;font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:13px;line-height:1.25;white-space:pre;overflow-x:auto`
	tableStyle  = `margin:0 0 14px 0;border-collapse:collapse`
	numberStyle = `padding:6px 10px 6px 0;border-top:1px solid #808080;font-weight:bold;white-space:nowrap;text-align:right;vertical-align:top`
	answerStyle = `padding:6px 0;border-top:1px solid #808080`
	imageStyle  = `display:block;max-width:100%;height:auto;border:0;margin:0 0 14px 0`
	footerStyle = `margin:14px 0 0 0;padding-top:8px;border-top:1px solid #808080;font-size:13px;line-height:1.4`
)

// widestPicture is how wide a picture is shown at most where a program heeds no style, in pixels.
const widestPicture = 640

// HTML is the mail as a page, with lines ended by \n. A picture in it is named by its content id, see [Mail.Bytes].
func (m *Mail) HTML() string {
	var body, footers strings.Builder
	pictures := 0
	for _, b := range m.Blocks {
		switch {
		case b.Heading != "":
			fmt.Fprintf(&body, "<h2 style=\"%s\">%s</h2>\n", titleStyle, lines(b.Heading))
		case b.Paragraph != "":
			fmt.Fprintf(&body, "<p style=\"%s\">%s</p>\n", textStyle, lines(b.Paragraph))
		case b.Preformatted != "":
			fmt.Fprintf(&body, "<pre style=\"%s\">%s</pre>\n", preStyle, html.EscapeString(trimRight(b.Preformatted)))
		case b.Answers != nil:
			fmt.Fprintf(&body, "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"%s\">\n", tableStyle)
			for _, x := range b.Answers {
				link := fmt.Sprintf("<a href=\"%s\">%s</a>", html.EscapeString(m.reply(x)), lines(x.Text))
				if utf8.RuneCountInString(x.Say) > longestNumber {
					fmt.Fprintf(&body, "<tr><td colspan=\"2\" style=\"%s\"><b>%s</b> %s</td></tr>\n", answerStyle, lines(x.Say), link)
				} else {
					fmt.Fprintf(&body, "<tr><td style=\"%s\">%s</td><td style=\"%s\">%s</td></tr>\n", numberStyle, lines(x.Say), answerStyle, link)
				}
			}
			body.WriteString("</table>\n")
		case b.Link != nil:
			fmt.Fprintf(&body, "<p style=\"%s\"><a href=\"%s\">%s</a></p>\n", textStyle, html.EscapeString(b.Link.URL), lines(b.Link.Text))
		case b.Picture != nil:
			fmt.Fprintf(&body, "<img src=\"cid:%s\" alt=\"%s\"%s style=\"%s\">\n", html.EscapeString(m.contentID(pictures)), html.EscapeString(b.Picture.Alt), b.Picture.size(), imageStyle)
			pictures++
		case b.Footer != "":
			fmt.Fprintf(&footers, "<p style=\"%s\">%s</p>\n", footerStyle, lines(b.Footer))
		}
	}
	return fmt.Sprintf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"supported-color-schemes\" content=\"light dark\">\n"+
		"<title>%s</title>\n</head>\n<body style=\"%s\">\n"+
		"<table role=\"presentation\" width=\"100%%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td style=\"%s\">\n"+
		"%s%s</td></tr></table>\n</body>\n</html>\n",
		html.EscapeString(m.Lang), html.EscapeString(m.Subject), bodyStyle, cellStyle, &body, &footers)
}

// lines escapes a text and keeps its line ends.
func lines(text string) string { return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n") }

// reply is the link that begins a reply.
func (m *Mail) reply(x Answer) string {
	return Reply(cmp.Or(x.To, m.ReplyTo, m.From.Address), cmp.Or(x.Subject, m.Subject), x.Say)
}

// Reply is a link that begins a reply to a mail with a subject, from an address, with what it says first; "": with nothing.
func Reply(to, subject, say string) string {
	if !strings.HasPrefix(strings.ToLower(subject), "re:") {
		subject = "Re: " + subject
	}
	return mailto(to, subject, say)
}

// mailto is a link that begins a mail (RFC 6068).
func mailto(to, subject, body string) string {
	link := "mailto:" + strings.ReplaceAll(escape(to), "%40", "@") + "?subject=" + escape(subject)
	if body != "" {
		link += "&body=" + escape(body)
	}
	return link
}

// escape escapes a text for a link. A + would be read as a space by some programs, and a space as a + by others.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(strings.ReplaceAll(text, "\n", "\r\n")), "+", "%20")
}

// size is how large a picture is shown, so that the text below it does not jump.
func (p Picture) size() string {
	c, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	if err != nil || c.Width == 0 {
		return ""
	}
	return fmt.Sprintf(" width=\"%d\"", min(c.Width, widestPicture))
}
