package mail_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/engine"
)

// invites has an account of Discord invite somebody to a match of its own, and checks why nobody was invited.
func (b *bench) invites(by referee.Command, address, why string) {
	b.t.Helper()
	got, err := b.Invite(b.t.Context(), by.Account, by.Name, "en", by.Match, address)
	b.must(err)
	if got != why {
		b.t.Errorf("the invitation of %s is refused by %q, want %q", address, got, why)
	}
	b.deliver()
}

// dorasMatch is a match that Dora has opened in Discord, as red.
func (b *bench) dorasMatch() referee.Command {
	b.t.Helper()
	dora := b.dora()
	_, err := b.play.Join(b.t.Context(), dora)
	b.must(err)
	return dora
}

// Who plays in Discord invites an address to their match: it gets one mail, which names them by their name there, and no second
// one. With its code the match begins. What is kept until then does not have the address.
func TestInvitedFromDiscord(t *testing.T) {
	b := newBench(t)
	dora := b.dorasMatch()
	b.invites(dora, part("mail.browser-none"), "address")
	b.invites(dora, us, "address")
	b.invites(referee.Command{Match: dora.Match, Account: "discord:8", Name: "Eve"}, ben, "match")
	b.invites(referee.Command{Match: "zzzzzzzz", Account: "discord:7", Name: "Dora"}, ben, "match")
	if len(b.got[ben]) != 0 {
		t.Error("who has no side has invited somebody")
	}
	b.invites(dora, " <"+ben+"> ", "")
	b.says(ben, "Dora (in Discord) invites you to match "+string(dora.Match), english("mail.invitation-side", engine.Noun("seat", "blue")))
	b.invites(dora, strings.ToUpper(ben), "already")
	if n := len(b.got[ben]); n != 1 {
		t.Errorf("%d mails went to who is invited", n)
	}
	for _, kept := range b.kept() {
		if strings.Contains(kept, ben) {
			t.Errorf("an address that was invited is kept: %s", kept)
		}
	}
	b.write("eve@example.org", b.code(ben))
	if b.look(dora.Match).Started {
		t.Error("somebody else has accepted")
	}
	b.reply(ben, b.code(ben))
	if !b.look(dora.Match).Started {
		t.Errorf("Ben is not seated:\n%s", plain(b.last(ben)))
	}
	b.invites(dora, anna, "match")
}

// Whoever invites is told that the invitation was not kept: it was not sent, and can be asked for again.
func TestAnInvitationThatIsNotKept(t *testing.T) {
	b := newBench(t)
	dora := b.dorasMatch()
	b.breaks = 1
	if why, err := b.Invite(b.t.Context(), dora.Account, dora.Name, "en", dora.Match, ben); !errors.Is(err, errDisk) {
		t.Errorf("it is told as %q, %v", why, err)
	}
	b.deliver()
	if len(b.got[ben]) != 0 {
		t.Errorf("Ben gets:\n%s", plain(b.last(ben)))
	}
	b.invites(dora, ben, "")
	b.says(ben, "Dora (in Discord) invites you")
}

// kept is all that the door has stored, names and bodies, but for the mails themselves.
func (b *bench) kept() (all []string) {
	b.t.Helper()
	names, bodies, err := b.store.Mail().After(b.t.Context(), "", "", 0)
	b.must(err)
	for i := range names {
		if !strings.HasPrefix(names[i], "waiting ") {
			all = append(all, names[i]+" "+string(bodies[i]))
		}
	}
	return all
}

// Of an account ten people are invited in a day, by mail and in Discord together.
func TestInvitationsOfADay(t *testing.T) {
	b := newBench(t)
	dora := b.dorasMatch()
	code, _, err := b.Bind(b.t.Context(), dora.Account, dora.Name, "en")
	b.must(err)
	b.write(anna, code)
	for i := range 4 {
		b.write(anna, fmt.Sprintf("new toy against m%d@example.org", i))
		b.says(anna, part("mail.invited"))
	}
	for i := range 6 {
		b.invites(dora, fmt.Sprintf("d%d@example.org", i), "")
	}
	b.invites(dora, ben, "many")
	b.write(anna, "new toy against "+ben)
	b.says(anna, part("mail.invited-many"))
	b.now = b.now.Add(25 * time.Hour)
	b.must(b.Sweep(t.Context()))
	b.invites(dora, ben, "")
}

// Who has said that they want no mails is not invited, whether they have played or not, until they write themselves.
func TestInvitedAfterNoMore(t *testing.T) {
	b := newBench(t)
	dora := b.dorasMatch()
	const carl = "carl@example.com"
	b.receive(strings.Replace(b.written(carl, us, "unsubscribe", ""), "dmarc=pass", "dmarc=none", 1))
	b.invites(dora, carl, "") // it was anybody
	b.receive(strings.Replace(b.written(carl, us, "unsubscribe", ""), "dmarc=pass", "dmarc=none", 1))
	b.invites(dora, carl, "off") // who was invited
	b.receive(b.written(ben, us, "unsubscribe", ""))
	b.invites(dora, ben, "off")
	if len(b.got[ben]) != 0 {
		t.Errorf("Ben gets:\n%s", plain(b.last(ben)))
	}
	const dan = "dan@example.org"
	b.write(dan, "no more mail") // a line says it as well
	b.invites(dora, dan, "off")
	if len(b.got[dan]) != 0 {
		t.Errorf("Dan gets:\n%s", plain(b.last(dan)))
	}
	b.write(ben, "new toy against carl@example.org")
	b.write(ben, b.code(ben))
	b.invites(dora, ben, "")
	second := b.dorasMatch()
	b.receive(b.written(ben, us, "unsubscribe", ""))
	b.now = b.now.Add(15 * 24 * time.Hour)
	b.invites(second, ben, "off")
	b.write(ben, "reminders on")
	b.invites(second, ben, "")
}

// A flood of mails under somebody's name, for which no server vouches, uses up their answers, and not those to what they
// write themselves.
func TestForgedMailKeepsRepliesAvailable(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	for range 40 {
		b.write(anna, "Who are you?", "Authentication-Results: -")
	}
	flooded := len(b.got[anna])
	b.write(anna, "How does it stand?")
	if len(b.got[anna]) != flooded+1 {
		t.Error("a mail for which the server vouches is not answered")
	}
	if flooded > 35 {
		t.Errorf("%d mails to who is flooded", flooded)
	}
}

// All strangers together get so many answers in an hour.
func TestStrangersTogether(t *testing.T) {
	b := newBench(t)
	for i := range 220 {
		b.write(fmt.Sprintf("f%d@example.org", i), "Who are you?", "Authentication-Results: -")
	}
	if n := len(b.got); n != 200 {
		t.Errorf("%d strangers for whom nobody vouches were answered in an hour", n)
	}
	for i := range 220 {
		b.write(fmt.Sprintf("s%d@example.org", i), "Who are you?")
	}
	if n := len(b.got); n != 400 {
		t.Errorf("%d strangers of both kinds were answered in an hour", n)
	}
	b.now = b.now.Add(time.Hour)
	b.write(ben, "Who are you?")
	b.says(ben, part("mail.stranger"))
}

// A reminder that was made a mail of before the process ended, and was still in the outbox, is not sent again.
func TestAReminderOnce(t *testing.T) {
	b := newBench(t)
	b.write(anna, "new toy against "+ben+" clock=3d")
	b.write(anna, b.code(anna))
	b.reply(ben, b.code(ben))
	b.deliver()
	b.now = b.now.Add(2 * time.Minute)
	b.deliver() // it counts as delivered, and the clocks run
	b.now = b.now.Add(40 * time.Hour)
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
	before := len(b.got[anna])
	stops := func() {
		t.Helper()
		b.unsent = 1
		if err := b.Deliver(t.Context()); err == nil {
			t.Fatal("the outbox was emptied")
		}
		b.restart()
	}
	stops()
	// It ends so once more, and there is more to tell by then.
	b.must(b.Receive(t.Context(), []byte(strings.ReplaceAll(b.answer(ben, b.last(ben), "offer"), "\n", "\r\n")), true))
	stops()
	b.deliver()
	reminders := 0
	for _, m := range b.got[anna][before:] {
		if strings.Contains(plain(m), part("mail.refused.reminder")) {
			reminders++
		}
	}
	b.says(anna, part("mail.offered"))
	if n := len(b.got[anna]) - before; reminders != 1 || n != 2 {
		t.Errorf("%d reminders in %d mails", reminders, n)
	}
}
