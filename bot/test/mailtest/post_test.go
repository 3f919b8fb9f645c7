package mailtest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	ref  = "ref@club.test"
	anna = "anna@players.test"
)

// newPost is a post where two people have mailboxes.
func newPost(t *testing.T, o Options) *Post {
	t.Helper()
	o.Now = func() time.Time { return time.Date(2026, 11, 23, 14, 5, 6, 0, time.UTC) }
	p, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	p.User(ref, "secret")
	p.User(anna, "hers")
	return p
}

// mailed is a mail of Anna's with a text.
func mailed(to, text string) Envelope {
	return Envelope{User: anna, From: anna, To: to, Bytes: []byte("From: Anna <anna@players.test>\r\nMessage-ID: <" + text + "@players.test>\r\n\r\n" + text + "\r\n")}
}

// texts are the last lines of the mails that somebody got.
func texts(p *Post, who string) string {
	var out []string
	for _, octets := range p.Got(who) {
		lines := strings.Split(strings.TrimSpace(string(octets)), "\r\n")
		out = append(out, lines[len(lines)-1])
	}
	return strings.Join(out, " ")
}

// accept has mails come in that are to be accepted.
func accept(t *testing.T, p *Post, all ...Envelope) {
	t.Helper()
	for _, e := range all {
		if err := p.Accept(e); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTrace: what a server puts above a mail.
func TestTrace(t *testing.T) {
	p := newPost(t, Options{})
	accept(t, p, mailed("ref+x7@club.test", "hello"))
	wants := "Return-Path: <anna@players.test>\r\nDelivered-To: ref+x7@club.test\r\n" +
		"Authentication-Results: mx.test;\r\n\tspf=pass smtp.mailfrom=anna@players.test;\r\n\tdmarc=pass header.from=players.test\r\n" +
		"Received: from client.test ([127.0.0.1])\r\n\tby mx.test with ESMTP id 1\r\n\tfor <ref+x7@club.test>; Mon, 23 Nov 2026 14:05:06 +0000\r\n" +
		"From: Anna <anna@players.test>\r\nMessage-ID: <hello@players.test>\r\n\r\nhello\r\n"
	if has := string(p.Got(ref)[0]); has != wants {
		t.Errorf("has %q", has)
	}
	forged := mailed(ref, "forged")
	forged.User, forged.From = "", "eve@elsewhere.test"
	accept(t, p, forged)
	if has := p.Got(ref)[1]; !bytes.Contains(has, []byte("dmarc=fail header.from=players.test")) {
		t.Errorf("has %q", has)
	}
}

// TestFates: each fault does what it says.
func TestFates(t *testing.T) {
	for name, c := range map[string]struct {
		fate Fate
		got  string
	}{
		"none": {Fate{}, "one two"}, "lost": {Fate{Lose: true}, "two"}, "doubled": {Fate{Double: true}, "one one two"}, "held": {Fate{Hold: true}, "two"},
		"bounced": {Fate{Bounce: "5.2.1"}, "two"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPost(t, Options{})
			p.SetFaults(Faults{Mail: func(e Envelope) Fate {
				if strings.Contains(string(e.Bytes), "one") {
					return c.fate
				}
				return Fate{}
			}})
			accept(t, p, mailed(ref, "one"), mailed(ref, "two"))
			if has := texts(p, ref); has != c.got {
				t.Errorf("got %q, wants %q", has, c.got)
			}
			back := 0
			if c.fate.Bounce != "" {
				back = 1
			}
			if got := p.Got(anna); len(got) != back || back > 0 && !bytes.Contains(got[0], []byte("Status: 5.2.1\r\n")) {
				t.Errorf("back came %q", got)
			}
			if n := len(p.Sent()); n != 2 {
				t.Errorf("%d mails were sent", n)
			}
		})
	}
}

// TestRelease: held mails arrive in the order in which they are let go.
func TestRelease(t *testing.T) {
	p := newPost(t, Options{})
	p.SetFaults(Faults{Mail: func(Envelope) Fate { return Fate{Hold: true} }})
	accept(t, p, mailed(ref, "one"), mailed(ref, "two"), mailed(ref, "three"))
	if err := p.AwaitHeld(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Release(2, 0), p.Release()); err != nil {
		t.Fatal(err)
	}
	if has := texts(p, ref); has != "three one two" {
		t.Errorf("got %q", has)
	}
}

// TestRefusal: a refusal is answered as it was made.
func TestRefusal(t *testing.T) {
	p := newPost(t, Options{})
	p.SetFaults(Faults{To: func(_, to string) error {
		if to == ref {
			return Refusal(451, "4.7.1 later")
		}
		return nil
	}})
	c, err := smtp.Dial(p.SMTP(ref).Address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }() // the server goes with it
	if err := c.Mail(anna, nil); err != nil {
		t.Fatal(err)
	}
	for to, wants := range map[string]string{ref: "451 4.7.1", "nobody@club.test": "550 5.1.1"} {
		var said *smtp.SMTPError
		if err := c.Rcpt(to, nil); !errors.As(err, &said) {
			t.Fatal(err)
		}
		e := said.EnhancedCode
		if has := fmt.Sprintf("%d %d.%d.%d", said.Code, e[0], e[1], e[2]); has != wants {
			t.Errorf("%s: %s, wants %s", to, has, wants)
		}
	}
}

// TestPlus: a tag belongs to the name before it, or not.
func TestPlus(t *testing.T) {
	p := newPost(t, Options{NoPlus: true})
	if err := p.Accept(mailed("ref+x7@club.test", "one")); err == nil {
		t.Error("a tag was taken")
	}
}
