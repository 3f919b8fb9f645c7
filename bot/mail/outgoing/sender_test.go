package outgoing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/server"
	"referee/bot/test/mailtest"
)

const (
	ref  = "ref@club.test"
	anna = "anna@players.test"
)

// newSender is a sender, and the post that it sends by.
func newSender(t *testing.T, o mailtest.Options) (*Sender, *mailtest.Post) {
	t.Helper()
	post, err := mailtest.New(o)
	if err != nil {
		t.Fatal(err)
	}
	post.User(ref, "secret")
	post.User(anna, "hers")
	s := &Sender{Server: post.SMTP(ref), Host: "club.test"}
	t.Cleanup(func() { s.Close(); post.Close() })
	return s, post
}

// short is a mail with a number.
func short(n int) Mail {
	return Mail{
		From: mail.Address{Address: ref}, To: anna, Bounces: "ref+b.x7@club.test", Subject: fmt.Sprint("mail ", n),
		Date: time.Date(2026, 11, 23, 14, 5, 6, 0, time.UTC), ID: fmt.Sprintf("%d@club.test", n), Auto: Generated, Blocks: []Block{Paragraph("text")},
	}
}

// send sends a mail that is to be accepted.
func send(t *testing.T, s *Sender, m Mail) {
	t.Helper()
	if err := s.Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
}

// got are the subjects of the mails that have come for somebody.
func got(t *testing.T, post *mailtest.Post, who string, n int) []string {
	t.Helper()
	all, err := post.Await(t.Context(), who, n)
	if err != nil {
		t.Fatal(err)
	}
	var subjects []string
	for _, octets := range all {
		m, err := mail.ReadMessage(bytes.NewReader(octets))
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, m.Header.Get("Subject"))
	}
	return subjects
}

// TestSends: a mail arrives as it was composed, and the envelope says where bounces go, by each way to connect.
func TestSends(t *testing.T) {
	for _, way := range []server.Security{server.None, server.StartTLS, server.TLS} {
		s, post := newSender(t, mailtest.Options{Security: way})
		m := example(t)
		send(t, s, m)
		all, err := post.Await(t.Context(), anna, 1)
		if err != nil {
			t.Fatal(err)
		}
		octets, _ := m.Bytes()
		if !bytes.HasSuffix(all[0], octets) {
			t.Errorf("%s: arrived as %q", way, all[0])
		}
		e := post.Sent()[0]
		if e.From != m.Bounces || e.To != anna || e.Notify != "FAILURE" || e.User != ref {
			t.Errorf("%s: sent from %s to %s by %q, to be told of %s", way, e.From, e.To, e.User, e.Notify)
		}
	}
}

// TestRefusals: what a server says decides whether a mail is sent again.
func TestRefusals(t *testing.T) {
	later, never := false, true
	for _, c := range []struct {
		name    string
		faults  mailtest.Faults
		forever bool
		said    string
	}{
		{"greylisted", mailtest.Faults{To: refusing(451, "4.7.1 come back later")}, later, "451 4.7.1 come back later"},
		{"no such user", mailtest.Faults{To: refusing(550, "5.1.1 unknown")}, never, "550 5.1.1 unknown"},
		{"log in first", mailtest.Faults{To: refusing(530, "5.7.0 log in")}, later, "530 5.7.0 log in"},
		{"without a status", mailtest.Faults{To: refusing(554, "no")}, never, "554 no"},
		{"our address", mailtest.Faults{From: func(string) error { return mailtest.Refusal(553, "5.7.1 not yours") }}, later, "553 5.7.1 not yours"},
		{"too large", mailtest.Faults{From: func(string) error { return mailtest.Refusal(552, "5.3.4 too large") }}, never, "552 5.3.4 too large"},
		{"content", mailtest.Faults{Mail: func(mailtest.Envelope) mailtest.Fate {
			return mailtest.Fate{Refuse: mailtest.Refusal(554, "5.7.1 spam")}
		}}, never, "554 5.7.1 spam"},
		{"full", mailtest.Faults{Mail: func(mailtest.Envelope) mailtest.Fate {
			return mailtest.Fate{Refuse: mailtest.Refusal(452, "4.2.2 full")}
		}}, later, "452 4.2.2 full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, post := newSender(t, mailtest.Options{})
			send(t, s, short(1))
			post.SetFaults(c.faults)
			err := s.Send(t.Context(), short(2))
			var r *Refused
			if !errors.As(err, &r) || Forever(err) != c.forever || err.Error() != "refused: "+c.said {
				t.Errorf("%v, for ever: %t", err, Forever(err))
			}
			post.SetFaults(mailtest.Faults{})
			send(t, s, short(3)) // the connection is still good
			if has := got(t, post, anna, 2); strings.Join(has, ",") != "mail 1,mail 3" {
				t.Errorf("arrived: %q", has)
			}
		})
	}
}

// refusing refuses every recipient.
func refusing(code int, said string) func(_, _ string) error {
	return func(_, _ string) error { return mailtest.Refusal(code, said) }
}

// TestUncomposable: a mail that cannot be written is refused for ever, before anybody is asked.
func TestUncomposable(t *testing.T) {
	m := short(1)
	m.To = "nobody"
	if err := (&Sender{}).Send(t.Context(), m); !Forever(err) {
		t.Error(err)
	}
}

// TestThousand: a thousand queued mails go out in order, over one connection.
func TestThousand(t *testing.T) {
	s, post := newSender(t, mailtest.Options{Security: server.StartTLS})
	begun := time.Now()
	for i := range 1000 {
		send(t, s, short(i))
	}
	t.Logf("in %v", time.Since(begun))
	for i, subject := range got(t, post, anna, 1000) {
		if subject != fmt.Sprint("mail ", i) {
			t.Fatalf("number %d is %q", i, subject)
		}
	}
	if n := post.Connections(); n != 1 {
		t.Errorf("over %d connections", n)
	}
}

// TestReconnects: a server that was restarted, hangs up or has enough of a connection costs no mail.
func TestReconnects(t *testing.T) {
	s, post := newSender(t, mailtest.Options{})
	send(t, s, short(1))
	post.Stop()
	if err := s.Send(t.Context(), short(2)); err == nil || Forever(err) {
		t.Errorf("with the server down: %v", err)
	}
	post.Start()
	send(t, s, short(2))
	post.Cut()
	send(t, s, short(3))
	enough := true
	post.SetFaults(mailtest.Faults{From: func(string) error {
		if enough {
			enough = false
			return mailtest.Refusal(421, "4.7.0 too many mails over this connection")
		}
		return nil
	}})
	send(t, s, short(4))
	if has := got(t, post, anna, 4); strings.Join(has, ",") != "mail 1,mail 2,mail 3,mail 4" {
		t.Errorf("arrived: %q", has)
	}
}

// TestAnswerLost: where nobody knows whether a mail was taken, it is not sent again at once, and is the same mail when it is.
func TestAnswerLost(t *testing.T) {
	s, post := newSender(t, mailtest.Options{})
	send(t, s, short(1))
	post.SetFaults(mailtest.Faults{Mail: func(mailtest.Envelope) mailtest.Fate { return mailtest.Fate{Cut: true} }})
	if err := s.Send(t.Context(), short(2)); err == nil || Forever(err) {
		t.Errorf("the answer got lost: %v", err)
	}
	post.SetFaults(mailtest.Faults{})
	if n := len(post.Sent()); n != 2 {
		t.Errorf("%d mails were sent", n)
	}
	send(t, s, short(2))
	if sent := post.Sent(); len(sent) != 3 || !bytes.Equal(sent[1].Bytes, sent[2].Bytes) {
		t.Errorf("%d mails, or they differ", len(sent))
	}
}

// TestWrongPassword: the error says so, is none about the mail, and has no password in it.
func TestWrongPassword(t *testing.T) {
	s, post := newSender(t, mailtest.Options{})
	post.User(ref, "changed")
	err := s.Send(t.Context(), short(1))
	if err == nil || Forever(err) || !strings.Contains(err.Error(), "log in at "+s.Server.Address) || !strings.Contains(err.Error(), "535") || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// TestTrusting: where a server on this machine asks nobody who they are, none is told.
func TestTrusting(t *testing.T) {
	s, post := newSender(t, mailtest.Options{Trusting: true})
	send(t, s, short(1))
	if user := post.Sent()[0].User; user != "" {
		t.Errorf("logged in as %s", user)
	}
	s, _ = newSender(t, mailtest.Options{Trusting: true, Security: server.TLS})
	if err := s.Send(t.Context(), short(1)); err == nil {
		t.Error("sent by another server that did not ask")
	}
}

// TestBounceComesBack: a mail that is undeliverable later comes back to the address of its envelope.
func TestBounceComesBack(t *testing.T) {
	s, post := newSender(t, mailtest.Options{})
	m := short(1)
	m.To = "gone@elsewhere.test"
	send(t, s, m)
	back, err := post.Await(t.Context(), ref, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, wants := range []string{"Return-Path: <>\r\nDelivered-To: ref+b.x7@club.test\r\n", "Status: 5.1.2\r\n", "Message-ID: <1@club.test>"} {
		if !bytes.Contains(back[0], []byte(wants)) {
			t.Errorf("%q is not in %s", wants, back[0])
		}
	}
}

// TestInTheClear: nothing is said in the clear to another machine, nor to one that does not begin TLS when asked.
func TestInTheClear(t *testing.T) {
	s := &Sender{Server: server.Server{Address: "mail.example.org:25", Security: server.None, User: ref, Password: "secret"}}
	if err := s.Send(t.Context(), short(1)); !errors.Is(err, server.ErrClear) {
		t.Error(err)
	}
	_, post := newSender(t, mailtest.Options{})
	to := post.SMTP(ref)
	to.Security = server.StartTLS
	if err := (&Sender{Server: to}).Send(t.Context(), short(1)); err == nil || !strings.Contains(err.Error(), "STARTTLS") {
		t.Error(err)
	}
}

// TestUntrusted: a server whose certificate nobody vouches for gets neither password nor mail.
func TestUntrusted(t *testing.T) {
	for _, way := range []server.Security{server.StartTLS, server.TLS} {
		_, post := newSender(t, mailtest.Options{Security: way})
		to := post.SMTP(ref)
		to.Roots = nil
		if err := (&Sender{Server: to}).Send(t.Context(), short(1)); err == nil || !strings.Contains(err.Error(), "certificate") {
			t.Errorf("%s: %v", way, err)
		}
		if n := len(post.Sent()); n != 0 {
			t.Errorf("%s: %d mails sent", way, n)
		}
	}
}

// TestSenderStopsWithContext: a Sender whose context ends does not wait for the server.
func TestSenderStopsWithContext(t *testing.T) {
	s, post := newSender(t, mailtest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	post.SetFaults(mailtest.Faults{From: func(string) error { cancel(); <-release; return nil }})
	err := s.Send(ctx, short(1))
	close(release)
	if err == nil || Forever(err) {
		t.Error(err)
	}
}

// TestAgain: the pauses grow to an hour.
func TestAgain(t *testing.T) {
	for failed, wants := range map[int]time.Duration{0: 30 * time.Second, 1: 30 * time.Second, 2: time.Minute, 5: 8 * time.Minute, 8: time.Hour, 2000: time.Hour} {
		if has := Again(failed); has != wants {
			t.Errorf("after %d: %v, wants %v", failed, has, wants)
		}
	}
}

// TestLook: what is found at a server, without a mail.
func TestLook(t *testing.T) {
	_, post := newSender(t, mailtest.Options{})
	found, err := Look(t.Context(), post.SMTP(ref))
	if err != nil || !found.DSN {
		t.Errorf("%+v, %v", found, err)
	}
	if n := len(post.Sent()); n != 0 {
		t.Errorf("%d mails sent", n)
	}
}
