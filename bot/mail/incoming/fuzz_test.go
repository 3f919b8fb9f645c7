package incoming_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"referee/bot/mail/incoming"
	"referee/bot/visible"
)

// small are limits that a fuzzed mail reaches.
var small = incoming.Limits{Bytes: 64_000, Header: 8_000, Parts: 20, Depth: 5, Text: 16_000, File: 1_000}

// FuzzRead reads any octets: what comes out is a mail or a refusal, bounded and safe to
// show, and the same however the octets come in.
func FuzzRead(f *testing.F) {
	mails, err := filepath.Glob("testdata/corpus/*.eml")
	if err != nil || len(mails) == 0 {
		f.Fatal("no mails", err)
	}
	for _, name := range mails {
		octets, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(octets)
	}
	f.Fuzz(func(t *testing.T, octets []byte) {
		m, err := incoming.Read(bytes.NewReader(octets), small, settings)
		sound(t, len(octets), m, err)
		if len(octets) > 2000 {
			return
		}
		again, err2 := incoming.Read(iotest.OneByteReader(bytes.NewReader(octets)), small, settings)
		if diff := cmp.Diff(m, again); diff != "" || fmt.Sprint(err) != fmt.Sprint(err2) {
			t.Errorf("octet by octet: %v, then %v\n%s", err, err2, diff)
		}
	})
}

// sound holds what was read of some octets to what is promised.
func sound(t *testing.T, octets int, m *incoming.Mail, err error) {
	t.Helper()
	var refusal *incoming.Refusal
	if err != nil && !errors.As(err, &refusal) || m == nil || m.Key == "" {
		t.Fatalf("mail %v, error %v", m, err)
	}
	if err == nil && m.From.Address == "" && m.Kind != incoming.Bounced {
		t.Errorf("a mail from nobody: %+v", m)
	}
	if (m.Kind != incoming.Person || m.Doubt != incoming.NoDoubt || err != nil) && (m.Lines != nil || m.File != nil || m.Attached != nil) {
		t.Errorf("something to obey in a mail %v, %v, %v", m.Kind, m.Doubt, err)
	}
	size := 0
	for _, line := range m.Lines {
		size += len(line)
		if line != strings.TrimSpace(line) || visible.Line(line) != line || strings.HasPrefix(line, ">") {
			t.Errorf("a line that is not the author's, or not to be shown: %q", line)
		}
	}
	if size > 4*octets || len(m.Subject) > 2000 || len(m.From.Name) > 200 || len(m.From.Address) > 320 {
		t.Errorf("%d octets became %d of lines; subject %q, from %+v", octets, size, m.Subject, m.From)
	}
	for _, text := range slices.Concat(m.To, m.Delivered, m.InReplyTo, m.References, []string{m.Subject, m.From.Name, m.From.Address, m.MessageID}) {
		if visible.Line(text) != text || !utf8.ValidString(text) {
			t.Errorf("not to be shown: %q", text)
		}
	}
	if (m.Bounce != nil) != (m.Kind == incoming.Bounced) || m.Bounce != nil && len(m.Bounce.Recipients) == 0 {
		t.Errorf("%v about %+v", m.Kind, m.Bounce)
	}
}

// FuzzReply answers a mail in the manners of many programs: every line of the author is
// read, and none of those that they quote, forward or sign with.
func FuzzReply(f *testing.F) {
	for style := range uint8(len(replies)) {
		f.Add("2316 stop\nend", "It is your turn.\n\nmove 1203\n> older", style)
	}
	f.Fuzz(func(t *testing.T, author, other string, style uint8) {
		ours, theirs := ordersOf(author), quoteOf(other)
		if len(ours) == 0 || len(theirs) == 0 || len(author)+len(other) > 4000 {
			return
		}
		reply := replies[int(style)%len(replies)]
		mail := "From: Ana <ana@example.org>\nMessage-ID: <1@example.org>\n" + encoded(reply(ours, theirs), int(style)/len(replies))
		m, err := incoming.Read(strings.NewReader(mail), incoming.Limits{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range m.Lines {
			if strings.Contains(line, alien) {
				t.Errorf("obeys %q of\n%s", line, mail)
			}
		}
		if !slices.Equal(m.Lines, ours) {
			t.Errorf("read %q, wrote %q in\n%s", m.Lines, ours, mail)
		}
	})
}

// alien is in every line that is not the author's.
const alien = "zqz"

// ordersOf are lines as somebody may write them.
func ordersOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == ' ' {
				return r
			}
			return -1
		}, line)
		if words := strings.Join(strings.Fields(line), " "); words != "" && len(words) < 60 && !strings.Contains(words, alien) {
			out = append(out, "lehr-a "+words)
		}
	}
	return out
}

// quoteOf are lines of which none is to be obeyed.
func quoteOf(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return -1
			}
			return r
		}, strings.ToValidUTF8(line, "?"))
		out = append(out, strings.TrimRight(alien+line, " "))
	}
	return out
}

func marks(lines []string) string { return "> " + strings.Join(lines, "\n> ") + "\n" }

func unmarked(lines []string) string { return strings.Join(lines, "\n") + "\n" }

func divs(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString("<div>" + html.EscapeString(line) + "</div>")
	}
	return b.String()
}

// text and page are bodies, by their media types.
func text(body string) [2]string { return [2]string{"text/plain", body} }

func page(body string) [2]string { return [2]string{"text/html", body} }

const attribution = "On Sun, 22 Nov 2026 at 21:04, The referee <referee@club.example> wrote:\n"

// replies are the manners of replying: the author's lines and another's become a body.
var replies = []func(ours, theirs []string) [2]string{
	func(ours, theirs []string) [2]string {
		return text(unmarked(ours) + "\n" + attribution + marks(theirs))
	},
	func(ours, theirs []string) [2]string {
		return text(attribution + marks(theirs) + "\n" + unmarked(ours))
	},
	func(ours, theirs []string) [2]string {
		return text(marks(theirs) + "\n" + unmarked(ours) + "\n" + marks(theirs))
	},
	func(ours, theirs []string) [2]string {
		return text(unmarked(ours) + "\nEl dom, 22 nov 2026 a las 21:04, El árbitro\n(<referee@club.example>) escribió:\n\n" + unmarked(theirs))
	},
	func(ours, theirs []string) [2]string {
		return text(unmarked(ours) + "\nDe : L’arbitre\nEnvoyé : dimanche\nÀ : Ana\nObjet : Celles\n\n" + unmarked(theirs))
	},
	func(ours, theirs []string) [2]string {
		return text(unmarked(ours) + "-----Original Message-----\n" + unmarked(theirs))
	},
	func(ours, theirs []string) [2]string {
		return text(unmarked(ours) + "\n---------- Forwarded message ---------\n" + unmarked(theirs))
	},
	func(ours, theirs []string) [2]string { return text(unmarked(ours) + "-- \n" + unmarked(theirs)) },
	func(ours, theirs []string) [2]string {
		return page(divs(ours) + `<div class="gmail_quote"><div class="gmail_attr">` + html.EscapeString(attribution) + `<br></div><blockquote class="gmail_quote">` + divs(theirs) + `</blockquote></div>`)
	},
	func(ours, theirs []string) [2]string {
		return page(`<body><div style="display: none">` + divs(theirs) + `</div>` + divs(ours) + `<s>` + divs(theirs) + `</s></body>`)
	},
	func(ours, theirs []string) [2]string {
		return page(divs(ours) + `<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> The referee</p></div>` + divs(theirs))
	},
	func(ours, theirs []string) [2]string {
		return page(`<blockquote type="cite"><div>` + html.EscapeString(attribution) + `</div>` + divs(theirs) + `</blockquote>` + divs(ours) + `<blockquote type="cite">` + divs(theirs) + `</blockquote>`)
	},
	func(ours, theirs []string) [2]string {
		plain := encoded(text(unmarked(ours)+"\n"+attribution+marks(theirs)), 1)
		rich := encoded(page(divs(ours)+`<div class="gmail_attr">`+html.EscapeString(attribution)+`</div><blockquote>`+divs(theirs)+`</blockquote>`), 2)
		return [2]string{"multipart/alternative", "--bb\n" + plain + "\n--bb\n" + rich + "\n--bb--\n"}
	},
}

// encoded is a body with the header of its part, in one of three encodings.
func encoded(body [2]string, way int) string {
	var b strings.Builder
	if strings.HasPrefix(body[0], "multipart/") {
		way = 0
	}
	head := "MIME-Version: 1.0\nContent-Type: " + body[0] + "; charset=utf-8; boundary=bb\nContent-Transfer-Encoding: "
	switch way % 3 {
	case 0:
		return head + "8bit\n\n" + body[1]
	case 1:
		w := quotedprintable.NewWriter(&b)
		if _, err := w.Write([]byte(body[1])); err != nil {
			panic(err)
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		return head + "quoted-printable\n\n" + b.String()
	default:
		return head + "base64\n\n" + base64.StdEncoding.EncodeToString([]byte(body[1])) + "\n"
	}
}
