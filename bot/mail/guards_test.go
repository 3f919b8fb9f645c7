package mail_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/outgoing"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/match"
)

// Whoever writes what they may not moves nothing, whatever they try.
func TestUnauthorisedMailChangesNothing(t *testing.T) {
	type tried struct {
		name string
		try  func(b *bench)
		told string // what the owner of the seat is told then; "": nothing new
	}
	forged := "From: Anna <" + anna + ">"
	for _, c := range []tried{
		{"a forged address alone", func(b *bench) { b.write("eve@example.org", "plan hold", forged) }, english("mail.refused.unknown")},
		{"a token that somebody invents", func(b *bench) {
			to := b.last(anna)
			to.ReplyTo = strings.Replace(to.ReplyTo, "+", "+0", 1)
			b.receive(b.answer(anna, to, "plan hold"))
		}, part("mail.refused.unknown")},
		{"the token from another address", func(b *bench) { b.receive(b.answer("eve@example.org", b.last(anna), "plan hold")) }, part("mail.refused.elsewhere")},
		{"the opponent with the token", func(b *bench) { b.receive(b.answer(ben, b.last(anna), "plan hold")) }, part("mail.refused.elsewhere")},
		{"a mail that went to the opponent too", func(b *bench) { b.receive(b.answer(anna, b.last(anna), "plan hold", "Cc: "+ben)) }, part("mail.refused.shared")},
		{"a mail that the server calls forged", func(b *bench) {
			b.receive(b.answer(anna, b.last(anna), "plan hold", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"))
		}, part("mail.confirm")},
		{"an answer from a program", func(b *bench) { b.receive(b.answer(anna, b.last(anna), "plan hold", "Auto-Submitted: auto-replied")) }, ""},
		{"an absence", func(b *bench) {
			b.receive(b.written(anna, b.last(anna).ReplyTo, "Automatic reply: "+b.last(anna).Subject, "plan hold", "X-Auto-Response-Suppress: All", "Precedence: auto_reply"))
		}, ""},
		{"what is quoted", func(b *bench) { b.receive(b.answer(anna, b.last(anna), "> plan hold")) }, part("mail.nothing-own")},
		{"what stands below a signature", func(b *bench) { b.receive(b.answer(anna, b.last(anna), "-- \nplan hold")) }, part("mail.nothing-own")},
		{"prose", func(b *bench) { b.reply(anna, "I plan to hold the ford.") }, part("mail.nothing")},
		{"nothing to try", func(b *bench) { b.reply(anna, "try") }, english("mail.nothing-to-try", engine.Text("try", "try"))},
		{"a dry run", func(b *bench) { b.reply(anna, "try\nplan hold") }, ""},
		{"a code in place of an order", func(b *bench) { b.reply(anna, "00000-00000") }, part("mail.code-unknown")},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			id := b.begin("toy")
			n := len(b.got[anna])
			b.still(id, c.name, func() { c.try(b) })
			switch {
			case c.told != "":
				b.says(anna, c.told)
			case c.name != "a dry run" && len(b.got[anna]) != n:
				t.Errorf("it was answered:\n%s", plain(b.last(anna)))
			}
			if len(b.got["eve@example.org"]) > 0 {
				t.Errorf("Eve was answered:\n%s", plain(b.last("eve@example.org")))
			}
		})
	}
}

// A token that somebody else has seen is worth nothing any more, to nobody; the next mail has another.
func TestASharedTokenIsVoid(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	leaked := b.last(anna)
	b.still(id, "a token of another's", func() {
		b.receive(b.answer("eve@example.org", leaked, "plan hold"))
		n := len(b.got[anna])
		b.receive(b.answer("eve@example.org", leaked, "plan hold", "X-Other: 1"))
		if len(b.got[anna]) != n {
			t.Error("Anna is told of each try of Eve’s")
		}
		b.receive(b.answer(anna, leaked, "plan hold"))
		b.says(anna, part("mail.refused.shared"))
	})
	before := b.seq(id)
	b.reply(anna, "plan hold")
	if b.seq(id) == before {
		t.Error("an answer to the new mail moves nothing")
	}
}

// A mail that is delivered twice is obeyed once and answered once, also by its octets where it has no id;
// another with the same token moves nothing.
func TestAgain(t *testing.T) {
	for _, id := range []string{"", "Message-ID: -"} {
		b := newBench(t)
		in := b.begin("toy")
		first := b.last(anna)
		mail := b.answer(anna, first, "plan hold", "X-No: 1", id)
		if id == "" {
			mail = b.answer(anna, first, "plan hold")
		}
		b.receive(mail)
		b.says(anna, "» plan hold")
		n := len(b.got[anna])
		b.still(in, "a mail that came twice", func() {
			b.receive(mail)
			b.restart()
			b.receive(mail)
		})
		if len(b.got[anna]) != n {
			t.Error("it was answered again")
		}
		b.still(in, "a spent token", func() { b.receive(b.answer(anna, first, "undo")) })
		b.says(anna, part("mail.refused.spent"))
	}
}

// Questions, tries and refusals spend no token; orders do.
func TestOnlyOrdersSpendTokens(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	first := b.last(anna)
	b.still(id, "no order", func() {
		for _, text := range []string{"reach red-a", "help", "try\nplan march", "plan nonsense 0201", "Nice weather.", "resign"} {
			b.receive(b.answer(anna, first, text))
		}
	})
	before := b.seq(id)
	b.receive(b.answer(anna, first, "plan march"))
	if b.seq(id) == before {
		t.Errorf("the token was spent by no order:\n%s", plain(b.last(anna)))
	}
}

// What a mail answers may no longer be asked: then its orders are not obeyed, and what has changed is
// told. A list that is old is not taken for another.
func TestStale(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	old := b.last(anna)
	b.receive(b.answer(anna, b.last(anna), "help"))
	b.reply(anna, "plan march")
	b.reply(ben, "plan march")
	b.still(id, "a stale mail", func() { b.receive(b.answer(anna, old, "1")) })
	b.says(anna, part("mail.refused.stale"))
}

func TestResigningIsAskedBack(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	asked := b.last(anna)
	b.still(id, "resigning without being asked", func() { b.receive(b.answer(anna, asked, "resign yes")) })
	b.says(anna, part("mail.resign-sure"))
	b.still(id, "confirming by another mail", func() { b.receive(b.answer(anna, asked, "resign yes")) })
	b.reply(anna, "resign yes")
	if e := b.look(id).Ending; e == nil || e.Winner != "blue" {
		t.Errorf("after resigning: %+v", e)
	}
	b.says(ben, part("table.won"), part("mail.last-head"))
}

// A mail that the server calls forged waits until its address has confirmed it, with a code that nobody
// else can use, and that is used once.
func TestAForgedMailWaits(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	failed := "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"
	b.receive(b.answer(anna, b.last(anna), "plan hold", failed))
	code := b.code(anna)
	b.still(id, "the code of somebody else", func() { b.write(ben, code) })
	b.still(id, "the code from a program", func() { b.write(anna, code, "Auto-Submitted: auto-generated") })
	b.still(id, "the code quoted", func() { b.write(anna, "> "+code) })
	b.still(id, "the code in a forged mail", func() { b.write(anna, code, failed) })
	before := b.seq(id)
	b.write(anna, "Yes, that was me:\n"+code)
	if b.seq(id) == before {
		t.Fatalf("the code confirms nothing:\n%s", plain(b.last(anna)))
	}
	b.says(anna, "» plan hold")
	b.still(id, part("mail.refused.bound"), func() { b.write(anna, code) })
}

// Strangers are told once a day that nobody knows them, get no more than one code a day, and nobody is invited
// twice.
func TestStrangers(t *testing.T) {
	b := newBench(t)
	const carl = "carl@example.org"
	for range 3 {
		b.write(carl, "Hello, I would like to draw.")
		b.write(carl, "new toy against "+ben)
	}
	if n := len(b.got[carl]); n != 1 {
		t.Errorf("%d mails to a stranger", n)
	}
	b.says(carl, part("mail.stranger"))
	b.now = b.now.Add(24 * time.Hour)
	for range 3 {
		b.write(carl, "new toy against "+ben)
	}
	if n := len(b.got[carl]); n != 2 {
		t.Errorf("%d mails to a stranger after a day", n)
	}
	if len(b.got[ben]) != 0 {
		t.Error("a stranger had somebody invited without a code")
	}
	b.write(anna, "new toy against "+ben)
	b.write(anna, b.code(anna))
	b.write(anna, "new toy against "+ben)
	b.says(anna, part("mail.invited-already"))
	if n := len(b.got[ben]); n != 1 {
		t.Errorf("%d invitations", n)
	}
	b.write("eve@example.org", b.code(ben))
	if list, err := b.play.Index.Matches(b.t.Context()); err != nil || len(list) != 1 {
		t.Fatalf("%d matches, %v", len(list), err)
	} else if b.look(list[0].ID).Started {
		t.Error("somebody else has accepted the invitation")
	}
}

// The clock of who plays by mail starts when their mail was taken and has not come back; a bounce that names
// no mail of ours changes nothing, nor does a delay.
func TestClocks(t *testing.T) {
	b := newBench(t)
	id := b.beginClocked()
	runs := func(seat engine.Seat) bool {
		times, err := b.play.Schedule.Times(b.t.Context(), id)
		b.must(err)
		for _, c := range times.Clocks {
			if c.Player == b.look(id).Holder(seat).Player {
				return c.Runs
			}
		}
		return false
	}
	if runs("red") || runs("blue") {
		t.Error("a clock runs before a mail has settled")
	}
	b.bounce(b.last(ben), "delayed")
	strange := b.last(ben)
	strange.ID = "nothing@example.com"
	b.bounce(strange, "failed")
	b.now = b.now.Add(2 * time.Minute)
	b.deliver()
	if !runs("red") || !runs("blue") {
		t.Errorf("after the mails have settled: red %t, blue %t", runs("red"), runs("blue"))
	}
	b.bounce(b.last(ben), "failed")
	if !runs("red") || runs("blue") {
		t.Errorf("after one came back: red %t, blue %t", runs("red"), runs("blue"))
	}
	b.now = b.now.Add(40 * time.Hour)
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
	n := len(b.got[anna])
	b.deliver()
	if len(b.got[anna]) != n+1 {
		t.Errorf("%d reminders", len(b.got[anna])-n)
	}
	b.says(anna, part("mail.refused.reminder"), part("mail.asked"))
}

// A mail server that does not take a mail gets it again later; one that never will costs no clock.
func TestMailsThatAreNotTaken(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.fails[ben] = errors.New("no connection")
	b.reply(anna, "plan march")
	b.reply(ben, "plan march")
	n := len(b.got[ben])
	b.now = b.now.Add(time.Second)
	b.deliver()
	b.fails[ben] = nil
	b.deliver()
	if len(b.got[ben]) != n {
		t.Error("it was tried again at once")
	}
	b.now = b.now.Add(time.Hour)
	b.deliver()
	if len(b.got[ben]) == n {
		t.Error("it was not tried again")
	}
	b.says(ben, b.look(id).Foot())
	if posts, err := b.play.Outbox.Posts(b.t.Context(), post.MailPlace(b.look(id).Holder("blue").Account)); err != nil || len(posts) != 0 {
		t.Errorf("%d posts wait still, %v", len(posts), err)
	}
	b.fails[ben] = &outgoing.Refused{Code: 550, Forever: true}
	b.reply(ben, "help")
	b.deliver()
	_, waits, err := b.store.Mail().After(b.t.Context(), "waiting ", "", 0)
	b.must(err)
	for _, body := range waits {
		var w struct {
			Mail struct{ To string }
			Sent bool
		}
		if b.must(json.Unmarshal(body, &w)); w.Mail.To == ben && !w.Sent {
			t.Error("a mail that is never taken waits still")
		}
	}
}

// Somebody chooses their language, nights and reminders, and is erased when they ask for it: nothing is kept
// of their address.
func TestAboutOneself(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.reply(anna, "langue français\nfuseau Europe/Paris\nnuit 23-7\nplan march")
	b.says(anna, "Désormais", localetest.Part("fr", "mail.done"), localetest.Part("fr", "mail.chosen"))
	pref, err := b.play.Schedule.Preferences(b.t.Context(), b.look(id).Holder("red").Account)
	b.must(err)
	if pref.Zone != "Europe/Paris" || pref.Sleep != "23:00-07:00" {
		t.Errorf("%+v", pref)
	}
	b.reply(anna, "oubliez-moi")
	b.says(anna, localetest.Part("fr", "mail.forgotten"))
	for _, prefix := range []string{"person ", "address ", "token ", "thread ", "code "} {
		names, bodies, err := b.store.Mail().After(b.t.Context(), prefix, "", 0)
		b.must(err)
		for i, name := range names {
			if strings.Contains(name+string(bodies[i]), "anna@") {
				t.Errorf("%s%s is kept: %s", prefix, name, bodies[i])
			}
		}
	}
	if a := b.look(id).Holder("red").Account; a != "" {
		t.Errorf("red is %s", a)
	}
}

// Where a mailbox has no addresses with a tag, the token stands in the subject.
func TestTokensInSubjects(t *testing.T) {
	b := newBench(t)
	b.plus = false
	b.restart()
	id := b.begin("toy")
	if b.last(anna).ReplyTo != "" || !strings.HasSuffix(b.last(anna).Subject, "]") {
		t.Errorf("answers go to %q, subject %q", b.last(anna).ReplyTo, b.last(anna).Subject)
	}
	before := b.seq(id)
	b.reply(anna, "plan hold")
	if b.seq(id) == before {
		t.Error("a token in the subject is not found")
	}
}

// One match is one thread: each mail names those before it.
func TestThreads(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	first := b.last(anna)
	b.reply(anna, "plan march")
	second := b.last(anna)
	if second.Subject != first.Subject || second.InReply == "" || second.InReply == first.ID || second.Thread[0] != first.ID {
		t.Errorf("the second mail: subject %q, answers %q, thread %q", second.Subject, second.InReply, second.Thread)
	}
	if second.Auto != outgoing.Replied || first.Auto != outgoing.Generated {
		t.Errorf("%q, %q", first.Auto, second.Auto)
	}
}

// A mail of which the process was stopped in the middle is gone through again: what was done of it is answered
// as it was and not done again, and the rest goes on.
func TestStoppedInTheMiddle(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	octets := strings.ReplaceAll(b.answer(ben, b.last(ben), "standard"), "\n", "\r\n")
	b.breaks = 2
	for range 2 {
		if err := b.Receive(t.Context(), []byte(octets), true); !errors.Is(err, errDisk) {
			t.Fatalf("a disk that fails: %v", err)
		}
		b.restart()
	}
	before := b.seq(id)
	b.still(id, "the same mail again", func() { b.must(b.Receive(t.Context(), []byte(octets), true)) })
	b.deliver()
	b.says(ben, "» standard", "Set up: 84th Infantry 2 in 3306 (Hotton)")
	if strings.Contains(plain(b.last(ben)), "Nothing was carried out") || b.seq(id) != before {
		t.Errorf("what was done is refused:\n%s", plain(b.last(ben)))
	}
	b.says(anna, part("mail.asked"))
	octets = strings.ReplaceAll(b.answer(anna, b.last(anna), "draw, activate lehr; pass"), "\n", "\r\n")
	for n := range 3 {
		b.breaks = 1
		if err := b.Receive(t.Context(), []byte(octets), true); !errors.Is(err, errDisk) {
			t.Fatalf("a disk that fails: %v", err)
		}
		if n == 0 {
			before = b.seq(id)
		}
		if now := b.seq(id); now != before {
			t.Errorf("try %d: decision %d, %d after the first", n, now, before)
		}
	}
	b.must(b.Receive(t.Context(), []byte(octets), true))
	b.deliver()
	b.says(anna, "» draw, activate lehr; pass")
	if now := b.seq(id); now != before {
		t.Errorf("decision %d, %d after the first", now, before)
	}
}

// Of a mail that is too large somebody whom we know is told so, and a stranger is not.
func TestTooLarge(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.still(id, "the header of a mail", func() {
		for _, from := range []string{anna, "carl@example.org"} {
			head, _, _ := strings.Cut(b.answer(from, b.last(anna), "plan hold"), "\n\n")
			b.must(b.Receive(t.Context(), []byte(strings.ReplaceAll(head+"\n\n", "\n", "\r\n")), false))
		}
		b.deliver()
	})
	b.says(anna, part("mail.refused.large"))
	if len(b.got["carl@example.org"]) != 0 {
		t.Error("a stranger was answered")
	}
}

// Somebody joins by mail a match that is played elsewhere, and plays it against who is there; a seat that is kept
// for another they do not get.
func TestAMatchThatIsPlayedElsewhere(t *testing.T) {
	b := newBench(t)
	there := b.joinElsewhere()
	b.says(anna, part("mail.asked"), "what is your plan?")
	_, err := b.play.Order(b.t.Context(), there, "plan march")
	b.must(err)
	b.reply(anna, "plan march")
	l := b.look(there.Match)
	if got := l.Holder("blue"); got.Name != "Anna" || !strings.HasPrefix(got.Account, "mail:") {
		t.Errorf("blue is %+v", got)
	}
	if posts, err := b.play.Outbox.Posts(b.t.Context(), "discord:1"); err != nil || len(posts) < 4 {
		t.Errorf("%d posts wait where it is played, %v", len(posts), err)
	}
	kept, err := b.play.Open(b.t.Context(), there, referee.Opening{Game: "toy", Place: "discord:1", Opponent: match.Challenger{Account: "discord:8", Name: "Emil"}})
	b.must(err)
	b.still(kept.Match, "a seat that is kept", func() { b.write(anna, "join "+string(kept.Match)) })
	b.says(anna, english("referee.refuse.kept"))
}

// Whom no mail of a match has reached writes without one, and is sent it again; who forges their address has nothing sent.
func TestALostMailIsSentAgain(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	forged := "Authentication-Results: mx.example.com; dmarc=fail header.from=example.net"
	b.still(id, "a mail that answers none", func() { b.write(ben, "Was there anything?", forged) })
	if mail := b.last(ben); mail.ReplyTo != "" {
		t.Errorf("whoever forges an address has a token made: %s", mail.ReplyTo)
	}
	b.still(id, "a mail that answers none", func() { b.write(ben, "plan march") })
	b.says(ben, part("mail.refused.unknown"), part("mail.asked"), "what is your plan?")
	before := b.seq(id)
	b.reply(ben, "plan march")
	if b.seq(id) == before {
		t.Error("the mail that was sent again cannot be answered")
	}
	b.write(ben, "And now?")
	if mail := b.last(ben); mail.ReplyTo != "" {
		t.Error("who is asked nothing is told how it stands")
	}
}

// Whose invitation was lost takes their seat by the id of the match, which whoever invited them can tell.
func TestALostInvitation(t *testing.T) {
	b := newBench(t)
	b.write(anna, "new toy against "+ben)
	b.reply(anna, b.code(anna))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	b.write(ben, "join "+string(list[0].ID))
	b.write(ben, b.code(ben))
	b.says(ben, part("mail.asked"), "what is your plan?")
	b.says(anna, part("mail.asked"))
}

// A program that answers every mail, and cannot be told from a person, is answered for a while and then no more.
func TestAnswersOfProgramsEnd(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	asked, n := b.last(anna), len(b.got[anna])
	for range 40 {
		b.receive(b.answer(anna, asked, "I am not here."))
		b.write(anna, "I am not here.")
	}
	if got := len(b.got[anna]) - n; got != 30 {
		t.Errorf("%d answers in an hour", got)
	}
	before := b.seq(id)
	b.receive(b.answer(anna, asked, "plan march"))
	if b.seq(id) == before {
		t.Error("an order is not obeyed any more")
	}
	b.says(anna, "» plan march")
	b.now = b.now.Add(time.Hour)
	n = len(b.got[anna])
	b.reply(anna, "I am here.")
	if len(b.got[anna]) != n+1 {
		t.Error("nothing is answered after an hour")
	}
}
