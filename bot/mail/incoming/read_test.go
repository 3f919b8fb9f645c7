package incoming_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"referee/bot/mail/incoming"
)

const top = "From: Ana <ana@example.org>\nSubject: Celles\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"

// refused reads a mail that is refused for a reason, and gives what was read of it.
func refused(t *testing.T, octets io.Reader, limits incoming.Limits, why incoming.Reason) *incoming.Mail {
	t.Helper()
	m, err := incoming.Read(octets, limits, settings)
	var refusal *incoming.Refusal
	if !errors.As(err, &refusal) || refusal.Reason != why {
		t.Fatalf("error %v, want %v", err, why)
	}
	if m.Lines != nil || m.File != nil {
		t.Errorf("something to obey in a mail that is refused: %q, %v", m.Lines, m.File)
	}
	return m
}

// A mail of 30 MB is refused, and is never in memory as a whole; who it is from is known.
func TestLargeMail(t *testing.T) {
	const megabytes = 30
	line := strings.Repeat("QUJD", 19) + "\n"
	mail := func() io.Reader {
		return io.MultiReader(strings.NewReader(top+"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nlehr-a 2316\n--b\nContent-Type: image/png; name=map.png\nContent-Transfer-Encoding: base64\n\n"),
			io.LimitReader(repeated(line), megabytes<<20), strings.NewReader("\n--b--\n"))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m := refused(t, mail(), incoming.Limits{}, incoming.TooLarge)
	runtime.ReadMemStats(&after)
	if m.Key != "1@example.org" || m.From.Address != "ana@example.org" || m.Subject != "Celles" {
		t.Errorf("of its header: %+v", m)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 2<<20 {
		t.Errorf("%d octets were asked for", used)
	}
	m, err := incoming.Read(mail(), incoming.Limits{Bytes: 40 << 20}, settings)
	if err != nil || !slices.Equal(m.Lines, []string{"lehr-a 2316"}) {
		t.Errorf("with room for it: %v, %v", m.Lines, err)
	}
}

// repeated is a text over and over, without an end.
func repeated(text string) io.Reader { return &endless{text: text} }

type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

func TestThousandsOfParts(t *testing.T) {
	nested := func(n int, closed bool) string {
		var b strings.Builder
		b.WriteString(top)
		for i := range n {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		b.WriteString("\nlehr-a 2316\n")
		for i := n - 1; closed && i >= 0; i-- {
			fmt.Fprintf(&b, "--b%d--\n", i)
		}
		return b.String()
	}
	for _, n := range []int{21, 1000, 10_000} {
		for _, closed := range []bool{true, false} {
			refused(t, strings.NewReader(nested(n, closed)), incoming.Limits{}, incoming.TooDeep)
		}
	}
	if m, err := incoming.Read(strings.NewReader(nested(20, true)), incoming.Limits{}, settings); err != nil || len(m.Lines) != 1 {
		t.Errorf("20 deep: %v, %v", m, err)
	}
	row := top + "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nlehr-a 2316\n", 99) + "%s--b--\n"
	if m, err := incoming.Read(strings.NewReader(fmt.Sprintf(row, "")), incoming.Limits{}, settings); err != nil || len(m.Lines) != 99 {
		t.Errorf("a hundred parts: %v, %v", m, err)
	}
	refused(t, strings.NewReader(fmt.Sprintf(row, "--b\n\nlehr-a\n")), incoming.Limits{}, incoming.ManyParts)
}

// A packed file, however much comes out of it, is a file like another: nobody unpacks it.
func TestPackedFile(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	w, err := z.Create("orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(w, io.LimitReader(repeated("never-a 1203 stop\n"), 8<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	mail := top + "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nlehr-a 2316\n--b\nContent-Type: application/zip; name=orders.zip\nContent-Transfer-Encoding: base64\n\n" +
		base64.StdEncoding.EncodeToString(packed.Bytes()) + "\n--b--\n"
	m, err := incoming.Read(strings.NewReader(mail), incoming.Limits{}, settings)
	if err != nil || !slices.Equal(m.Lines, []string{"lehr-a 2316"}) || len(m.Left) != 1 || !slices.Equal(m.Left[0].Names, []string{"orders.zip"}) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("x", 1000)
	part := "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
	sealed := part + "Content-Type: application/x-sealed\n\n" + long + "\n--b--\n"
	for _, c := range []struct {
		name   string
		mail   string
		limits incoming.Limits
		why    incoming.Reason
	}{
		{"octets", top + "\n" + long, incoming.Limits{Bytes: 1000}, incoming.TooLarge},
		{"a line of a header", "X-Long: " + long + "\n" + top + "\nlehr-a", incoming.Limits{Header: 500}, incoming.LargeHeader},
		{"lines of a header", strings.Repeat("X: y\n", 200) + top + "\nlehr-a", incoming.Limits{Header: 500}, incoming.LargeHeader},
		{"lines that are no header", strings.Repeat("what\n", 200) + top + "\nlehr-a", incoming.Limits{Header: 500}, incoming.LargeHeader},
		{"a header of a part", top + part + strings.Repeat("X: y\n", 200) + "\nlehr-a\n--b--\n", incoming.Limits{Header: 500}, incoming.LargeHeader},
		{"a text", top + "\n" + long, incoming.Limits{Text: 999}, incoming.LongText},
		{"two texts", top + part + "\n" + long + "\n--b\n\n" + long + "\n--b--\n", incoming.Limits{Text: 1500}, incoming.LongText},
		{"nothing", "", incoming.Limits{}, incoming.NoHeader},
		{"blank lines", "\n\n\n", incoming.Limits{}, incoming.NoHeader},
	} {
		t.Run(c.name, func(t *testing.T) { refused(t, strings.NewReader(c.mail), c.limits, c.why) })
	}
	m, err := incoming.Read(strings.NewReader(top+sealed), incoming.Limits{File: 999}, settings)
	if err != nil || m.Doubt != incoming.LargeFile || m.File != nil {
		t.Errorf("a large file: %v, %v", m, err)
	}
	if m, err = incoming.Read(strings.NewReader(top+sealed), incoming.Limits{File: 1000}, settings); err != nil || len(m.File.Bytes) != 1000 {
		t.Errorf("a file with room: %v, %v", m, err)
	}
	m, err = incoming.Read(strings.NewReader(top+"\n"+long), incoming.Limits{Text: 1000}, settings)
	if err != nil || len(m.Lines) != 1 {
		t.Errorf("a text with room: %v, %v", m, err)
	}
}

// Where the octets cannot be read nothing is known of the mail, and nobody is told that
// it was refused.
func TestOctetsThatFail(t *testing.T) {
	broken := errors.New("the line is down")
	for _, begin := range []string{"", top, top + "\nlehr-a 23"} {
		m, err := incoming.Read(io.MultiReader(strings.NewReader(begin), iotest.ErrReader(broken)), incoming.Limits{}, settings)
		if m != nil || !errors.Is(err, broken) {
			t.Errorf("after %q: %v, %v", begin, m, err)
		}
	}
}

// The key is the same for the same octets, and another where one differs.
func TestKeyWithoutMessageID(t *testing.T) {
	key := func(octets string) string {
		m, err := incoming.Read(strings.NewReader(octets), incoming.Limits{}, settings)
		if err != nil {
			t.Fatal(err)
		}
		return m.Key
	}
	const mail = "From: ana@example.org\n\nlehr-a 2316\n"
	first, again, other := key(mail), key(mail), key(mail+"\n")
	if first != again || first == other || !strings.HasPrefix(first, "sha256:") {
		t.Error(first, again, other)
	}
}

// Data that sign a mail are not believed to hold one where they are cut off anywhere, and no
// octet of them that is another stops the reader.
func TestSignedDataThatAreBroken(t *testing.T) {
	for _, name := range []string{"153-smime-opaque-signed", "154-smime-opaque-signed-of-unknown-length"} {
		mail, err := os.ReadFile("testdata/corpus/" + name + ".eml")
		if err != nil {
			t.Fatal(err)
		}
		head, body, _ := bytes.Cut(mail, []byte("\n\n"))
		data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(string(body), "\n", ""))
		if err != nil {
			t.Fatal(err)
		}
		read := func(data []byte) *incoming.Mail {
			m, err := incoming.Read(io.MultiReader(bytes.NewReader(head), strings.NewReader("\n\n"+base64.StdEncoding.EncodeToString(data))), incoming.Limits{}, settings)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		if m := read(data); m.Doubt != incoming.NoDoubt || len(m.Lines) != 1 {
			t.Errorf("%s: %v, %q", name, m.Doubt, m.Lines)
		}
		for i := range data {
			if m := read(data[:i]); m.Doubt != incoming.Wrapped || m.Lines != nil {
				t.Fatalf("%s, %d octets: %v, %q", name, i, m.Doubt, m.Lines)
			}
			other := slices.Clone(data)
			other[i] ^= 0x80
			read(other)
		}
	}
}
