package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/outgoing"
	"referee/bot/post"
	"referee/engine"
)

// bounce takes in a report on a mail.
func (b *bench) bounce(of outgoing.Mail, action string) {
	b.t.Helper()
	to := of.Bounces
	if to == "" {
		to = us
	}
	b.receive(b.report(of, action, to))
}

// report is a report on a mail, to an address.
func (b *bench) report(of outgoing.Mail, action, to string) string {
	b.wrote++
	return fmt.Sprintf(`Return-Path: <>
From: Mail Delivery <mailer-daemon@example.net>
To: %s
Subject: Undelivered
Message-ID: <bounce%d@example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

It did not arrive.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; example.net

Final-Recipient: rfc822; %s
Action: %s
Status: 5.1.1

--b
Content-Type: message/rfc822-headers

Message-ID: <%s>

--b--
`, to, b.wrote, of.To, action, of.ID)
}

// after lets time pass, delivers, and says how many mails went to somebody meanwhile.
func (b *bench) after(long time.Duration, to string) int {
	b.t.Helper()
	n := len(b.got[to])
	b.now = b.now.Add(long)
	b.deliver()
	return len(b.got[to]) - n
}

var back = english("mail.come-back", engine.Text("name", "Ben"))

// A mail that comes back is sent once more after a day; when that one does, too, the other player is told, once.
func TestComesBack(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	older := b.last(ben)
	b.reply(ben, "help")
	first := b.last(ben)
	b.bounce(first, "delayed")
	if n := b.after(25*time.Hour, ben); n != 0 {
		t.Errorf("after a delay %d mails more", n)
	}
	b.bounce(first, "failed")
	told := len(b.got[anna])
	b.restart()
	if n := b.after(23*time.Hour, ben); n != 0 {
		t.Errorf("%d mails within the day", n)
	}
	if n := b.after(time.Hour, ben); n != 1 {
		t.Fatalf("%d mails after a day", n)
	}
	b.says(ben, part("mail.asked"))
	b.bounce(older, "failed") // it is late
	if n := b.after(48*time.Hour, ben); n != 0 || len(b.got[anna]) != told {
		t.Errorf("%d mails more, %d to Anna", n, len(b.got[anna])-told)
	}
	b.bounce(b.last(ben), "failed")
	if len(b.got[anna]) != told+1 {
		t.Fatalf("Anna is told %d times", len(b.got[anna])-told)
	}
	b.says(anna, back, part("mail.asked"))
	b.bounce(b.last(ben), "failed")
	if n := b.after(48*time.Hour, ben); n != 0 || len(b.got[anna]) != told+1 {
		t.Errorf("then %d mails, %d to Anna", n, len(b.got[anna])-told)
	}
	b.reply(anna, "plan march")
	if strings.Contains(plain(b.last(anna)), back) {
		t.Error("it is told again")
	}
}

// Who writes meanwhile is reached: nothing is sent again, and the next mail that comes back is the first.
func TestIncomingMailClearsBounces(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.bounce(b.last(ben), "failed")
	b.reply(ben, "help")
	if n := b.after(25*time.Hour, ben); n != 0 {
		t.Errorf("%d mails more", n)
	}
	told := len(b.got[anna])
	for range 2 {
		b.bounce(b.last(ben), "failed")
		if n := b.after(24*time.Hour, ben); n != 1 || len(b.got[anna]) != told {
			t.Errorf("%d mails more, %d to Anna", n, len(b.got[anna])-told)
		}
		b.reply(ben, "help")
	}
	b.fails[ben] = &outgoing.Refused{Code: 550, Forever: true}
	b.reply(ben, "help")
	b.deliver()
	if n := b.after(24*time.Hour, anna); n != 1 {
		t.Fatalf("Anna is told %d times", n)
	}
	b.says(anna, back)
}

// Nothing is sent once more where nothing is asked any more.
func TestComesBackAndIsNotAsked(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.reply(anna, "plan march")
	b.bounce(b.last(anna), "failed")
	if n := b.after(25*time.Hour, anna); n != 0 {
		t.Errorf("%d mails:\n%s", n, plain(b.last(anna)))
	}
	b.bounce(b.last(ben), "failed")
	b.reply(ben, "forget me")
	if n := b.after(25*time.Hour, ben); n != 0 {
		t.Errorf("%d mails to nobody", n)
	}
}

// Where a match is played elsewhere it is told there.
func TestComesBackToldElsewhere(t *testing.T) {
	b := newBench(t)
	id := b.joinElsewhere().Match
	notices := func() (out []post.Notice) {
		posts, err := b.play.Outbox.Posts(b.t.Context(), "discord:1")
		b.must(err)
		for _, p := range posts {
			if n, is := p.What.(post.Notice); is {
				out = append(out, n)
			}
		}
		return out
	}
	b.bounce(b.last(anna), "failed")
	if b.after(24*time.Hour, anna) != 1 || len(notices()) != 0 {
		t.Fatalf("after the first: %v", notices())
	}
	b.bounce(b.last(anna), "failed")
	got := notices()
	if len(got) != 1 || got[0].Said.Key != "referee.mails-come-back" {
		t.Fatalf("after the second: %+v", got)
	}
	if said := fmt.Sprint(got[0].Said.Args); strings.Contains(said, "Anna") || !strings.Contains(said, string(id)) {
		t.Errorf("told: %s", said)
	}
}

// Nobody's clock stands by a report that anybody can write; and by whatever comes back it stands once in a match, also where
// somebody answers in between.
func TestForgedBounces(t *testing.T) {
	b := newBench(t)
	id := b.beginClocked()
	runs := func() bool {
		times, err := b.play.Schedule.Times(b.t.Context(), id)
		b.must(err)
		for _, c := range times.Clocks {
			if c.Player == b.look(id).Holder("blue").Player {
				return c.Runs
			}
		}
		return false
	}
	b.after(2*time.Minute, ben)
	last := b.last(ben)
	for what, report := range map[string]string{
		"from a sender":           strings.Replace(b.report(last, "failed", last.Bounces), "<>", "<"+ben+">", 1),
		"with a sender on top":    "Return-Path: <" + ben + ">\n" + b.report(last, "failed", last.Bounces),
		"without a sender named":  strings.Replace(b.report(last, "failed", last.Bounces), "Return-Path: <>\n", "", 1),
		"to another address":      b.report(last, "failed", us),
		"to where answers go":     b.report(last, "failed", last.ReplyTo),
		"to that of another mail": b.report(last, "failed", b.last(anna).Bounces),
	} {
		if b.receive(report); !runs() {
			t.Errorf("a report %s stops the clock", what)
		}
	}
	b.bounce(last, "failed")
	if runs() {
		t.Error("a report does not stop the clock")
	}
	b.reply(ben, "help")
	b.after(2*time.Minute, ben)
	if !runs() {
		t.Error("an answer does not start the clock")
	}
	b.bounce(b.last(ben), "failed")
	if !runs() {
		t.Error("the second report stops the clock")
	}
	b.reply(ben, "help")
	b.bounce(b.last(ben), "failed") // at once
	if !runs() {
		t.Error("the third report stops the clock")
	}
}
