package mail_test

import "testing"

// Each line of a mail is a command of its own: a proposal after another is not answered as the first.
func TestProposesTwice(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.reply(anna, "clock 3d\nclock 5d")
	b.says(anna, "» clock 3d\nIt is proposed to the other side.\n» clock 5d\nAn offer stands already.")
}

// Two people may write mails with the same Message-ID: both are taken in.
func TestTwoWithOneID(t *testing.T) {
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
