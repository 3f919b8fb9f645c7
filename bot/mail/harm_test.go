package mail_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
)

// dora is somebody who plays elsewhere, and has opened a match there.
func (b *bench) dora() referee.Command {
	b.t.Helper()
	c := referee.Command{Account: "discord:7", Name: "Dora", Door: "discord", Seat: "red"}
	opened, err := b.play.Open(b.t.Context(), c, referee.Opening{Game: "toy", Place: "discord:1"})
	b.must(err)
	c.Match = opened.Match
	return c
}

// interrupted takes in a mail of which the process is ended before it is stored, and then again.
func (b *bench) interrupted(octets string) {
	b.t.Helper()
	octets = strings.ReplaceAll(octets, "\n", "\r\n")
	b.breaks = 1
	if err := b.Receive(b.t.Context(), []byte(octets), true); !errors.Is(err, errDisk) {
		b.t.Fatalf("a disk that fails: %v", err)
	}
	b.restart()
	b.must(b.Receive(b.t.Context(), []byte(octets), true))
	b.deliver()
}

// A mail that cannot be answered, or asks for one that cannot be sent, is put aside as any other: with an error it
// would be handed over for ever, and nothing behind it.
func TestAMailThatCannotBeAnswered(t *testing.T) {
	b := newBench(t)
	for _, from := range []string{"é@example.org", strings.Repeat("x", 330) + "@example.org", `"a b"@example.org`} {
		b.write("x@example.org", "Hello.", "From: <"+from+">")
		b.write("x@example.org", "new toy against "+ben, "From: <"+from+">")
	}
	b.write(anna, "new toy against "+ben)
	b.write(anna, b.code(anna))
	for _, to := range []string{"bén@example.net", strings.Repeat("x", 2000) + "@example.net", "carl@é.net"} {
		b.write(anna, "new toy against "+to)
		b.says(anna, part("mail.new-whom"))
	}
}

// Reminders are switched off by the address that a mail of ours names for it, or by a mail that is known to be
// from whom it says; whoever writes a name alone has them asked.
func TestUnsubscribing(t *testing.T) {
	for _, plus := range []bool{true, false} {
		b := newBench(t)
		b.plus = plus
		b.restart()
		b.begin("toy")
		off := func(from, to, subject string, more ...string) bool {
			n := len(b.got[anna])
			b.receive(b.written(from, to, subject, "", more...))
			for _, m := range b.got[anna][n:] {
				if strings.Contains(plain(m), part("mail.off")) {
					return true
				}
			}
			return false
		}
		way := b.last(anna).Unsubscribe
		const unknown, failed = "Authentication-Results: -", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"
		if off(anna, us, "unsubscribe", unknown) || off(anna, us, "unsubscribe", failed) || off(anna, way.Mail, way.Subject, failed) {
			t.Error("a forged mail switches reminders off")
		}
		b.says(anna, english("mail.confirm", engine.Text("lines", "unsubscribe")))
		b.write(anna, b.code(anna))
		b.says(anna, part("mail.chosen"))
		if !off(anna, us, "Unsubscribe") || !off(anna, way.Mail, way.Subject, unknown) {
			t.Error("a mail that is Anna’s does not")
		}
		if off("eve@example.org", way.Mail, way.Subject) || off(anna, way.Mail, way.Subject, unknown) {
			t.Error("an address that somebody else has used does")
		}
	}
}

// Who has left a seat does not see with the eyes of whoever has it now, by no mail of theirs.
func TestASeatThatWasLeft(t *testing.T) {
	b := newBench(t)
	dora := b.dora()
	b.write(anna, "join "+string(dora.Match))
	b.write(anna, b.code(anna))
	b.says(anna, english("referee.refuse.waiting"))
	old := b.last(anna)
	b.receive(b.answer(anna, old, "leave"))
	b.says(anna, english("mail.left"))
	_, err := b.play.Join(b.t.Context(), dora)
	b.must(err)
	emil := dora
	emil.Account, emil.Name, emil.Seat = "discord:8", "Emil", "blue"
	_, err = b.play.Join(b.t.Context(), emil)
	b.must(err)
	_, err = b.play.Order(b.t.Context(), dora, "plan march")
	b.must(err)
	for _, text := range []string{"help", "reach red-a", "plan hold", "try\nplan hold"} {
		b.still(dora.Match, text, func() { b.receive(b.answer(anna, old, text)) })
		if said := plain(b.last(anna)); !strings.Contains(said, part("mail.refused.parted")) || strings.Contains(said, "march") {
			t.Errorf("after %q:\n%s", text, said)
		}
	}
}

// Whoever is forgotten is not kept by what else the same mail says.
func TestForgottenInPassing(t *testing.T) {
	for _, text := range []string{"language fr\nforget me", "forget me\nlanguage fr", "forget me\nplan march", "plan march\nforget me"} {
		b := newBench(t)
		b.begin("toy")
		for _, write := range []func(){func() { b.reply(anna, text) }, func() { b.write(anna, text) }} {
			write()
			for _, prefix := range []string{"person ", "address ", "token ", "thread ", "code "} {
				names, bodies, err := b.store.Mail().After(b.t.Context(), prefix, "", 0)
				b.must(err)
				for i, name := range names {
					if strings.Contains(name+string(bodies[i]), "anna@") {
						t.Errorf("%q: %s%s is kept: %s", text, prefix, name, bodies[i])
					}
				}
			}
		}
	}
}

// Of a mail that opens a match the process ends in the middle: who is invited can accept all the same.
func TestInvitedInTheMiddle(t *testing.T) {
	b := newBench(t)
	b.write(anna, "new toy against "+ben)
	b.interrupted(b.written(anna, us, "Re", b.code(anna)))
	b.write(ben, b.code(ben))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 1 || !b.look(list[0].ID).Started {
		t.Errorf("%d matches; Ben is told:\n%s", len(list), plain(b.last(ben)))
	}
}

// Of a mail that joins a match, too: who has the last seat by then is told how it stands.
func TestJoinedInTheMiddle(t *testing.T) {
	b := newBench(t)
	dora := b.dora()
	_, err := b.play.Join(b.t.Context(), dora)
	b.must(err)
	b.write(anna, "join "+string(dora.Match))
	b.interrupted(b.written(anna, us, "Re", b.code(anna)))
	b.says(anna, part("mail.asked"))
}

// Somebody asks for a match of their own and is invited to another before they have confirmed: both codes count.
func TestInvitedWhileAsking(t *testing.T) {
	b := newBench(t)
	b.write(ben, "new toy against carl@example.org")
	own := b.code(ben)
	b.write(anna, "new toy against "+ben)
	b.write(anna, b.code(anna))
	invitation := b.code(ben)
	b.write(ben, own)
	b.write(ben, invitation)
	b.says(ben, part("mail.asked"))
	if list, err := b.play.Index.Matches(b.t.Context()); err != nil || len(list) != 2 {
		t.Errorf("%d matches, %v", len(list), err)
	}
}

// Whoever writes in the name of others does not have the referee write to them what they like, nor as often; and nobody
// has it write to as many people as they like.
func TestMailToStrangersIsLimited(t *testing.T) {
	b := newBench(t)
	const carl, forged = "carl@example.org", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"
	b.write(carl, "new toy against "+ben+"\nBuy at spam.example", forged)
	if len(b.got[carl]) > 0 {
		t.Error("a forged mail of a stranger is answered")
	}
	b.write(carl, "new toy against "+ben+"\nBuy at spam.example", "Authentication-Results: -")
	if said := plain(b.last(carl)); !strings.Contains(said, "new toy against") || strings.Contains(said, "Buy") {
		t.Errorf("a stranger is sent\n%s", said)
	}
	b.write(carl, b.code(carl))
	n := len(b.got[carl])
	for range 100 {
		b.write(carl, "digest on", "Authentication-Results: -")
	}
	if got := len(b.got[carl]) - n; got != 30 {
		t.Errorf("%d codes in an hour", got)
	}
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprintf("new toy against v%d@example.org", i))
	}
	b.write(carl, strings.Join(many, "\n"))
	b.write(carl, strings.Join(many[20:], "\n"))
	b.says(carl, part("mail.invited-many"))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 10 {
		t.Errorf("%d matches are opened in a day", len(list))
	}
	b.now = b.now.Add(24 * time.Hour)
	b.write(carl, many[30])
	b.says(carl, part("mail.invited"))
}

// A mail that was not taken is not overtaken by the next to the same person, which says more.
func TestMailsInOrder(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.fails[anna] = errors.New("no connection")
	b.reply(anna, "help")
	b.fails[anna] = nil
	n := len(b.got[anna])
	b.reply(anna, "plan march")
	if len(b.got[anna]) != n {
		t.Error("the second came first")
	}
	b.now = b.now.Add(time.Hour)
	b.deliver()
	if got := b.got[anna][n:]; len(got) != 2 || !strings.Contains(plain(got[0]), "» help") || !strings.Contains(plain(got[1]), "» plan march") {
		t.Errorf("%d mails came", len(got))
	}
}

// A match that has begun is not left by a line that may as well be somebody's way of signing.
func TestLeavingLate(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.still(id, "leaving", func() { b.reply(anna, "leave") })
	b.says(anna, part("mail.leave-late"), "resign")
}

// A mail that asks for more than anybody needs is not gone through to its end, whatever it is about.
func TestMailsOfManyLines(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.reply(anna, strings.Repeat("reach red-a\n", 1000))
	b.says(anna, english("mail.lines.many", engine.Num("n", 200)))
	if n := strings.Count(plain(b.last(anna)), "» reach"); n > 201 {
		t.Errorf("%d questions are answered", n)
	}
	b.write(anna, strings.Repeat("digest on\n", 1000))
	if n := strings.Count(plain(b.last(anna)), part("mail.chosen")); n != 200 {
		t.Errorf("%d lines are obeyed", n)
	}
}

// What cannot be opened is refused in the words of its game, and where it cannot be.
func TestOpeningRefused(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	match := b.last(anna)
	for text, says := range map[string]string{
		"new toy against carl@example.org foo=bar":  "foo cannot be bar",
		"new celles against carl@example.org bid=x": "bid",
		"new toy against " + us:                     part("mail.new-whom"),
		"new toy against referee+x@example.com":     part("mail.new-whom"),
	} {
		b.write(anna, text)
		b.says(anna, says)
		if said := plain(b.last(anna)); strings.Contains(said, "[") || strings.Contains(said, part("mail.invited")) {
			t.Errorf("%q: %s", text, said)
		}
	}
	b.receive(b.answer(anna, match, "new toy against carl@example.org"))
	b.says(anna, part("mail.not-there"))
}

// Somebody who plays and has let an invitation lapse can be invited again.
func TestInvitedAgain(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.write(anna, "new toy against "+ben)
	b.write(anna, "new toy against "+ben)
	b.says(anna, part("mail.invited-already"))
	b.now = b.now.Add(15 * 24 * time.Hour)
	b.write(anna, "new toy against "+ben)
	b.says(anna, part("mail.invited"))
	n := len(b.got[ben])
	b.deliver()
	b.write(ben, strings.ToLower(b.code(ben)))
	if len(b.got[ben]) == n {
		t.Error("the second invitation cannot be accepted")
	}
	b.says(ben, part("mail.asked"))
}

// However many mails wait, all of them are sent, in their order.
func TestManyMailsWait(t *testing.T) {
	b := newBench(t)
	const n = 120
	var sent []string
	b.via = func(_ context.Context, m outgoing.Mail) error { sent = append(sent, m.To); return nil }
	for i := range n {
		octets := b.written(fmt.Sprintf("s%03d@example.org", i), us, "Hello", "Who are you?")
		b.must(b.Receive(t.Context(), []byte(strings.ReplaceAll(octets, "\n", "\r\n")), true))
	}
	b.deliver()
	if len(sent) != n || !slices.IsSorted(sent) {
		t.Errorf("%d mails, in order %t", len(sent), slices.IsSorted(sent))
	}
	b.deliver()
	if len(sent) != n {
		t.Errorf("%d mails after sending again", len(sent))
	}
}
