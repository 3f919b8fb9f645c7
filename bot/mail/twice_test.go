package mail_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/match"
)

// Each line of a mail is a command of its own: a proposal after another is not answered as the first.
func TestProposesTwice(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.reply(anna, "clock 3d\nclock 5d")
	b.says(anna, "» clock 3d\n"+english("mail.proposed")+"\n» clock 5d\n"+english("referee.refuse.offered"))
}

// Two people may write mails with the same Message-ID: both are taken in.
func TestSameMessageIDTwice(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	for _, who := range []string{anna, ben} {
		n := len(b.got[who])
		b.reply(who, "help", "Message-ID: <1@example.org>")
		if len(b.got[who]) != n+1 {
			t.Errorf("%s gets %d answers", who, len(b.got[who])-n)
		}
	}
}

// What the store does not keep of a mail is no answer: handed over again the mail is obeyed to its end, and what was done
// of it is not done again.
func TestStoreFailsWithinAMail(t *testing.T) {
	for stops := 1; stops <= 2; stops++ {
		b := newBench(t)
		id := b.begin("toy")
		before := b.seq(id)
		written := []byte(strings.ReplaceAll(b.answer(anna, b.last(anna), "clock 3d\nplan march"), "\n", "\r\n"))
		b.stops = stops
		if err := b.Receive(t.Context(), written, true); !errors.Is(err, errDisk) {
			t.Errorf("at decision %d: %v", stops, err)
		}
		b.deliver()
		if strings.Contains(plain(b.last(anna)), "Your mail") {
			t.Errorf("at decision %d it was answered:\n%s", stops, plain(b.last(anna)))
		}
		b.must(b.Receive(t.Context(), written, true))
		b.deliver()
		b.says(anna, "» clock 3d\n"+english("mail.proposed")+"\n» plan march")
		if n := b.seq(id) - before; n != 2 {
			t.Errorf("at decision %d: then %d decisions", stops, n)
		}
	}
}

// A mail that comes while the disk stands still is left to be handed over again, and is then obeyed once.
func TestADiskThatStandsStill(t *testing.T) {
	b := newBench(t)
	b.within = 700 * time.Millisecond
	b.restart()
	id := b.begin("toy")
	before := b.seq(id)
	written := []byte(strings.ReplaceAll(b.answer(anna, b.last(anna), "plan march"), "\n", "\r\n"))
	b.stall.Begin()
	t.Cleanup(b.stall.End)
	for _, want := range []error{match.ErrUnsure, context.DeadlineExceeded} {
		if err := b.Receive(t.Context(), written, true); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	b.stall.End()
	b.must(b.Receive(t.Context(), written, true))
	b.deliver()
	b.says(anna, "» plan march")
	if n := b.seq(id) - before; n != 1 {
		t.Errorf("%d decisions", n)
	}
}

// Who is invited is told by whom, at which pace and for which side: names can be anybody's.
func TestInvitationNamesItsSender(t *testing.T) {
	b := newBench(t)
	b.write(anna, "new toy against Ben Carter <"+ben+"> clock=3d")
	b.write(anna, b.code(anna))
	b.says(ben, "Anna <"+anna+"> invites you", english("mail.invitation-side", engine.Noun("seat", "blue")), english("mail.invitation-clock", engine.Text("pace", "3d")))
}
