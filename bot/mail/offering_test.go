package mail_test

import (
	"strconv"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/engine"
)

// stands has somebody ask how a match stands, and is the mail that tells it.
func (b *bench) stands(who string) string {
	b.t.Helper()
	b.reply(who, "status")
	return plain(b.last(who))
}

// TestAnOfferThatJudgesStop: what the judges stop is offered to nobody; it can still be declined.
func TestAnOfferThatJudgesStop(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.reply(anna, "plan march")
	b.reply(ben, "plan march")
	to := b.seq(id)
	b.reply(anna, "stay")
	b.reply(ben, "stay")
	b.reply(anna, "ask-back "+strconv.Itoa(to))
	if said := b.stands(ben); !strings.Contains(said, "the line “accept” or “decline”") {
		t.Errorf("no answer to the request is offered:\n%s", said)
	}
	l := b.look(id)
	_, err := b.club.Judges.Appeal(b.t.Context(), referee.Command{Match: id, Seat: "blue", Account: l.Holder("blue").Account, Door: "test"}, club.Appeal{Text: "Hm."})
	b.must(err)
	if said := b.stands(ben); strings.Contains(said, "“accept”") || !strings.Contains(said, "“decline”") {
		t.Errorf("while judges are asked the mail offers:\n%s", said)
	}
	b.still(id, "accepting while judges are asked", func() { b.reply(ben, "accept") })
	b.reply(ben, "decline")
	if b.look(id).Offer != "" {
		t.Errorf("it cannot be declined:\n%s", plain(b.last(ben)))
	}
}

// TestTryIsOfferedWhereItCanBe: while a plan of the other side is secret nothing is tried.
func TestTryIsOfferedWhereItCanBe(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	if said := b.stands(anna); !strings.Contains(said, "“try”") {
		t.Errorf("it is not offered:\n%s", said)
	}
	b.reply(ben, "plan hold")
	if said := b.stands(anna); strings.Contains(said, "“try”") || !strings.Contains(said, "“help”") {
		t.Errorf("it is offered, and would be refused:\n%s", said)
	}
}

// TestGoingOnIsOfferedOnce: who has agreed to go on after a backup is not told to type it again, and nobody is said to be asked.
func TestGoingOnIsOfferedOnce(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.must(b.play.Suspend(b.t.Context(), id))
	said := b.stands(anna)
	if !strings.Contains(said, "type: go-on") {
		t.Errorf("it is not offered:\n%s", said)
	}
	b.reply(anna, "go-on")
	b.reply(anna, "map")
	if said := plain(b.last(anna)); strings.Contains(said, "type: go-on") || strings.Contains(said, " is asked: ") {
		t.Errorf("it is offered again:\n%s", said)
	}
	if l := b.look(id); len(l.Restored.Agreed) != 1 || len(l.Asks) != 0 || len(l.Asking().Waiting) != 0 || l.Restored.Agreed[0] != engine.Seat("red") {
		t.Errorf("%+v", l.Restored)
	}
}
