package mail_test

import (
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

const (
	ann     = "discord:7" // an account of Discord
	bob     = "discord:8"
	eve     = "eve@example.org"
	unknown = "Authentication-Results: -" // the mail server says nothing of the author
)

// codeFor is a code that an account was given in Discord.
func (b *bench) codeFor(account, name string) string {
	b.t.Helper()
	code, to, err := b.Bind(b.t.Context(), account, name, "en")
	b.must(err)
	if to != us {
		b.t.Errorf("the code is to go to %s", to)
	}
	return code
}

// bound checks what address an account has.
func (b *bench) bound(account, want string) {
	b.t.Helper()
	if got, err := b.Bound(b.t.Context(), account); err != nil || got != want {
		b.t.Errorf("%s has the address %q, %v; want %q", account, got, err, want)
	}
}

// inDiscord has Ann and Bob begin a match of the toy in Discord, with a clock.
func (b *bench) inDiscord(clock string) match.ID {
	b.t.Helper()
	r, err := b.play.Open(b.t.Context(), referee.Command{Account: ann, Name: "Ann", Door: "discord", Key: "open"}, referee.Opening{Game: "toy", Place: "discord:1", Settings: map[string]string{schedule.SettingClock: clock}})
	b.must(err)
	_, err = b.play.Join(b.t.Context(), referee.Command{Match: r.Match, Seat: "red", Account: ann, Name: "Ann", Door: "discord", Key: "red"})
	b.must(err)
	_, err = b.play.Join(b.t.Context(), referee.Command{Match: r.Match, Seat: "blue", Account: bob, Name: "Bob", Door: "discord", Key: "blue"})
	b.must(err)
	return r.Match
}

func TestBind(t *testing.T) {
	for _, vouched := range []bool{true, false} {
		b := newBench(t)
		id := b.inDiscord("none")
		code := b.codeFor(ann, "Ann")
		if vouched {
			b.write(anna, "Here it is:\n"+code)
		} else {
			b.write(anna, code, unknown)
			b.bound(ann, "")
			b.says(anna, english("mail.bind", engine.Text("name", "Ann")))
			b.write(anna, b.code(anna), unknown)
		}
		b.bound(ann, anna)
		b.says(anna, "belongs to the account of Ann")
		n := len(b.got[anna])
		b.write(anna, code)
		b.bound(ann, anna)
		if vouched && len(b.got[anna]) == n {
			t.Error("a code that was used is not answered")
		}
		b.write(anna, "Where do we stand?") // it asks for the match in Discord, and is sent it with a token
		b.says(anna, "what is your plan?")
		before := b.seq(id)
		b.reply(anna, "plan hold")
		if b.seq(id) == before {
			t.Fatalf("a mail from the bound address moves nothing:\n%s", plain(b.last(anna)))
		}
		if log := b.look(id).Snapshot.Match().Log(); log[len(log)-1].Decision.Door != "mail" {
			t.Errorf("decided by %q", log[len(log)-1].Decision.Door)
		}
	}
}

// Whoever tries binds no address that is not theirs, and no account that is not.
func TestUnauthorisedBindingRefused(t *testing.T) {
	forged := "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"
	for _, c := range []struct {
		name string
		try  func(b *bench, code string)
	}{
		{"a mail that the server calls forged", func(b *bench, code string) { b.write(anna, code, forged) }},
		{"a mail of which the server says nothing", func(b *bench, code string) { b.write(anna, code, unknown) }},
		{"the second code from another address", func(b *bench, code string) {
			b.write(anna, code, unknown)
			b.write(eve, b.code(anna))
		}},
		{"the first code again from another address", func(b *bench, code string) {
			b.write(anna, code, unknown)
			b.write(eve, code)
		}},
		{"the code quoted", func(b *bench, code string) { b.write(anna, "> "+code) }},
		{"the code from a program", func(b *bench, code string) { b.write(anna, code, "Auto-Submitted: auto-replied") }},
		{"a code that is too old", func(b *bench, code string) {
			b.now = b.now.Add(14*24*time.Hour + time.Minute)
			b.write(anna, code)
		}},
		{"a code in whose place another was given", func(b *bench, code string) {
			b.codeFor(bob, "Bob")
			b.write(anna, code)
		}},
		{"a code of somebody who was erased", func(b *bench, code string) {
			b.must(b.play.Erase(b.t.Context(), bob))
			b.write(anna, code)
		}},
		{"a code that nobody was given", func(b *bench, _ string) { b.write(anna, "00000-00000") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			c.try(b, b.codeFor(bob, "Bob"))
			b.bound(bob, "")
		})
	}
}

// Forged mails with codes send a stranger one mail a day.
func TestBindingWritesToAStrangerOnce(t *testing.T) {
	b := newBench(t)
	for range 3 {
		b.write(anna, b.codeFor(bob, "Bob"), unknown)
	}
	if n := len(b.got[anna]); n != 1 {
		t.Errorf("%d mails to somebody whose address is forged", n)
	}
}

// An address that has an account is bound to no other: neither that of who plays by mail alone, nor one of Discord.
func TestAnAddressHasOneAccount(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	seats := b.look(id).Holder("red").Account
	code := b.codeFor(ann, "Ann")
	b.write(anna, code)
	b.bound(ann, "")
	b.says(anna, part("mail.refused.bound"))
	if got := b.look(id).Holder("red").Account; got != seats {
		t.Errorf("the seat is of %s", got)
	}
	b.write(eve, b.codeFor(bob, "Bob"))
	b.bound(bob, eve)
	b.write(eve, code)
	b.bound(ann, "")
	b.says(eve, part("mail.refused.bound"))
	b.write(eve, "forget me")
	b.says(eve, part("mail.freed"))
	b.bound(bob, "")
	b.write(eve, code)
	b.bound(ann, eve)
}

// Who binds a second address has that one alone: the first is told so, and moves nothing more.
func TestBindAnother(t *testing.T) {
	b := newBench(t)
	id := b.inDiscord("none")
	b.write(anna, b.codeFor(ann, "Ann"))
	b.write(anna, "Where do we stand?")
	old := b.last(anna)
	b.write(eve, b.codeFor(ann, "Ann"))
	b.bound(ann, eve)
	b.says(anna, part("mail.address-was"))
	b.still(id, "the address that was", func() { b.receive(b.answer(anna, old, "plan hold")) })
	b.write(eve, "Where do we stand?")
	before := b.seq(id)
	b.reply(eve, "plan hold")
	if b.seq(id) == before {
		t.Error("the new address moves nothing")
	}
	b.write(anna, b.codeFor(bob, "Bob")) // it is free
	b.bound(bob, anna)
	b.bound(ann, eve)
}

// Who chose to be told by mail gets the news of their matches there, their clock starts by them, and they are told in
// Discord again once they free the address.
func TestToldByMail(t *testing.T) {
	b := newBench(t)
	b.write(anna, b.codeFor(ann, "Ann"))
	b.write(anna, "reminders on")
	where := func() schedule.Where {
		p, err := b.play.Schedule.Preferences(b.t.Context(), ann)
		b.must(err)
		return p.Where
	}
	if where() != schedule.ByMail {
		t.Fatalf("told by %q", where())
	}
	id := b.inDiscord("none")
	b.deliver()
	b.says(anna, "what is your plan?")
	before := b.seq(id)
	b.reply(anna, "plan hold")
	if b.seq(id) == before {
		t.Fatal("an answer to it moves nothing")
	}
	b.must(b.Unbind(b.t.Context(), ann))
	b.deliver()
	b.says(anna, part("mail.freed"))
	b.bound(ann, "")
	if where() != schedule.InChannel {
		t.Errorf("told by %q, without an address", where())
	}
	n := len(b.got[anna])
	_, err := b.play.Order(b.t.Context(), referee.Command{Match: id, Seat: "blue", Account: bob, Name: "Bob", Door: "discord", Key: "plan"}, "plan march")
	b.must(err)
	b.deliver()
	if len(b.got[anna]) != n {
		t.Error("the address is told still")
	}
	b.must(b.Unbind(b.t.Context(), ann)) // again
}

// While a mail has not settled the clock of who is told by mail stands; who frees their address in between
// is taken to know what it told.
func TestUnbindStartsTheClock(t *testing.T) {
	b := newBench(t)
	b.write(anna, b.codeFor(ann, "Ann"))
	b.write(anna, "reminders on")
	id := b.inDiscord("limit 3d then remind")
	l := b.look(id)
	runs := func() bool { return refereetest.Clock(t, b.play, id, l.Holder("red").Player).Runs }
	b.deliver()
	b.must(b.play.Schedule.Delivered(b.t.Context(), "discord:1", id, b.seq(id), b.now))
	if runs() {
		t.Fatal("the clock runs by what was told in the channel")
	}
	b.must(b.Unbind(b.t.Context(), ann))
	if !runs() {
		t.Error("the clock stands")
	}
}
