package outgoing

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"
	"time"
)

// Bytes encodes a mail as it is sent (RFC 5322, MIME), with lines ended by \r\n. The same mail
// yields the same bytes: the boundaries of its parts come from its id. The error is that of
// [Mail.Check].
func (m *Mail) Bytes() ([]byte, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	c := composer{mail: m}
	header := c.all(&body)
	var out bytes.Buffer
	m.header(&out)
	for _, name := range []string{"Content-Type", "Content-Transfer-Encoding"} {
		if v := header.Get(name); v != "" {
			field(&out, name, v)
		}
	}
	out.WriteString("\r\n")
	out.Write(body.Bytes())
	return out.Bytes(), c.err
}

// most ids of a thread are written: those at its end, which programs look at, and its first.
const mostIDs = 20

// header writes the header of a mail but for what its body is.
func (m *Mail) header(out io.Writer) {
	field(out, "Date", m.Date.Format(time.RFC1123Z))
	field(out, "From", m.From.String())
	field(out, "To", "<"+m.To+">")
	if m.ReplyTo != "" {
		field(out, "Reply-To", "<"+m.ReplyTo+">")
	}
	field(out, "Subject", mime.QEncoding.Encode("utf-8", m.Subject))
	field(out, "Message-ID", "<"+m.ID+">")
	if validID(m.InReply) {
		field(out, "In-Reply-To", "<"+m.InReply+">")
	}
	var ids []string
	for _, id := range m.Thread {
		if validID(id) {
			ids = append(ids, "<"+id+">")
		}
	}
	if len(ids) > mostIDs {
		ids = append(ids[:1:1], ids[len(ids)-mostIDs+1:]...)
	}
	if len(ids) > 0 {
		field(out, "References", strings.Join(ids, " "))
	}
	field(out, "Auto-Submitted", string(m.Auto))
	field(out, "X-Auto-Response-Suppress", "All") // Exchange heeds this one alone
	field(out, "X-MS-Reactions", "disallow")      // else a thumb in Outlook comes back as a mail
	if u := m.Unsubscribe; u != (Unsubscribe{}) {
		var ways []string
		if u.Web != "" {
			ways = append(ways, "<"+u.Web+">")
		}
		if u.Mail != "" {
			ways = append(ways, "<"+mailto(u.Mail, u.Subject, "")+">")
		}
		field(out, "List-Unsubscribe", strings.Join(ways, ", "))
		if u.Web != "" {
			field(out, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
		}
	}
	if m.Lang != "" {
		field(out, "Content-Language", m.Lang)
	}
	field(out, "MIME-Version", "1.0")
}

// longestLine is how long a line of the header should be (RFC 5322, 2.1.1).
const longestLine = 78

// field writes a field of the header, folded at its spaces.
func field(out io.Writer, name, value string) {
	line := name + ":"
	for word := range strings.SplitSeq(value, " ") {
		if len(line)+1+len(word) > longestLine && line != name+":" {
			fmt.Fprintf(out, "%s\r\n", line)
			line = ""
		}
		line += " " + word
	}
	fmt.Fprintf(out, "%s\r\n", line)
}

// contentID is the id of the n-th picture of a mail.
func (m *Mail) contentID(n int) string {
	return fmt.Sprintf("%s.%d@referee", m.hash("picture")[:16], n)
}

// hash is a text that only this mail has, for one purpose.
func (m *Mail) hash(purpose string) string {
	sum := sha256.Sum256([]byte(purpose + "\x00" + m.ID))
	return hex.EncodeToString(sum[:])
}

// composer writes the parts of a mail.
type composer struct {
	mail *Mail
	err  error // the first; writing to memory has none
}

// all writes the whole body, and says of which type it is.
func (c *composer) all(out io.Writer) textproto.MIMEHeader {
	write := []part{c.said}
	for _, file := range c.mail.attached() {
		write = append(write, func(out io.Writer) textproto.MIMEHeader {
			return c.binary(out, file.Data, textproto.MIMEHeader{
				"Content-Type":        {mime.FormatMediaType(file.Type, map[string]string{"name": file.Name})},
				"Content-Disposition": {mime.FormatMediaType("attachment", map[string]string{"filename": file.Name})},
			})
		})
	}
	if len(write) == 1 {
		return c.said(out)
	}
	return c.parts(out, "mixed", write...)
}

// said writes what the mail says, as text and as HTML.
func (c *composer) said(out io.Writer) textproto.MIMEHeader {
	return c.parts(out, "alternative",
		func(out io.Writer) textproto.MIMEHeader { return c.text(out, "text/plain", c.mail.Text()) }, c.page)
}

// page writes the HTML with its pictures.
func (c *composer) page(out io.Writer) textproto.MIMEHeader {
	write := []part{func(out io.Writer) textproto.MIMEHeader { return c.text(out, "text/html", c.mail.HTML()) }}
	for _, b := range c.mail.Blocks {
		if p := b.Picture; p != nil {
			n := len(write) - 1
			write = append(write, func(out io.Writer) textproto.MIMEHeader {
				return c.binary(out, p.PNG, textproto.MIMEHeader{
					"Content-Type":        {"image/png"},
					"Content-Id":          {"<" + c.mail.contentID(n) + ">"},
					"Content-Disposition": {fmt.Sprintf("inline; filename=\"map-%d.png\"", n+1)},
				})
			})
		}
	}
	if len(write) == 1 {
		return write[0](out)
	}
	return c.parts(out, "related", write...)
}

// part writes a part, and says of which type it is.
type part func(io.Writer) textproto.MIMEHeader

// parts writes some parts as one.
func (c *composer) parts(out io.Writer, kind string, write ...part) textproto.MIMEHeader {
	w := multipart.NewWriter(out)
	// What is quoted-printable or base64 never has this in it.
	boundary := "=_" + c.mail.hash(kind)[:32]
	c.check(w.SetBoundary(boundary))
	for _, p := range write {
		var body bytes.Buffer
		header := p(&body)
		to, err := w.CreatePart(header)
		c.check(err)
		_, err = to.Write(body.Bytes())
		c.check(err)
	}
	c.check(w.Close())
	return textproto.MIMEHeader{"Content-Type": {fmt.Sprintf("multipart/%s; boundary=\"%s\"", kind, boundary)}}
}

// text writes text.
func (c *composer) text(out io.Writer, kind, text string) textproto.MIMEHeader {
	w := quotedprintable.NewWriter(out)
	_, err := io.WriteString(w, strings.ReplaceAll(text, "\n", "\r\n"))
	c.check(err)
	c.check(w.Close())
	return textproto.MIMEHeader{"Content-Type": {kind + "; charset=utf-8"}, "Content-Transfer-Encoding": {"quoted-printable"}}
}

// binary writes anything else in lines of 76 characters (RFC 2045, 6.8).
func (c *composer) binary(out io.Writer, data []byte, header textproto.MIMEHeader) textproto.MIMEHeader {
	text := base64.StdEncoding.EncodeToString(data)
	for len(text) > 76 {
		fmt.Fprintf(out, "%s\r\n", text[:76])
		text = text[76:]
	}
	fmt.Fprintf(out, "%s\r\n", text)
	header.Set("Content-Transfer-Encoding", "base64")
	return header
}

// check keeps the first error.
func (c *composer) check(err error) {
	if c.err == nil {
		c.err = err
	}
}
