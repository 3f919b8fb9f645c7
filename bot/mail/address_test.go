package mail_test

import (
	"slices"
	"testing"
	"time"

	"referee/engine"
)

const moved = "anna@example.com"

// Somebody plays from another address once it has answered with the code that was sent there: then the old one moves
// nothing any more.
func TestAnotherAddress(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	old := b.last(anna)
	b.reply(anna, "address "+moved)
	b.says(anna, english("mail.address-asked", engine.Text("address", moved)))
	code := b.code(moved)
	b.receive(b.answer(anna, b.last(anna), "address "+moved))
	b.says(anna, part("mail.address-wait"))
	if n := len(b.got[moved]); n != 1 {
		t.Errorf("%d codes", n)
	}
	b.write("eve@example.org", code)
	b.write(anna, code)
	b.write(moved, code, "Authentication-Results: mx.example.com; dmarc=fail header.from=example.com")
	if slices.Contains(b.has("address "), moved) {
		t.Fatal("it was confirmed by somebody else")
	}
	newest := b.last(anna)
	n := len(b.got[anna])
	b.now = b.now.Add(days) // strangers are answered again
	b.write(moved, "That is me.\n"+code)
	if len(b.got[anna]) != n+1 {
		t.Errorf("%d mails to the old address", len(b.got[anna])-n)
	}
	b.says(anna, english("mail.address-was", engine.Text("address", moved)))
	b.says(moved, part("mail.asked"))
	if got := b.has("address "); slices.Contains(got, anna) || !slices.Contains(got, moved) {
		t.Errorf("addresses: %q", got)
	}
	b.still(id, "what went to the old address", func() {
		for _, from := range []string{moved, anna, "eve@example.org"} {
			b.receive(b.answer(from, old, "plan hold"))
			b.receive(b.answer(from, newest, "plan hold"))
			b.write(from, code)
		}
	})
	before := b.seq(id)
	b.reply(moved, "plan hold")
	if b.seq(id) == before {
		t.Errorf("the new address moves nothing:\n%s", plain(b.last(moved)))
	}
	b.says(ben, part("mail.asked"))
}

// Nobody gets the address of another or of the referee, nor one to which no mail can go.
func TestAddressesThatCannotBeHad(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	n := len(b.got[ben])
	for _, to := range []string{ben, anna, us, "REFEREE+x@example.com", "björn@example.org"} {
		b.reply(anna, "address "+to)
		b.says(anna, part("mail.address-not"))
	}
	if len(b.got[ben]) != n {
		t.Error("Ben gets a code")
	}
	b.reply(anna, "address "+moved)
	code := b.code(moved)
	b.write(ben, "address "+moved) // both want it
	b.write(moved, b.code(moved))
	b.write(moved, code)
	if slices.Contains(b.has("address "), ben) || !slices.Contains(b.has("address "), anna) {
		t.Errorf("addresses: %q", b.has("address "))
	}
}

// A code to an address that was mistyped holds no longer once there is another.
func TestAMistypedAddress(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	const wrong = "anna@example.con"
	b.reply(anna, "address "+wrong)
	code := b.code(wrong)
	b.now = b.now.Add(24 * time.Hour)
	b.write(anna, "address "+moved)
	b.write(wrong, code)
	if slices.Contains(b.has("address "), wrong) {
		t.Fatal("the mistyped address is Anna’s")
	}
	b.write(moved, b.code(moved))
	if !slices.Contains(b.has("address "), moved) {
		t.Errorf("addresses: %q", b.has("address "))
	}
}

// A code that the old address holds still does not bring the account back.
func TestTheOldAddressHasACode(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.write(anna, "night 23-7", "Authentication-Results: -")
	held := b.code(anna)
	b.write(anna, "address "+moved)
	b.write(moved, b.code(moved))
	b.write(anna, held)
	if got := b.has("address "); slices.Contains(got, anna) || !slices.Contains(got, moved) {
		t.Errorf("addresses: %q", got)
	}
}

// A mail to an address that somebody has left comes back: that says nothing of the one that they have.
func TestBouncesOfAnAddressThatWasLeft(t *testing.T) {
	b := newBench(t)
	id := b.beginClocked()
	old := b.last(anna)
	b.reply(anna, "address "+moved)
	b.write(moved, b.code(moved))
	b.now = b.now.Add(2 * time.Minute)
	b.deliver()
	runs := func() bool {
		times, err := b.play.Schedule.Times(b.t.Context(), id)
		b.must(err)
		for _, c := range times.Clocks {
			if c.Player == b.look(id).Holder("red").Player {
				return c.Runs
			}
		}
		return false
	}
	b.bounce(old, "failed")
	if !runs() {
		t.Error("a mail to the old address that comes back stops the clock")
	}
	b.bounce(b.last(moved), "failed")
	if runs() {
		t.Error("a mail to the new address that comes back does not stop the clock")
	}
}
